import type { Schema } from '../../model/index.js';
import { chunkReader, usageRow } from './chunk-reader.js';
import { eventLiteral, rowEntries } from './event-literal.js';
import { rootSchema, rowsFor, schemaRows, type MappingRow } from './mapping-rows.js';
import { eventRoles } from './roles.js';
import { alternatives, findProperty, resolveSchema, schemaAt } from './schema-view.js';
import type { AdapterOperation, AdapterScope } from './scope.js';
import { typedReader } from './typed-reader.js';
import { propertyKey } from '../text/index.js';
import { specPosition } from '../text/provenance.js';
import { importNames } from './import-names.js';

/** The modules that make events of answers: one for each operation, and the table over them. */
export function readerModules(scope: AdapterScope): ReadonlyMap<string, string> {
  const modules = new Map(
    scope.operations.map((operation) => [`reader-${operation.kebab}`, readerModule(scope, operation)]),
  );
  return modules.set('readers', tableModule(scope));
}

function readerModule(scope: AdapterScope, operation: AdapterOperation): string {
  const stream = streamReader(scope, operation);
  const plain = operation.features.has('non_streaming') ? plainReader(scope, operation) : undefined;
  const body = `${plain?.text ?? ''}\n${stream?.text ?? ''}`;
  const profileNames = new Set([...(plain?.profileNames ?? []), ...(stream?.profileNames ?? [])]);
  return `${importNames(body, profileNames)}\n${body}`;
}

interface Part {
  readonly text: string;
  readonly profileNames: readonly string[];
}

function streamReader(scope: AdapterScope, operation: AdapterOperation): Part | undefined {
  if (operation.stream === 'typed') return typedReader(scope, operation);
  return operation.stream === 'chunks'
    ? { text: chunkReader(scope, operation), profileNames: [] }
    : undefined;
}

/** The reader of a plain answer: the rows that start at its schema. */
function plainReader(scope: AdapterScope, operation: AdapterOperation): Part | undefined {
  const { response } = operation;
  if (response === undefined) return undefined;
  const rows = rowsFor(scope, operation);
  const [row] = schemaRows(rows, response.name);
  if (row === undefined) return undefined;
  const name = response.name;
  const entries = rowEntries(scope, row, { roots: { this: 'body' }, present: new Map() });
  const text = `
/** Makes the event of a plain answer of ${operation.wireName}. Spec: ${specPosition(row.source.at)} */
export const read${operation.pascal}: PlainReader = (body, context) => {
  if (!is${name}(body)) return invalidValue('an answer', validate${name}(body));
  noteAnswer(context.facts, ${hasIdentity(scope, operation) ? 'body' : '{}'});
  ${usageNote(scope, operation, rows)}
  context.emit(${eventLiteral(row.eventType, entries)});
  return undefined;
};
`;
  return { text, profileNames: [`is${name}`, `validate${name}`] };
}

function hasIdentity(scope: AdapterScope, { response }: AdapterOperation): boolean {
  return findProperty(response?.schema, 'model', scope.profile.schemas) !== undefined;
}

/** The usage of a plain answer, by the row that fits the type in which the answer has it. */
function usageNote(scope: AdapterScope, { response }: AdapterOperation, rows: readonly MappingRow[]): string {
  const { schemas } = scope.profile;
  const typeOf = (schema: Schema | undefined): Schema | undefined =>
    resolveSchema(alternatives(schema, schemas)[0], schemas);
  const own = typeOf(findProperty(response?.schema, 'usage', schemas)?.schema);
  if (own === undefined) return '';
  const row = rows.find((candidate) => {
    if (candidate.eventType !== eventRoles.usage) return false;
    const path = candidate.field.steps.map(({ name }) => name);
    return typeOf(schemaAt(rootSchema(scope, candidate, 'this'), path, schemas)) === own;
  });
  if (row === undefined) return '';
  const value = row === usageRow(rows) ? 'usageEvent(usage).usage' : 'usage';
  return `const { usage } = body;\nif (isPresent(usage)) context.facts.usage = ${value};`;
}

function tableModule(scope: AdapterScope): string {
  const imports: string[] = [];
  const entries = scope.operations.map((operation) => {
    const plain = operation.features.has('non_streaming') && plainReader(scope, operation) !== undefined;
    const names = [
      ...(plain ? [`read${operation.pascal}`] : []),
      ...(operation.stream === undefined ? [] : [`stream${operation.pascal}`]),
    ];
    if (names.length > 0)
      imports.push(`import { ${names.join(', ')} } from './reader-${operation.kebab}.js';`);
    const members = [
      ...(plain ? [`plain: read${operation.pascal}`] : []),
      ...(operation.stream === undefined ? [] : [`stream: stream${operation.pascal}`]),
    ];
    return `${propertyKey(operation.wireName)}: { ${members.join(', ')} }`;
  });
  return `
import type { PlainReader, ReaderContext, StreamReader } from '../worker/stream-reader.js';
import type { OperationName } from './operations.js';
${imports.join('\n')}

/** How the answers of one operation become events; what is missing is not served. */
export interface OperationReaders {
  readonly plain?: PlainReader;
  readonly stream?: (context: ReaderContext) => StreamReader;
}

/** The readers of every operation of this adapter. */
export const operationReaders: Readonly<Record<OperationName, OperationReaders>> = { ${entries.join(', ')} };
`;
}
