import type { KeywordSchema, Profile, Schema } from '../model/index.js';

/** Every keyword schema that the documents of a profile write out, nested ones included, each once. */
export function writtenSchemas(profile: Profile): readonly KeywordSchema[] {
  const seen = new Set<KeywordSchema>();
  const queue: Schema[] = [...profile.schemas.values()].map((named) => named.schema);
  for (let schema = queue.pop(); schema !== undefined; schema = queue.pop()) {
    if (schema.kind === 'boolean' || seen.has(schema)) continue;
    seen.add(schema);
    queue.push(...subschemas(schema));
  }
  return [...seen];
}

function subschemas(schema: KeywordSchema): readonly Schema[] {
  return [
    ...(schema.properties ?? []).map((property) => property.schema),
    ...(schema.patternProperties ?? []).map((pattern) => pattern.schema),
    ...[schema.additionalProperties, schema.items].flatMap((located) => located?.value ?? []),
    ...[schema.prefixItems, schema.allOf, schema.anyOf, schema.oneOf].flatMap(
      (located) => located?.value ?? [],
    ),
  ];
}
