import type { NamedSchema, Schema, SchemaId, SchemaSet } from '../../model/index.js';

/**
 * The schemas that get a TypeScript declaration: those that the package exports, and those that contain
 * themselves (a type cannot be written in place inside itself). The others are written where they are used.
 */
export function declaredSchemas(schemas: SchemaSet): readonly NamedSchema[] {
  return [...schemas.values()].filter((named) => named.exported || isRecursive(named.id, schemas));
}

function isRecursive(id: SchemaId, schemas: SchemaSet): boolean {
  const seen = new Set<SchemaId>();
  const queue = [...references(schemas.get(id)?.schema)];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (next === id) return true;
    const named = schemas.get(next);
    if (seen.has(next) || named === undefined || named.exported) continue;
    seen.add(next);
    queue.push(...references(named.schema));
  }
  return false;
}

/** The ids that a schema refers to, at any depth inside it. */
export function references(schema: Schema | undefined): readonly SchemaId[] {
  if (schema?.kind !== 'keywords') return [];
  const inner: readonly Schema[] = [
    ...(schema.properties ?? []).map((property) => property.schema),
    ...(schema.patternProperties ?? []).map((pattern) => pattern.schema),
    ...(schema.dependentSchemas ?? []).map((property) => property.schema),
    ...[schema.additionalProperties, schema.propertyNames, schema.items, schema.contains, schema.not].flatMap(
      (located) => (located === undefined ? [] : [located.value]),
    ),
    ...[schema.if, schema.then, schema.else].flatMap((located) =>
      located === undefined ? [] : [located.value],
    ),
    ...[schema.prefixItems, schema.allOf, schema.anyOf, schema.oneOf].flatMap(
      (located) => located?.value ?? [],
    ),
  ];
  return [...(schema.ref === undefined ? [] : [schema.ref.value]), ...inner.flatMap(references)];
}

/** The schema that a reference leads to. */
export function schemaOf(schemas: SchemaSet, id: SchemaId): Schema {
  const named = schemas.get(id);
  // The builder resolves every reference before a model exists.
  if (named === undefined) throw new Error(`unresolved schema ${id}`);
  return named.schema;
}
