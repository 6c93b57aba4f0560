import type { KeywordSchema, Schema } from '../../../model/index.js';
import { assertionsOf, isPureReference } from './assertions.js';
import { isOfType, isScalar, listedValues } from './schema-facts.js';
import { mostCases, type Unions } from './unions.js';

export interface UnionPlans {
  readonly unions: Unions;
}

/** Keywords that need statements: loops, local constants, branches. */
const structural: ReadonlySet<string> = new Set<keyof KeywordSchema>([
  'properties',
  'patternProperties',
  'additionalProperties',
  'propertyNames',
  'dependentSchemas',
  'dependentRequired',
  'required',
  'minProperties',
  'maxProperties',
  'prefixItems',
  'items',
  'contains',
  'if',
]);

/** Keywords whose tests are counted one by one. */
const counted: ReadonlySet<string> = new Set<keyof KeywordSchema>([
  'type',
  'enum',
  'const',
  'allOf',
  'anyOf',
  'oneOf',
]);

/** Most tests that are written in place of a call. */
const mostTests = 6;

/** Whether the check of a schema is short enough to stand where the value is checked. */
export function isInline(ctx: UnionPlans, schema: KeywordSchema): boolean {
  return !isPureReference(schema) && budgetAfter(ctx, schema, mostTests) >= 0;
}

/** Whether the check of a schema is one boolean expression, however long. */
export function isExpression(ctx: UnionPlans, schema: KeywordSchema): boolean {
  if (assertionsOf(schema).some((key) => structural.has(key))) return false;
  return (['anyOf', 'oneOf'] as const).every((keyword) => {
    const union = schema[keyword];
    if (union === undefined) return true;
    const plan = ctx.unions.plan(union, keyword);
    if (plan.values !== undefined) return true;
    if (union.value.length > mostCases) return false;
    return plan.discriminant === undefined && (keyword === 'anyOf' || plan.exclusive);
  });
}

/** What is left of a number of tests when a schema is written in place; negative where it cannot be. */
function budgetAfter(ctx: UnionPlans, schema: KeywordSchema, budget: number): number {
  if (!isExpression(ctx, schema)) return -1;
  const own = assertionsOf(schema).filter((key) => !counted.has(key)).length;
  const listed = Math.min(listedValues(schema)?.length ?? 0, mostTests);
  let left = budget - own - listed - (schema.type?.value.length ?? 0);
  for (const branch of [...(schema.allOf?.value ?? []), ...unionBranches(ctx, schema), ...negated(schema)]) {
    if (left < 0) return left;
    if (branch.kind === 'keywords') left = budgetAfterBranch(ctx, branch, left);
  }
  return left;
}

/** A branch that cannot stand in place costs a call. */
function budgetAfterBranch(ctx: UnionPlans, branch: KeywordSchema, budget: number): number {
  const inPlace = isPureReference(branch) ? -1 : budgetAfter(ctx, branch, budget);
  return inPlace < 0 ? budget - 1 : inPlace;
}

function negated(schema: KeywordSchema): readonly Schema[] {
  return schema.not === undefined ? [] : [schema.not.value];
}

function unionBranches(ctx: UnionPlans, schema: KeywordSchema): readonly Schema[] {
  return (['anyOf', 'oneOf'] as const).flatMap((keyword) => {
    const union = schema[keyword];
    return union === undefined || ctx.unions.plan(union, keyword).values !== undefined ? [] : union.value;
  });
}

/**
 * Whether a schema that applies to the same value as another one can be written beside it. TypeScript
 * refuses to compare a value with a literal that an earlier comparison has ruled out, and to read the length
 * of what it knows to be no array; behind a call it does not know of the earlier test.
 */
export function isInlinePart(ctx: UnionPlans, whole: KeywordSchema, part: Schema): boolean {
  if (part.kind === 'boolean') return true;
  if (!isInline(ctx, part) || listedValues(whole) !== undefined) return false;
  const compares = comparesScalars(part);
  const measures = readsLength(part);
  if (!compares && !measures) return true;
  if (partsOf(whole).length > 1) return false;
  const types = whole.type?.value;
  if (types === undefined) return true;
  if (measures) return false;
  return listedValues(part)?.every((value) => isOfType(value, types)) ?? false;
}

/** The schemas that apply to the same value. */
function partsOf(whole: KeywordSchema): readonly Schema[] {
  const located = [whole.not, whole.if, whole.then, whole.else];
  return [
    ...(whole.allOf?.value ?? []),
    ...located.flatMap((part) => (part === undefined ? [] : [part.value])),
  ];
}

/** Whether the check in place compares the value with literals. */
export function comparesScalars(schema: Schema): boolean {
  if (schema.kind === 'boolean') return false;
  return listedValues(schema)?.some(isScalar) === true || innerSchemas(schema).some(comparesScalars);
}

/** Whether the check in place reads the length of an array. */
export function readsLength(schema: Schema): boolean {
  if (schema.kind === 'boolean') return false;
  if (schema.minItems !== undefined || schema.maxItems !== undefined) return true;
  return innerSchemas(schema).some(readsLength);
}

/** Whether a schema has others on the same value that compare it with literals or read its length. */
export function hasPartsThatNarrow(schema: KeywordSchema): boolean {
  return innerSchemas(schema).some((inner) => comparesScalars(inner) || readsLength(inner));
}

function innerSchemas(schema: KeywordSchema): readonly Schema[] {
  const unions = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((located) => located?.value ?? []);
  return [...unions, ...negated(schema)];
}
