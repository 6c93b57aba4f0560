import { diagnose, type Diagnostic } from '../diagnostics/index.js';
import type { KeywordSchema, Profile } from '../model/index.js';
import { writtenSchemas } from './schemas.js';

/** Schemas that constrain objects, arrays, strings or numbers and admit every value of another type. */
export function untyped(profile: Profile): readonly Diagnostic[] {
  return writtenSchemas(profile)
    .filter((schema) => !statesType(schema) && constrained(schema) !== undefined && !isCondition(schema))
    .map((schema) =>
      diagnose('lint-untyped', schema.at, {
        message: `The schema constrains ${constrained(schema) ?? ''} and admits values of every other type.`,
        expected: 'a `type`',
      }),
    );
}

function statesType(schema: KeywordSchema): boolean {
  const { type, const: constant, ref, allOf, anyOf, oneOf } = schema;
  return [type, constant, schema.enum, ref, allOf, anyOf, oneOf].some((keyword) => keyword !== undefined);
}

/** A schema that only says what must not be, or which properties must be there, completes another one. */
function isCondition(schema: KeywordSchema): boolean {
  if (schema.if !== undefined || schema.not !== undefined) return true;
  return schema.required !== undefined && schema.properties === undefined;
}

function constrained(schema: KeywordSchema): string | undefined {
  if (schema.properties !== undefined || schema.required !== undefined) return 'objects';
  if (schema.items !== undefined || schema.prefixItems !== undefined) return 'arrays';
  if (schema.minLength !== undefined || schema.maxLength !== undefined || schema.pattern !== undefined) {
    return 'strings';
  }
  if (schema.minimum !== undefined || schema.maximum !== undefined) return 'numbers';
  return undefined;
}
