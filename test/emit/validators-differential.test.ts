import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SchemaDialect } from '../../generator/src/build/schema/index.js';
import { anyValue, schemaDocument, type JsonSchemaDocument } from '../support/arbitrary-schemas.js';
import { emitted, schemaSet } from '../support/emitted-validators.js';
import { LikelyValues, seededRandom } from '../support/likely-values.js';

const schemasPerDialect = 180;
const valuesPerSchema = 50;

/** The schema in the words of Ajv. */
function forAjv(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forAjv);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'const' || key === 'enum' ? value : forAjv(value),
    ]),
  );
  return withNullable(withContainsApart(copy));
}

/** Ajv 8.20 judges an empty array by the array before it: what `contains` says of it is said by `minItems`. */
function withContainsApart(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (schema['contains'] === undefined) return schema;
  const { contains, minContains, maxContains, ...rest } = schema;
  const counted = Object.entries({ contains, minContains, maxContains }).filter(
    ([, value]) => value !== undefined,
  );
  const apart = { ...Object.fromEntries(counted), ...(minContains === 0 ? {} : { minItems: 1 }) };
  return { ...rest, allOf: [...((rest['allOf'] as unknown[] | undefined) ?? []), apart] };
}

/** Ajv reads `nullable` as part of `type`; profilegen admits null whatever the other keywords say. */
function withNullable(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (schema['nullable'] !== true) return schema;
  const { nullable: _, definitions, ...rest } = schema;
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

/** The verdict of Ajv; undefined where the code that Ajv 8.20 makes of the schema does not run. */
function verdictOf(oracle: (value: unknown) => unknown, value: unknown): boolean | undefined {
  try {
    return oracle(value) === true;
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}

/** The schema as that of one property, beside another one that is always broken. */
function besideBroken({ definitions, ...schema }: JsonSchemaDocument): JsonSchemaDocument {
  return { definitions, type: 'object', properties: { broken: { type: 'null' }, value: schema } };
}

const options = { strict: false, logger: false, ownProperties: true } as const;

describe.each([
  { dialect: 'draft-07', modern: false, nullable: false, makeAjv: () => new Ajv(options) },
  { dialect: '2020-12', modern: true, nullable: false, makeAjv: () => new Ajv2020(options) },
  { dialect: 'asyncapi-2', modern: false, nullable: true, makeAjv: () => new Ajv(options) },
] as const)('random schemas of $dialect', ({ dialect, modern, nullable, makeAjv }) => {
  const schemas = fc
    .sample(schemaDocument({ modern, nullable }), { numRuns: schemasPerDialect, seed: 7 })
    .filter((schema) => isBuildable(schema, dialect));
  const pool = fc.sample(anyValue, { numRuns: 500, seed: 7 });
  const inputs = Object.fromEntries(schemas.map((schema, index) => [`Schema${String(index)}`, schema]));
  const beside = Object.fromEntries(
    schemas.map((schema, index) => [`Beside${String(index)}`, besideBroken(schema)]),
  );

  test('guards and validators agree with Ajv', { timeout: 300_000 }, () => {
    const validators = emitted({ ...inputs, ...beside }, { dialect });
    const random = seededRandom(7);
    const disagreements: unknown[] = [];
    let pairs = 0;
    let valid = 0;
    schemas.forEach((schema, index) => {
      const oracle = makeAjv().compile(forAjv(schema) as object);
      const likely = new LikelyValues(schema, random, pool);
      const own = validators[`Schema${String(index)}`];
      const wrapped = validators[`Beside${String(index)}`];
      for (let count = 0; count < valuesPerSchema; count += 1) {
        const value = count % 5 === 0 ? pool[Math.floor(random() * pool.length)] : likely.next();
        const expected = value === undefined ? undefined : verdictOf(oracle, value);
        if (expected === undefined) continue;
        const guard = own?.is(value);
        const validator = own?.validate(value).length === 0;
        // The guard of the whole is false here, so that this is the verdict of what collects the issues.
        const collector = wrapped?.validate({ broken: 1, value }).length === 1;
        if (guard !== expected || validator !== expected || collector !== expected) {
          disagreements.push({ expected, guard, validator, collector, value, schema });
        }
        pairs += 1;
        if (expected) valid += 1;
      }
    });
    expect(disagreements.slice(0, 3)).toEqual([]);
    expect(pairs).toBeGreaterThan(6_700);
    expect(valid).toBeGreaterThan(pairs / 5);
  });
});
