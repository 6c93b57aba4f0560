import type { ChunkMapping, Schema } from '../../model/index.js';
import {
  parseAssignment,
  parseChunkField,
  type Assignment,
  type ChunkField,
} from '../../rules/mapping/index.js';
import { eventRoles, isCallEvent } from './roles.js';
import { alternatives, findProperty, resolveSchema } from './schema-view.js';
import { chunkSchema, hasEvent, type AdapterOperation, type AdapterScope } from './scope.js';

/** A row of the chunk mapping that makes something in this adapter. */
export interface MappingRow {
  readonly field: ChunkField;
  readonly eventType: string;
  readonly assignments: readonly Assignment[];
  readonly source: ChunkMapping;
}

/** No span is needed: `build` has reported what cannot be parsed, and such rows never come this far. */
const nowhere = { file: '', line: 1, column: 1 };

/** The rows whose events the profile has and the operation may give, in the order of the table. */
export function rowsFor(scope: AdapterScope, operation: AdapterOperation): readonly MappingRow[] {
  return scope.profile.chunkMappings.flatMap((source): MappingRow[] => {
    if (!hasEvent(scope, source.eventType)) return [];
    if (isCallEvent(source.eventType) && !operation.features.has('tool_calls')) return [];
    const { field } = parseChunkField(source.chunkField.value, nowhere);
    if (field === undefined) return [];
    const assignments = source.fields.flatMap(
      ({ value }) => parseAssignment(value, nowhere).assignment ?? [],
    );
    return [{ field, eventType: source.eventType, assignments: known(scope, source, assignments), source }];
  });
}

/** Assignments to fields that the event does not have make nothing. */
function known(
  scope: AdapterScope,
  { eventType }: ChunkMapping,
  assignments: readonly Assignment[],
): readonly Assignment[] {
  const event = scope.profile.events.find(({ type }) => type === eventType);
  return assignments.filter(({ target: [name] }) => event?.fields.some((field) => field.name === name));
}

/** Rows of chunks: those that start at no schema of their own. */
export function chunkRows(rows: readonly MappingRow[]): readonly MappingRow[] {
  return rows.filter(({ field }) => field.schema === undefined && !field.terminator);
}

/** The row that makes the final event of a chunked stream. */
export function finalRow(rows: readonly MappingRow[]): MappingRow | undefined {
  return rows.find(({ field, eventType }) => field.terminator && eventType === eventRoles.completed);
}

/** The rows that start at a schema. */
export function schemaRows(rows: readonly MappingRow[], schema: string): readonly MappingRow[] {
  return rows.filter(({ field }) => field.schema === schema);
}

/** A schema of the profile by its name. */
export function namedSchema(scope: AdapterScope, name: string): Schema | undefined {
  return [...scope.profile.schemas.values()].find((candidate) => candidate.name === name)?.schema;
}

/** The schema that a root of an expression stands for in a row. */
export function rootSchema(scope: AdapterScope, row: MappingRow, root: string): Schema | undefined {
  const { schemas } = scope.profile;
  const start = namedSchema(scope, row.field.schema ?? chunkSchema);
  if (root === 'this') return start;
  const wanted = root === 'choice' ? 1 : 2;
  let schema = start;
  let lists = 0;
  for (const { name, each } of row.field.steps) {
    schema = findProperty(schema, name, schemas)?.schema;
    if (!each) continue;
    schema = listItems(scope, schema);
    lists += 1;
    if (lists === wanted) return schema;
  }
  return undefined;
}

function listItems(scope: AdapterScope, schema: Schema | undefined): Schema | undefined {
  for (const alternative of alternatives(schema, scope.profile.schemas)) {
    const items = resolveSchema(alternative, scope.profile.schemas)?.items?.value;
    if (items !== undefined) return items;
  }
  return undefined;
}
