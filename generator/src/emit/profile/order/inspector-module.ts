import type { Profile, SpecPosition } from '../../../model/index.js';
import { docComment, propertyKey, stringLiteral } from '../../text/index.js';
import { specPosition } from '../../text/provenance.js';
import { textTest } from '../stream-module.js';
import { failureSymbol } from './order-module.js';

/** What an inspector module takes from the runtime. */
const runtimeNames = [
  'createStreamInspector',
  'inspectChunks',
  'type InspectedEnd',
  'type InspectedEvent',
  'type InspectorOptions as Options',
  'type StreamDefinition',
  'type StreamInspector',
];

/** `inspector.ts`: a reader of captured streams that tells every breach; undefined without messages or events. */
export function inspectorModule(profile: Profile, runtimePackage: string): string | undefined {
  const { stream, events, dialects, repairs, orderRules } = profile;
  const source = events.length > 0 ? eventSource(events[0]?.at) : messageSource(profile);
  if (source === undefined) return undefined;
  const terminator = events.length > 0 ? undefined : stream?.terminator;
  const ordered = orderRules.length > 0;
  const failure = ordered && failureSymbol(profile) !== undefined;
  const orderNames = [
    ...(ordered ? ['orderScopes'] : []),
    ...(ordered && dialects.length > 0 ? ['orderScopesOf'] : []),
    ...(failure ? ['isFailureMessage'] : []),
  ].sort();
  const typed = dialects.length > 0;
  return [
    `import { ${runtimeNames.join(', ')} } from ${stringLiteral(runtimePackage)};`,
    ...(typed ? [`import { dialects, type Dialect } from './dialects.js';`] : []),
    ...(orderNames.length === 0 ? [] : [`import { ${orderNames.join(', ')} } from './order.js';`]),
    ...(repairs.length === 0 ? [] : [`import { repairs } from './repairs.js';`]),
    `import { ${source.validator} } from './validators.js';`,
    '',
    docComment('What the inspector knows of the stream.'),
    'export const streamDefinition: StreamDefinition = {',
    `format: ${stringLiteral(source.format)},`,
    `spec: ${stringLiteral(specPosition(source.at))},`,
    ...(terminator === undefined ? [] : [`terminator: ${stringLiteral(terminator)},`]),
    `isText: ${source.isText},`,
    `judge: ${source.validator},`,
    `scopes: ${ordered ? 'orderScopes' : '[]'},`,
    ...(failure ? ['failure: isFailureMessage,'] : []),
    'dialects: {',
    ...dialects.map(({ name }) => {
      const key = stringLiteral(name);
      return `${propertyKey(name)}: { ...dialects[${key}], scopes: ${ordered ? `orderScopesOf[${key}]` : '[]'} },`;
    }),
    '},',
    `repairs${repairs.length === 0 ? ': []' : ''},`,
    '};\n',
    optionsType(typed),
    ...functions(source.bytes),
  ].join('\n');
}

function optionsType(typed: boolean): string {
  return [
    docComment('How a stream is inspected.'),
    `export interface InspectorOptions extends Omit<Options, 'dialect'> {`,
    docComment('The server whose dialect the stream has; without one the documents alone count.'),
    `readonly dialect?: ${typed ? 'Dialect' : 'never'};`,
    '}\n',
  ].join('\n');
}

function functions(bytes: string): readonly string[] {
  return [
    docComment(
      `Inspects one stream: ${bytes} in, split anywhere, events with their issues and a verdict out.`,
    ),
    'export function createInspector(options: InspectorOptions = {}): StreamInspector {',
    'return createStreamInspector(streamDefinition, options);',
    '}\n',
    docComment('The same over the chunks of a body: yields every event, and returns the verdict.'),
    'export function inspectStream(',
    'body: AsyncIterable<Uint8Array>,',
    'options: InspectorOptions = {},',
    '): AsyncGenerator<InspectedEvent, InspectedEnd, undefined> {',
    'return inspectChunks(streamDefinition, body, options);',
    '}',
  ];
}

interface Source {
  readonly format: 'sse' | 'json-lines';
  readonly bytes: string;
  readonly at: SpecPosition;
  readonly validator: string;
  readonly isText: string;
}

function eventSource(at: SpecPosition | undefined): Source | undefined {
  if (at === undefined) return undefined;
  return {
    format: 'json-lines',
    bytes: 'JSON lines',
    at,
    validator: 'validateProfileEvent',
    isText: '() => false',
  };
}

function messageSource({ stream }: Profile): Source | undefined {
  if (stream === undefined) return undefined;
  const tests = stream.messages.filter(({ encoding }) => encoding === 'text').map(textTest);
  const used = tests.some((test) => test.includes('data'));
  return {
    format: 'sse',
    bytes: 'server-sent events',
    at: stream.at,
    validator: 'validateStreamMessage',
    isText: tests.length === 0 ? '() => false' : `(${used ? 'data' : ''}) => ${tests.join(' || ')}`,
  };
}
