import type { KeywordSchema } from '../../../model/index.js';
import { assertionsOf } from '../schema/assertions.js';
import { listedValues } from '../schema/schema-facts.js';

const onStrings: ReadonlySet<string> = new Set<keyof KeywordSchema>([
  'type',
  'enum',
  'const',
  'minLength',
  'maxLength',
  'pattern',
  'nullable',
]);

/** Whether a schema of property names says nothing that could not be compared with a string. */
export function listedStringsOnly(schema: KeywordSchema): boolean {
  if (!assertionsOf(schema).every((key) => onStrings.has(key))) return false;
  if (schema.type?.value.includes('string') === false) return false;
  return listedValues(schema)?.every((value) => typeof value === 'string') ?? true;
}
