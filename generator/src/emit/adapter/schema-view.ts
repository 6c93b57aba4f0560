import type { KeywordSchema, Property, Schema, SchemaSet } from '../../model/index.js';

/** The schema behind references that stand alone. */
export function resolveSchema(schema: Schema | undefined, schemas: SchemaSet): KeywordSchema | undefined {
  let next = schema;
  const seen = new Set<string>();
  while (next?.kind === 'keywords' && next.ref !== undefined && next.properties === undefined) {
    if (seen.has(next.ref.value)) return undefined;
    seen.add(next.ref.value);
    next = schemas.get(next.ref.value)?.schema;
  }
  return next?.kind === 'keywords' ? next : undefined;
}

/** The alternatives of a schema, `null` left out; the schema itself when it has none. */
export function alternatives(schema: Schema | undefined, schemas: SchemaSet): readonly Schema[] {
  const resolved = resolveSchema(schema, schemas);
  const members = resolved?.anyOf?.value ?? resolved?.oneOf?.value;
  if (members === undefined) return schema === undefined ? [] : [schema];
  return members.filter((member) => !isNull(member));
}

function isNull(schema: Schema): boolean {
  return schema.kind === 'keywords' && schema.type?.value.length === 1 && schema.type.value[0] === 'null';
}

/** A property of an object, looked for in the first alternative that has it. */
export function findProperty(
  schema: Schema | undefined,
  name: string,
  schemas: SchemaSet,
): Property | undefined {
  for (const alternative of alternatives(schema, schemas)) {
    const found = resolveSchema(alternative, schemas)?.properties?.find((property) => property.name === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The schema at the end of a path of property names. */
export function schemaAt(
  schema: Schema | undefined,
  names: readonly string[],
  schemas: SchemaSet,
): Schema | undefined {
  let next = schema;
  for (const name of names) next = findProperty(next, name, schemas)?.schema;
  return next;
}

/** Whether an object must have the property at the end of a path, and everything on the way. */
export function isRequiredAt(
  schema: Schema | undefined,
  names: readonly string[],
  schemas: SchemaSet,
): boolean {
  let next = schema;
  for (const name of names) {
    const object = alternatives(next, schemas).map((member) => resolveSchema(member, schemas));
    if (!object.some((member) => member?.required?.some((required) => required.value === name))) return false;
    next = findProperty(next, name, schemas)?.schema;
  }
  return true;
}

/** Whether a value may be null. */
export function admitsNull(schema: Schema | undefined, schemas: SchemaSet): boolean {
  const resolved = resolveSchema(schema, schemas);
  if (resolved === undefined) return true;
  if (resolved.nullable !== undefined || resolved.type?.value.includes('null') === true) return true;
  return (resolved.anyOf?.value ?? resolved.oneOf?.value ?? []).some((member) => isNull(member));
}

/** Whether the only values are whole numbers, and null. */
export function isInteger(schema: Schema | undefined, schemas: SchemaSet): boolean {
  const types = resolveSchema(schema, schemas)?.type?.value.filter((type) => type !== 'null');
  return types?.length === 1 && types[0] === 'integer';
}

/** Whether the only values are texts. */
export function isString(schema: Schema | undefined, schemas: SchemaSet): boolean {
  const resolved = resolveSchema(schema, schemas);
  return resolved?.type?.value.length === 1 && resolved.type.value[0] === 'string';
}

/** The texts that a property admits through `const` or `enum`. */
export function textsOf(schema: Schema | undefined, schemas: SchemaSet): readonly string[] {
  const resolved = resolveSchema(schema, schemas);
  const values = resolved?.const === undefined ? (resolved?.enum?.value ?? []) : [resolved.const.value];
  return values.filter((value) => typeof value === 'string');
}
