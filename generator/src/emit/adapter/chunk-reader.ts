import { camelCase } from '../../names/index.js';
import { stringLiteral } from '../text/index.js';
import { specPosition } from '../text/provenance.js';
import { access, eventLiteral, rowEntries, type Entry, type Names } from './event-literal.js';
import { chunkRows, finalRow, rootSchema, rowsFor, type MappingRow } from './mapping-rows.js';
import { eventRoles, isCallEvent } from './roles.js';
import { chunkSchema, hasEvent, type AdapterOperation, type AdapterScope } from './scope.js';

/** The reader of an operation whose stream is made of chunks, and the functions that it is made of. */
export function chunkReader(scope: AdapterScope, operation: AdapterOperation): string {
  const rows = rowsFor(scope, operation);
  const calls = operation.features.has('tool_calls');
  const usage = usageRow(rows) !== undefined;
  const final = finalRow(rows);
  return `
/** Makes events of the chunks of ${operation.wireName}. Spec: ${provenance(rows)} */
export function stream${operation.pascal}(context: ReaderContext): StreamReader {
  ${calls ? 'const calls = new CallAssembler();' : ''}
  const completion = new CompletionBuilder(${calls ? 'calls' : ''});
  ${usage ? 'let summary: (() => void) | undefined;' : ''}
  return readChatStream(context, {
    chunk(chunk) {
      const emit = emitterFor(context, chunk);
      for (const choice of chunk.choices) {
        const failure = completion.isFinished(choice.index)
          ? afterFinish(choice.delta)
          : choiceEvents(chunk, choice, emit${calls ? ', calls' : ''});
        if (failure !== undefined) return failure;
      }
      ${usage ? usageStatements(scope, rows) : ''}
      completion.add(chunk);
      return undefined;
    },
    done() {
      if (!completion.complete) return invalidAnswer('The stream of the backend ended before every choice had finished.');
      ${usage ? 'summary?.();' : ''}
      ${final === undefined ? '' : finalStatement(scope, final)}
      return 'complete';
    },
  });
}

/** The events of one increment of a choice. */
function choiceEvents(
  ${usesChunk(scope, rows) ? 'chunk' : '_chunk'}: ${chunkSchema},
  choice: ${chunkSchema}['choices'][number],
  emit: Emit,
  ${calls ? 'calls: CallAssembler,' : ''}
): FailureSignal | undefined {
  ${choiceStatements(scope, rows).join('\n')}
  return undefined;
}
`;
}

/** Whether an event of a choice reads the chunk around it. */
function usesChunk(scope: AdapterScope, rows: readonly MappingRow[]): boolean {
  return /\bchunk\b/.test(choiceStatements(scope, rows).join('\n'));
}

/**
 * `usage.ts`: the usage of a chunk in the words of the profile; undefined without a row for it. Plain answers
 * with the same type of usage are read by it, too.
 */
export function usageModule(scope: AdapterScope): string | undefined {
  const operation = scope.operations.find((candidate) => usageRow(rowsFor(scope, candidate)) !== undefined);
  const row = operation === undefined ? undefined : usageRow(rowsFor(scope, operation));
  if (row === undefined) return undefined;
  const path = row.field.steps.map(({ name }) => name);
  const present = new Map([[['this', ...path].join('.'), 'usage']]);
  const type = path.reduce((text, name) => `NonNullable<${text}[${stringLiteral(name)}]>`, chunkSchema);
  const event = eventLiteral(row.eventType, rowEntries(scope, row, { roots: { this: 'chunk' }, present }));
  return `
import { isPresent } from '../worker/stream-reader.js';
import type { ${chunkSchema}, ProfileEventByType } from './profile.js';

/** The event of the usage that a chunk reports. Spec: ${specPosition(row.source.at)} */
export function usageEvent(usage: ${type}): ProfileEventByType[${stringLiteral(row.eventType)}] {
  return ${event};
}
`;
}

/** The row that makes the usage event of a chunked stream. */
export function usageRow(rows: readonly MappingRow[]): MappingRow | undefined {
  return chunkRows(rows).find(({ eventType }) => eventType === eventRoles.usage);
}

function provenance(rows: readonly MappingRow[]): string {
  const [first] = rows;
  return first === undefined ? 'none' : specPosition(first.source.at);
}

/** The statements for one element of `choices`, in the order of the table. */
function choiceStatements(scope: AdapterScope, rows: readonly MappingRow[]): string[] {
  const statements: string[] = [];
  const done = new Set<MappingRow>();
  const inChoice = chunkRows(rows).filter(({ field }) => field.steps[0]?.each === true);
  for (const row of inChoice) {
    if (done.has(row)) continue;
    const alike =
      row.field.steps.filter(({ each }) => each).length > 1 ? inPieces(inChoice) : sameEvent(inChoice, row);
    for (const other of alike) done.add(other);
    if (inPieces(inChoice).includes(row)) statements.push(pieceStatements(scope, alike));
    else if (isCallEvent(row.eventType)) statements.push(finishStatements(scope, row));
    else statements.push(groupStatements(scope, alike));
  }
  return statements;
}

function inPieces(rows: readonly MappingRow[]): readonly MappingRow[] {
  return rows.filter(({ field }) => field.steps.filter(({ each }) => each).length > 1);
}

function sameEvent(rows: readonly MappingRow[], { eventType }: MappingRow): readonly MappingRow[] {
  return rows.filter((row) => row.eventType === eventType && !inPieces(rows).includes(row));
}

const choiceRoots = { this: 'chunk', choice: 'choice', piece: 'step.piece', call: 'step.call' };

/** Rows of one event type make one event; the first row that applies and gives a field wins. */
function groupStatements(scope: AdapterScope, rows: readonly MappingRow[]): string {
  const fields = rows.map((row) => ({ row, ...chunkFieldOf(scope, row) }));
  const conditions = fields.map(({ constant }) => `isPresent(${constant})`);
  const entries = fields.map(({ row, constant, path }) =>
    rowEntries(scope, row, { roots: choiceRoots, present: new Map([[path, constant]]) }),
  );
  const [first] = rows;
  if (first === undefined) return '';
  return [
    ...fields.map(({ constant, text }) => `const ${constant} = ${text};`),
    `if (${conditions.join(' || ')}) {`,
    `  emit(${eventLiteral(first.eventType, mergeEntries(entries, conditions))});`,
    '}',
  ].join('\n');
}

/** One entry for each field that any of the rows gives. */
function mergeEntries(rows: readonly (readonly Entry[])[], conditions: readonly string[]): readonly Entry[] {
  const merged: Entry[] = [];
  const done = new Set<string>();
  for (const candidate of rows.flat()) {
    const key = candidate.target.join('.');
    if (done.has(key)) continue;
    done.add(key);
    const given = rows.map((entries) => entries.find((entry) => entry.target.join('.') === key)?.expression);
    const values = new Set(given.filter((expression) => expression !== undefined));
    const giving = conditions.filter((_, index) => given[index] !== undefined);
    if (giving.length < conditions.length) {
      merged.push({ ...candidate, expression: chosen(given, conditions), when: giving.join(' || ') });
    } else if (values.size === 1) merged.push(candidate);
    else merged.push({ ...candidate, expression: chosen(given, conditions) });
  }
  return merged;
}

/** `isPresent(a) ? x : y`, without a test for the last value. */
function chosen(given: readonly (string | undefined)[], conditions: readonly string[]): string {
  const branches = given.flatMap((expression, index) =>
    expression === undefined ? [] : [{ expression, condition: conditions[index] ?? '' }],
  );
  const distinct = branches.filter(
    ({ expression }, index) => branches.findIndex((b) => b.expression === expression) === index,
  );
  return distinct.reduceRight(
    (rest, { expression, condition }) =>
      rest === '' ? expression : `${condition} ? ${expression} : ${rest}`,
    '',
  );
}

/** The field that a row of a choice asks for: as TypeScript, as a path of the table, and its constant. */
function chunkFieldOf(
  scope: AdapterScope,
  row: MappingRow,
): { text: string; path: string; constant: string } {
  const names = row.field.steps.slice(1).map(({ name }) => name);
  const { text } = access(scope, 'choice', rootSchema(scope, row, 'choice'), names);
  return { text, path: ['choice', ...names].join('.'), constant: camelCase(names.at(-1) ?? 'field') };
}

/** What the elements of `tool_calls` make: a call starts once, and its arguments follow. */
function pieceStatements(scope: AdapterScope, rows: readonly MappingRow[]): string {
  const [first] = rows;
  if (first === undefined) return '';
  const steps = first.field.steps.slice(1);
  const toList = steps.slice(0, steps.findIndex(({ each }) => each) + 1).map(({ name }) => name);
  const list = access(scope, 'choice', rootSchema(scope, first, 'choice'), toList);
  const argumentsText = 'step.piece.function.arguments';
  const names: Names = {
    roots: choiceRoots,
    present: new Map([['piece.function.arguments', argumentsText]]),
  };
  const statements = rows.map((row) => {
    const condition = row.eventType === eventRoles.callStarted ? 'step.starts' : `${argumentsText} !== ''`;
    return `if (${condition}) emit(${eventLiteral(row.eventType, rowEntries(scope, row, names))});`;
  });
  return [
    `for (const piece of ${list.text} ?? []) {`,
    '  const step = calls.take(choice.index, piece);',
    ...statements,
    '}',
  ].join('\n');
}

/** When a choice finishes, its calls are whole, or in error. */
function finishStatements(scope: AdapterScope, row: MappingRow): string {
  const { text, constant } = chunkFieldOf(scope, row);
  const entries = rowEntries(scope, row, {
    roots: { ...choiceRoots, call: 'ended.call' },
    present: new Map(),
  });
  const failed = [...entries, { target: ['error'], expression: `callFault(${constant} === 'length')` }];
  const onError = hasEvent(scope, eventRoles.callError)
    ? `else emit(${eventLiteral(eventRoles.callError, failed)});`
    : '';
  return [
    `const ${constant} = ${text};`,
    `if (isPresent(${constant})) {`,
    "  if (calls.hasUnknown(choice.index)) return invalidAnswer('The backend sent a tool call without id or name.');",
    '  for (const ended of calls.endAll(choice.index)) {',
    `    if (ended.valid) emit(${eventLiteral(row.eventType, entries)});`,
    `    ${onError}`,
    '  }',
    '}',
  ].join('\n');
}

/** Usage makes one event, from the last chunk that reports it, when all output has come. */
function usageStatements(scope: AdapterScope, rows: readonly MappingRow[]): string {
  const row = usageRow(rows);
  if (row === undefined) return '';
  const names = row.field.steps.map(({ name }) => name);
  return [
    `const usage = ${access(scope, 'chunk', rootSchema(scope, row, 'this'), names).text};`,
    'if (isPresent(usage)) {',
    '  const event = usageEvent(usage);',
    '  context.facts.usage = event.usage;',
    '  summary = () => {',
    '    emit(event);',
    '  };',
    '}',
  ].join('\n');
}

function finalStatement(scope: AdapterScope, row: MappingRow): string {
  const entries = rowEntries(scope, row, { roots: { completion: 'completion.build()' }, present: new Map() });
  return `context.emit(${eventLiteral(row.eventType, entries)});`;
}
