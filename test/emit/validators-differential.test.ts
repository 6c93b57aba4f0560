import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SchemaDialect } from '../../generator/src/build/schema/index.js';
import { anyValue, schemaDocument, type JsonSchemaDocument } from '../support/arbitrary-schemas.js';
import { emitted, schemaSet } from '../support/emitted-validators.js';

const schemaCount = 700;
const valuesPerSchema = 20;

/** Ajv reads `nullable` as part of `type`; profilegen admits null whatever the other keywords say. */
function forAjv(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forAjv);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, key === 'const' || key === 'enum' ? value : forAjv(value)]),
  );
  if (copy['nullable'] !== true) return copy;
  const { nullable: _, definitions, ...rest } = copy;
  return { ...(definitions === undefined ? {} : { definitions }), anyOf: [{ type: 'null' }, rest] };
}

function isBuildable(schema: JsonSchemaDocument, dialect: SchemaDialect): boolean {
  try {
    schemaSet({ Root: schema }, dialect);
    return true;
  } catch {
    return false;
  }
}

const makeAjv = (): Ajv => new Ajv({ strict: false, logger: false });
const makeAjv2020 = (): Ajv => new Ajv2020({ strict: false, logger: false });

describe.each([
  { dialect: 'draft-07', modern: false, nullable: false, ajv: makeAjv },
  { dialect: '2020-12', modern: true, nullable: false, ajv: makeAjv2020 },
  { dialect: 'asyncapi-2', modern: false, nullable: true, ajv: makeAjv },
] as const)('random schemas of $dialect', ({ dialect, modern, nullable, ajv }) => {
  test('guards and validators agree with Ajv', { timeout: 240_000 }, () => {
    const sampled = fc.sample(schemaDocument({ modern, nullable }), { numRuns: schemaCount, seed: 7 });
    const schemas = sampled.filter((schema) => isBuildable(schema, dialect));
    expect(schemas.length).toBeGreaterThan(schemaCount / 2);
    const byName = Object.fromEntries(schemas.map((schema, index) => [`Schema${String(index)}`, schema]));
    const validators = emitted(byName, { dialect });
    let pairs = 0;
    for (const [name, schema] of Object.entries(byName)) {
      const oracle: ValidateFunction = ajv().compile(forAjv(schema) as object);
      const validator = validators[name];
      for (const value of fc.sample(anyValue, { numRuns: valuesPerSchema, seed: pairs })) {
        const valid = oracle(value);
        const verdict = { guard: validator?.is(value), validator: validator?.validate(value).length === 0 };
        expect(verdict, JSON.stringify({ schema, value }, undefined, 1)).toEqual({ guard: valid, validator: valid });
        pairs += 1;
      }
    }
    console.log(dialect, schemas.length, pairs);
  });
});
