import type { KeywordSchema, Located, Schema, SchemaId } from '../../../model/index.js';

/** A schema while it is rewritten. */
export type SchemaDraft = { -readonly [Key in keyof KeywordSchema]: KeywordSchema[Key] };

/** Keywords that say something about a schema but nothing about values. */
const annotations: ReadonlySet<string> = new Set<keyof KeywordSchema>([
  'kind',
  'at',
  'title',
  'description',
  'deprecated',
  'format',
  'default',
  'examples',
]);

/** The keywords of a schema that values can break. */
export function assertionsOf(schema: KeywordSchema): readonly string[] {
  return Object.keys(schema).filter((key) => !annotations.has(key));
}

/** Whether every value is valid by form: there is nothing to check. */
export function isTrivial(schema: Schema): boolean {
  return schema.kind === 'boolean' ? schema.value : assertionsOf(schema).every((key) => key === 'nullable');
}

export function isPureReference(
  schema: Schema,
): schema is KeywordSchema & { readonly ref: Located<SchemaId> } {
  if (schema.kind === 'boolean' || schema.ref === undefined) return false;
  return assertionsOf(schema).length === 1;
}
