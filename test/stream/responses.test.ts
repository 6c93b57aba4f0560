import { beforeAll, expect, test } from 'vitest';

import { faults } from './recorded.js';
import { bytesOf, emit, inspectPieces, summary, type StreamPackage } from './support.js';

/** A stream of the Responses API, as far as its faults go: a specification of one's own, with its repairs. */
const profile = `# Events of the Responses API

| Field | Value |
| --- | --- |
| Profile name | \`responses-sse\` |

| Stream message | Type | Description |
| --- | --- | --- |
| \`ResponsesEvent\` | \`ResponsesEvent\` | Any event. |

| Symbol | Matches | Description |
| --- | --- | --- |
| \`item-added\` | \`this.type == "response.output_item.added"\` | An item begins. |
| \`item-done\` | \`this.type == "response.output_item.done"\` | An item is whole. |
| \`failure\` | \`this.type in ["error", "response.failed"]\` | The response has failed. |
| \`terminal\` | \`this.type in ["response.completed", "response.incomplete", "response.failed", "response.cancelled", "error"]\` | The response ends. |

| Rule | Constraint | Scope | Description |
| --- | --- | --- | --- |
| \`ends-once\` | \`exactly(1, terminal)\` | stream | A response ends once. |
| \`item-closes\` | \`response(item-added, item-done)\` | stream | An item that began is finished. |

| Repair | When | Effect |
| --- | --- | --- |
| \`item-open\` | \`issue.rule == "item-closes"\` | \`accept\` |
`;

const types = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $defs: {
    ResponsesEvent: {
      description: 'An event.',
      type: 'object',
      required: ['type'],
      properties: {
        type: { type: 'string', description: 'The name of the event.' },
        sequence_number: { type: 'integer', description: 'Counts the events.' },
        error: { type: ['object', 'null'], description: 'The error, where it is nested.' },
        message: { type: 'string', description: 'The error, where it is flat.' },
        response: {
          type: 'object',
          description: 'The response so far.',
          properties: {
            usage: { type: ['object', 'null'], description: 'The tokens, where they are known.' },
          },
        },
      },
    },
  },
};

let responses: StreamPackage;

beforeAll(async () => {
  const specs = new Map([
    ['responses-sse/profile.md', profile],
    ['responses-sse/types.schema.json', JSON.stringify(types)],
  ]);
  const emitted = await emit(specs, ['responses-sse']);
  responses = await emitted.load('responses-sse');
  emitted.dispose();
}, 300_000);

test.each<[string, readonly string[], readonly string[]]>([
  ['responses-error-shape', ['failed'], ['failed']],
  ['responses-done-missing', ['truncated', 'item_closes 4'], ['complete', 'item-open: item_closes 4']],
  ['responses-usage-null', ['complete'], ['complete']],
  ['responses-incomplete', ['complete'], ['complete']],
])('%s', (id, strict, tolerant) => {
  const sse = bytesOf(faults.find((fault) => fault.id === id)?.sse ?? '');
  expect(summary(inspectPieces(responses.createInspector(), [sse]))).toEqual(strict);
  expect(summary(inspectPieces(responses.createInspector({ mode: 'tolerant' }), [sse]))).toEqual(tolerant);
});

test('both shapes of the error event are read', () => {
  const error = (event: object): unknown =>
    inspectPieces(responses.createInspector(), [bytesOf(`data: ${JSON.stringify(event)}\n\n`)]).verdict.error;
  const expected = { kind: 'server', message: 'boom', code: 'server_error', partial: [] };
  expect(error({ type: 'error', error: { code: 'server_error', message: 'boom' } })).toEqual(expected);
  expect(error({ type: 'error', code: 'server_error', message: 'boom' })).toEqual({
    ...expected,
    type: 'error',
  });
});

test('the four faults of the Responses API are all there are', () => {
  expect(faults.filter(({ kind }) => kind === 'responses')).toHaveLength(4);
});
