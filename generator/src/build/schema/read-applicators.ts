import { diagnose } from '../../diagnostics/index.js';
import type { DataNode, MappingEntry } from '../../load/index.js';
import type { Located, Property, Schema } from '../../model/index.js';
import { readNames, refuseValue } from './keyword-values.js';
import { readPattern } from './read-pattern.js';
import type { KeywordReader, KeywordReaders, SchemaDraft, SchemaScope } from './scope.js';

type SchemaKeyword = 'additionalProperties' | 'propertyNames' | 'contains' | 'not' | 'if' | 'then' | 'else';

type SchemaListKeyword = 'prefixItems' | 'allOf' | 'anyOf' | 'oneOf';

/** Keywords that apply subschemas to the value or to parts of it. */
export const applicatorReaders: KeywordReaders = new Map<string, KeywordReader>([
  ...(['additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'] as const).map(
    schemaReader,
  ),
  ...(['prefixItems', 'allOf', 'anyOf', 'oneOf'] as const).map(schemaListReader),
  ['properties', readProperties],
  ['patternProperties', readPatternProperties],
  ['dependentSchemas', readDependentSchemas],
  ['dependencies', readDependencies],
  ['items', readItems],
  ['additionalItems', readAdditionalItems],
  ['$defs', readDefinitions],
  ['definitions', readDefinitions],
]);

function schemaReader(keyword: SchemaKeyword): [string, KeywordReader] {
  return [
    keyword,
    (draft, { value }, scope) => {
      draft[keyword] = { value: scope.subschema(value, keyword), at: value.span };
    },
  ];
}

function schemaListReader(keyword: SchemaListKeyword): [string, KeywordReader] {
  return [
    keyword,
    (draft, { value }, scope) => {
      const list = readSchemaList(keyword, value, scope);
      if (list)
        draft[keyword] = idempotent.has(keyword) ? { ...list, value: withoutRepeats(list.value) } : list;
    },
  ];
}

/** The most schemas of one `allOf`, `anyOf` or `oneOf`: TypeScript gives up on unions with some thousands of members. */
const maxBranches = 1_000;

/** Keywords for which naming the same schema twice says nothing more than once; `oneOf` is none of them. */
const idempotent: ReadonlySet<SchemaListKeyword> = new Set(['allOf', 'anyOf']);

/** Drops references that the list holds already: 32 levels of doubled references would be 2³² checks of one value. */
function withoutRepeats(schemas: readonly Schema[]): readonly Schema[] {
  const seen = new Set<string>();
  return schemas.filter((schema) => {
    // In a schema that is nothing but a reference, the reference is the one key besides `kind` and `at`.
    if (schema.kind !== 'keywords' || schema.ref === undefined || Object.keys(schema).length > 3) return true;
    const repeated = seen.has(schema.ref.value);
    seen.add(schema.ref.value);
    return !repeated;
  });
}

function readSchemaList(
  keyword: string,
  node: DataNode,
  scope: SchemaScope,
): Located<readonly Schema[]> | undefined {
  if (node.kind !== 'sequence' || node.items.length === 0) {
    refuseValue(keyword, node, 'a list of at least one schema', scope);
    return undefined;
  }
  if (node.items.length > maxBranches) {
    scope.report(
      diagnose('size-limit', node.span, {
        message: `\`${keyword}\` lists too many schemas.`,
        expected: `at most ${String(maxBranches)}`,
        found: String(node.items.length),
      }),
    );
    return undefined;
  }
  return { value: node.items.map((item, place) => scope.subschema(item, keyword, place)), at: node.span };
}

function readSchemaMap({ key, value }: MappingEntry, scope: SchemaScope): readonly Property[] {
  if (value.kind !== 'mapping') {
    refuseValue(key, value, 'an object of schemas', scope);
    return [];
  }
  return value.entries.map((entry) => ({
    name: entry.key,
    at: entry.keySpan,
    schema: scope.subschema(entry.value, key, entry.key),
  }));
}

function readProperties(draft: SchemaDraft, entry: MappingEntry, scope: SchemaScope): void {
  draft.properties = readSchemaMap(entry, scope);
}

function readPatternProperties(draft: SchemaDraft, entry: MappingEntry, scope: SchemaScope): void {
  draft.patternProperties = readSchemaMap(entry, scope).flatMap(({ name, at, schema }) => {
    const pattern = readPattern({ value: name, at }, scope);
    return pattern ? [{ pattern, schema }] : [];
  });
}

function readDependentSchemas(draft: SchemaDraft, entry: MappingEntry, scope: SchemaScope): void {
  draft.dependentSchemas = readSchemaMap(entry, scope);
}

/** Draft-07 `dependencies` is two keywords in one (2019-09 split it); the model knows the two. */
function readDependencies(draft: SchemaDraft, { key, value }: MappingEntry, scope: SchemaScope): void {
  if (value.kind !== 'mapping') {
    refuseValue(key, value, 'an object of schemas and lists of names', scope);
    return;
  }
  const lists = value.entries.filter((entry) => entry.value.kind === 'sequence');
  const schemas = value.entries.filter((entry) => entry.value.kind !== 'sequence');
  if (lists.length > 0) {
    draft.dependentRequired = lists.map((entry) => ({
      name: entry.key,
      at: entry.keySpan,
      required: readNames(key, entry.value, scope),
    }));
  }
  if (schemas.length > 0) {
    draft.dependentSchemas = schemas.map((entry) => ({
      name: entry.key,
      at: entry.keySpan,
      schema: scope.subschema(entry.value, key, entry.key),
    }));
  }
}

function readItems(draft: SchemaDraft, { key, value }: MappingEntry, scope: SchemaScope): void {
  const listAllowed = scope.dialect === 'draft-07' || scope.dialect === 'asyncapi-2';
  if (value.kind !== 'sequence') {
    draft.items = { value: scope.subschema(value, key), at: value.span };
  } else if (listAllowed) {
    const list = readSchemaList(key, value, scope);
    if (list) draft.prefixItems = list;
  } else {
    refuseValue(key, value, 'a schema; a schema for each place is `prefixItems`', scope);
  }
}

/** Without a list of `items`, `additionalItems` has no meaning (draft-07 validation, section 6.4.2). */
function readAdditionalItems(draft: SchemaDraft, { key, value }: MappingEntry, scope: SchemaScope): void {
  const schema = scope.subschema(value, key);
  const items = scope.node.entries.find((entry) => entry.key === 'items')?.value;
  if (items?.kind === 'sequence') draft.items = { value: schema, at: value.span };
}

/** Definitions apply where a reference names them; here only their form is checked. */
function readDefinitions(_draft: SchemaDraft, { key, value }: MappingEntry, scope: SchemaScope): void {
  if (value.kind !== 'mapping') refuseValue(key, value, 'an object of schemas', scope);
}
