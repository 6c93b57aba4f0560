import type { KeywordSchema, Schema } from '../../model/index.js';

/** The schemas that judge the same value as the schema they stand in. */
export function schemasOfSameValue(schema: KeywordSchema): readonly Schema[] {
  return [
    ...(schema.allOf?.value ?? []),
    ...(schema.anyOf?.value ?? []),
    ...(schema.oneOf?.value ?? []),
    ...[schema.not, schema.if, schema.then, schema.else].flatMap((located) =>
      located ? [located.value] : [],
    ),
    ...(schema.dependentSchemas ?? []).map((dependent) => dependent.schema),
  ];
}

/** The schemas that judge a property, a property name or an item of the value. */
export function schemasOfParts(schema: KeywordSchema): readonly Schema[] {
  const { additionalProperties, propertyNames, items, contains } = schema;
  return [
    ...(schema.properties ?? []).map((property) => property.schema),
    ...(schema.patternProperties ?? []).map((property) => property.schema),
    ...[additionalProperties, propertyNames].flatMap((located) => (located ? [located.value] : [])),
    ...(schema.prefixItems?.value ?? []),
    ...[items, contains].flatMap((located) => (located ? [located.value] : [])),
  ];
}
