import type { Schema } from '../../model/index.js';
import { stringLiteral } from '../text/index.js';
import { specPosition } from '../text/provenance.js';
import type { MappingValue } from '../../rules/mapping/index.js';
import { access, eventLiteral, expressionOf, rowEntries, type Names } from './event-literal.js';
import { namedSchema, rowsFor, rootSchema, schemaRows, type MappingRow } from './mapping-rows.js';
import { eventRoles } from './roles.js';
import { alternatives, findProperty, resolveSchema, textsOf } from './schema-view.js';
import { hasEvent, type AdapterOperation, type AdapterScope } from './scope.js';

/** A reader, and the names that it uses from the profile package. */
export interface EmittedReader {
  readonly text: string;
  readonly profileNames: readonly string[];
}

/** The reader of an operation whose events say what they are: a function for each kind of event. */
export function typedReader(scope: AdapterScope, operation: AdapterOperation): EmittedReader {
  const rows = rowsFor(scope, operation);
  const profileNames = new Set<string>();
  const parts = streamSchemas(scope, operation).flatMap(({ name, texts }) => {
    const own = schemaRows(rows, name);
    if (own.length === 0) return [];
    const read = eventFunction(scope, operation, name, own, rows, profileNames);
    const cases = texts.map((type) => `case ${stringLiteral(type)}:`);
    return [{ ...read, call: `${cases.join('\n')}\nreturn read${name}(${read.arguments.join(', ')});` }];
  });
  const usesCalls = parts.some((part) => part.arguments.includes('calls'));
  const [first] = rows;
  const text = `
/** Makes events of the events of ${operation.wireName}. Spec: ${first === undefined ? 'none' : specPosition(first.source.at)} */
export function stream${operation.pascal}(context: ReaderContext): StreamReader {
  ${usesCalls ? 'const calls = new CallAssembler();' : ''}
  return readTypedStream((type, event) => {
    switch (type) {
      ${parts.map(({ call }) => call).join('\n')}
      default:
        return undefined;
    }
  });
}
${parts.map((part) => part.text).join('')}`;
  return { text, profileNames: [...profileNames] };
}

/** `function readX(event, context, calls)`: what one kind of event makes. */
function eventFunction(
  scope: AdapterScope,
  operation: AdapterOperation,
  name: string,
  own: readonly MappingRow[],
  rows: readonly MappingRow[],
  profileNames: Set<string>,
): { readonly text: string; readonly arguments: readonly string[] } {
  profileNames.add(`is${name}`).add(`validate${name}`);
  const statements = own.map((row) => rowStatements(scope, row, rows, profileNames)).join('\n');
  const isFinal = own.some(({ eventType }) => eventType === eventRoles.completed);
  const fails = own.some(({ eventType }) => eventType === eventRoles.error);
  const body = [
    `if (!is${name}(event)) return invalidValue('an event', validate${name}(event));`,
    isFinal ? finalPrelude(scope, operation, rows) : '',
    statements.includes('emit(') ? 'const emit = emitterFor(context, event);' : '',
    statements,
    fails ? '' : `return ${isFinal ? "'complete'" : 'undefined'};`,
  ].join('\n');
  const given = Object.entries(parameterTypes).filter(([parameter]) =>
    new RegExp(`\\b${parameter}\\b`).test(body),
  );
  const [first] = own;
  const text = `
/** What an event ${name} makes. Spec: ${first === undefined ? 'none' : specPosition(first.source.at)} */
function read${name}(${given.map((parameter) => parameter.join(': ')).join(', ')}): TypedOutcome {
  ${body}
}
`;
  return { text, arguments: given.map(([parameter]) => parameter) };
}

/** What the function for one kind of event may need. */
const parameterTypes = { event: 'object', context: 'ReaderContext', calls: 'CallAssembler' };

/** The schemas of the stream's events, with the texts of `type` that select each. */
function streamSchemas(
  scope: AdapterScope,
  { operation }: AdapterOperation,
): readonly { readonly name: string; readonly texts: readonly string[] }[] {
  const { schemas } = scope.profile;
  const event = operation.streamEvent === undefined ? undefined : schemas.get(operation.streamEvent)?.schema;
  return alternatives(event, schemas).flatMap((member) => {
    if (member.kind !== 'keywords' || member.ref === undefined) return [];
    const name = schemas.get(member.ref.value)?.name;
    const texts = textsOf(findProperty(member, 'type', schemas)?.schema, schemas);
    return name === undefined || texts.length === 0 ? [] : [{ name, texts }];
  });
}

function rowStatements(
  scope: AdapterScope,
  row: MappingRow,
  rows: readonly MappingRow[],
  profileNames: Set<string>,
): string {
  switch (row.eventType) {
    case eventRoles.error:
      return 'return statedFailure(event);';
    case eventRoles.callStarted:
      return guarded(scope, row, profileNames, startStatements(scope, row));
    case eventRoles.callDelta:
      return deltaStatements(scope, row);
    case eventRoles.callCompleted:
      return guarded(scope, row, profileNames, endStatements(scope, row, rows));
    default:
      return plainStatements(scope, row);
  }
}

const roots = { this: 'event', call: 'call' };

/** The event of a row that needs nothing but its own field. */
function plainStatements(scope: AdapterScope, row: MappingRow): string {
  const path = row.field.steps.map(({ name }) => name);
  const { text, mayBeMissing } = access(scope, 'event', rootSchema(scope, row, 'this'), path);
  const constant = path.at(-1) ?? 'event';
  const isText = row.eventType !== eventRoles.completed;
  const guard = isText || mayBeMissing;
  const present = new Map(guard && path.length > 0 ? [[['this', ...path].join('.'), constant]] : []);
  const event = eventLiteral(row.eventType, rowEntries(scope, row, { roots, present }));
  if (!guard || path.length === 0) return `emit(${event});`;
  const note = row.eventType === eventRoles.usage ? `context.facts.usage = ${constant};` : '';
  return `const ${constant} = ${text};\nif (isPresent(${constant})) { ${note} emit(${event}); }`;
}

/** Statements for one alternative of a list of items: the one that has the field. */
function guarded(
  scope: AdapterScope,
  row: MappingRow,
  profileNames: Set<string>,
  statements: string,
): string {
  const { schemas } = scope.profile;
  const path = row.field.steps.map(({ name }) => name);
  const holder = path.slice(0, -1);
  const field = path.at(-1) ?? '';
  const { text } = access(scope, 'event', rootSchema(scope, row, 'this'), holder);
  const schema = holder.reduce<Schema | undefined>(
    (place, name) => findProperty(place, name, schemas)?.schema,
    namedSchema(scope, row.field.schema ?? ''),
  );
  const names = alternatives(schema, schemas).flatMap((member) => {
    if (member.kind !== 'keywords' || member.ref === undefined) return [];
    const has = resolveSchema(member, schemas)?.properties?.some((property) => property.name === field);
    return has === true ? [schemas.get(member.ref.value)?.name ?? ''] : [];
  });
  for (const name of names) profileNames.add(`is${name}`);
  const test = names.map((name) => `is${name}(${text})`).join(' || ');
  return test === '' ? statements : `if (${test}) {\n${statements}\n}`;
}

/** What a row says of the call: its choice, its position, and the rest by the name of the field. */
function valueOf(scope: AdapterScope, row: MappingRow, target: string): string | undefined {
  const found = row.assignments.find((assignment) => assignment.target.join('.') === target);
  return found === undefined ? undefined : textOf(scope, row, found.value);
}

function textOf(scope: AdapterScope, row: MappingRow, value: MappingValue): string {
  return expressionOf(scope, row, value, { roots, present: new Map() }).text;
}

function startStatements(scope: AdapterScope, row: MappingRow): string {
  const piece = [
    `index: ${valueOf(scope, row, 'tool_call.index') ?? '0'}`,
    `id: ${valueOf(scope, row, 'tool_call.id') ?? "''"}`,
    `function: { name: ${valueOf(scope, row, 'tool_call.function.name') ?? "''"} }`,
  ];
  const event = eventLiteral(row.eventType, rowEntries(scope, row, { roots, present: new Map() }));
  return `if (calls.take(${valueOf(scope, row, 'index') ?? '0'}, { ${piece.join(', ')} }).starts) emit(${event});`;
}

function deltaStatements(scope: AdapterScope, row: MappingRow): string {
  const choice = valueOf(scope, row, 'index') ?? '0';
  const position = valueOf(scope, row, 'tool_call.index') ?? '0';
  const added = valueOf(scope, row, 'tool_call.function.arguments') ?? "''";
  const names: Names = { roots, present: new Map() };
  const event = eventLiteral(row.eventType, rowEntries(scope, row, names));
  return [
    `const call = calls.find(${choice}, ${position});`,
    `if (call !== undefined && isPresent(${added})) {`,
    `  calls.take(${choice}, { index: ${position}, function: { arguments: ${added} } });`,
    `  emit(${event});`,
    '}',
  ].join('\n');
}

/** A call ends when its item is done; its place is stated where it starts. */
function endStatements(scope: AdapterScope, row: MappingRow, rows: readonly MappingRow[]): string {
  const start = rows.find(
    ({ eventType, field }) => eventType === eventRoles.callStarted && field.schema !== undefined,
  );
  const choice = valueOf(scope, row, 'index') ?? '0';
  const position = start === undefined ? '0' : (valueOf(scope, start, 'tool_call.index') ?? '0');
  const path = row.field.steps.map(({ name }) => name);
  const { text } = access(scope, 'event', rootSchema(scope, row, 'this'), path);
  const holder = access(scope, 'event', rootSchema(scope, row, 'this'), path.slice(0, -1)).text;
  return [
    `const ended = calls.end(${choice}, ${position}, ${text});`,
    `if (ended !== undefined) emit(${endedEvent(scope, row, `${holder}.status === 'incomplete'`)});`,
  ].join('\n');
}

function endedEvent(scope: AdapterScope, row: MappingRow, truncated: string): string {
  const entries = rowEntries(scope, row, { roots: { ...roots, call: 'ended.call' }, present: new Map() });
  const completed = eventLiteral(row.eventType, entries);
  if (!hasEvent(scope, eventRoles.callError)) return completed;
  const failed = [...entries, { target: ['error'], expression: `callFault(${truncated})` }];
  return `ended.valid ? ${completed} : ${eventLiteral(eventRoles.callError, failed)}`;
}

/** Before the final event: what it says of the answer, and the end of calls whose items never ended. */
function finalPrelude(scope: AdapterScope, operation: AdapterOperation, rows: readonly MappingRow[]): string {
  const end = rows.find(
    ({ eventType, field }) => eventType === eventRoles.callCompleted && field.schema !== undefined,
  );
  const note = 'noteAnswer(context.facts, event.response);';
  if (end === undefined || !operation.features.has('tool_calls')) return note;
  const choice = valueOf(scope, end, 'index') ?? '0';
  return `${note}\nfor (const ended of calls.endAll(${choice})) context.emit(${endedEvent(scope, end, "event.response.status === 'incomplete'")});`;
}
