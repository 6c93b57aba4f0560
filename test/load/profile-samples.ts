import { loadProfile } from '../../generator/src/load/profile-tables.js';
import type { TableKindName } from '../../generator/src/load/table-kinds.js';

/** Reads a profile of these lines. */
export const load = (...lines: readonly string[]): ReturnType<typeof loadProfile> =>
  loadProfile('p.md', lines.join('\n'));

/** A table from its cells; the first row is the header. */
export function table(...rows: readonly (readonly string[])[]): readonly string[] {
  const [header = [], ...body] = rows;
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...body.map(line), ''];
}

export const eventHeader = ['Event type', 'Required fields', 'Description'];
export const ruleHeader = ['Rule', 'Applies to', 'Condition', 'Code', 'Description'];

/** One row of each kind, as a specification would write it, with what is read out of it. */
export const samples: Record<
  TableKindName,
  { readonly rows: readonly (readonly string[])[]; readonly values: object }
> = {
  identity: {
    rows: [
      ['Field', 'Value'],
      ['Schema version', '`chat/1`'],
    ],
    values: { field: 'Schema version', value: 'chat/1' },
  },
  levels: {
    rows: [
      ['Level', 'Name', 'Required operations', 'Purpose'],
      ['2', 'Responses', '`a.b`, `c`', 'More.'],
    ],
    values: { level: 2, name: 'Responses', requiredOperations: ['a.b', 'c'], purpose: 'More.' },
  },
  operations: {
    rows: [
      ['Operation', 'Wire name', 'Requirement'],
      ['Chat', '`chat.create`', 'Level 1'],
    ],
    values: { operation: 'Chat', wireName: 'chat.create', requirement: 'Level 1' },
  },
  envelope: {
    rows: [
      ['Field', 'Requirement', 'Description'],
      ['`request_id`', 'Optional', 'An id.'],
    ],
    values: { field: 'request_id', required: false, description: 'An id.' },
  },
  delivery: {
    rows: [
      ['Stream phase', 'NNRP delivery'],
      ['Delta', 'A `ResultPush`'],
    ],
    values: { phase: 'Delta', delivery: 'A `ResultPush`' },
  },
  events: {
    rows: [
      ['Event type', 'Required fields', 'Optional fields', 'Description'],
      ['`text.delta`', '`index`, `delta`', '`openai_chunk`', 'Text.'],
    ],
    values: {
      eventType: 'text.delta',
      requiredFields: ['index', 'delta'],
      optionalFields: ['openai_chunk'],
      description: 'Text.',
    },
  },
  failures: {
    rows: [
      ['Failure kind', 'Preferred mapping'],
      ['Loss', 'NNRP failure'],
    ],
    values: { failure: 'Loss', mapping: 'NNRP failure' },
  },
  dataRules: {
    rows: [ruleHeader, ['`a-b`', '`Usage`', '`x == 1 \\|\\| y`', '`a_b`', '']],
    values: { rule: 'a-b', appliesTo: 'Usage', condition: 'x == 1 || y', code: 'a_b', description: '' },
  },
  symbols: {
    rows: [
      ['Symbol', 'Matches', 'Description'],
      ['`done`', '`this == "[DONE]"`', 'The end.'],
    ],
    values: { symbol: 'done', matches: 'this == "[DONE]"', description: 'The end.' },
  },
  orderRules: {
    rows: [
      ['Rule', 'Constraint', 'Scope', 'Description'],
      ['`done-last`', '`last(done)`', 'call_id', 'It ends.'],
    ],
    values: { rule: 'done-last', constraint: 'last(done)', scope: 'call_id', description: 'It ends.' },
  },
  chunkMapping: {
    rows: [
      ['Chunk field', 'Event type', 'Fields'],
      ['`choices[].delta`', '`text.delta`', '`index = choice.index`, `delta = f(a, b)`'],
    ],
    values: {
      chunkField: 'choices[].delta',
      eventType: 'text.delta',
      fields: ['index = choice.index', 'delta = f(a, b)'],
    },
  },
  backendErrors: {
    rows: [
      ['Backend signal', 'Error type', 'Error code', 'Terminal'],
      ['`this.status == 429`', '`server_error`', '—', 'yes'],
    ],
    values: { signal: 'this.status == 429', errorType: 'server_error', errorCode: undefined, terminal: true },
  },
  thinkControls: {
    rows: [
      ['Provider', 'When', 'Effect'],
      ['`vLLM-MLX`', '`has(this.think)`', '`remove think`'],
    ],
    values: { provider: 'vLLM-MLX', when: 'has(this.think)', effect: 'remove think' },
  },
  dialects: {
    rows: [
      ['Dialect', 'Applies to', 'Reading'],
      ['`vllm`', '`usage`', '`null-is-absent`'],
    ],
    values: { dialect: 'vllm', appliesTo: 'usage', reading: 'null-is-absent' },
  },
  repairs: {
    rows: [
      ['Repair', 'When', 'Effect'],
      ['`drop-empty`', '`true`', '`remove this`'],
    ],
    values: { repair: 'drop-empty', when: 'true', effect: 'remove this' },
  },
  streamMessages: {
    rows: [
      ['Stream message', 'Type', 'Description'],
      ['`StreamError`', '`ErrorEnvelope`', 'A failure.'],
    ],
    values: { message: 'StreamError', type: 'ErrorEnvelope', description: 'A failure.' },
  },
  situations: {
    rows: [
      ['Situation', 'Status', 'Body', 'Description'],
      ['Unknown model', '`400`, `404`', '`ChatError`', 'Refused.'],
      ['Relayed', '—', '', ''],
    ],
    values: { situation: 'Unknown model', status: [400, 404], body: 'ChatError', description: 'Refused.' },
  },
};
