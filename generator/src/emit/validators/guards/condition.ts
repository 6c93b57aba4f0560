import type { KeywordSchema, Schema } from '../../../model/index.js';
import { all, any, compare, not, test, type Condition } from '../code/condition.js';
import type { Check } from '../checks/check.js';
import { numberChecks, stringChecks } from '../checks/scalar-checks.js';
import { arraySizeChecks } from '../checks/structure-checks.js';
import { kindTest, typesOf, typeTest } from '../checks/type-tests.js';
import { isAmong, valueChecks } from '../checks/value-checks.js';
import type { ModuleContext } from '../module/module-context.js';
import type { Place } from '../module/place.js';
import { isInline, isInlinePart } from '../schema/inline.js';
import { isOfType, kindOfType, listedValues, type Kind } from '../schema/schema-facts.js';

/** When a value is valid: written in place where that is short, else a call of the schema's own guard. */
export function conditionOf(ctx: ModuleContext, schema: Schema, subject: string, place: Place): Condition {
  if (schema.kind === 'boolean') return { kind: 'constant', value: schema.value };
  if (!isInline(ctx, schema)) return test(ctx.guardCall(schema, subject, place));
  return inlineCondition(ctx, schema, subject, place);
}

export function inlineCondition(
  ctx: ModuleContext,
  schema: KeywordSchema,
  subject: string,
  place: Place,
): Condition {
  const condition = all(
    ownCondition(ctx, schema, subject, place),
    ...partConditions(ctx, schema, subject, place),
  );
  return schema.nullable === undefined ? condition : any(compare(subject, '===', 'null'), condition);
}

/** `type`, `enum`, `const` and the keywords on numbers, strings and the size of arrays. */
function ownCondition(ctx: ModuleContext, schema: KeywordSchema, subject: string, place: Place): Condition {
  const values = all(...valueChecks(ctx, schema, subject, place).map(({ holds }) => holds));
  const types = typesOf(schema);
  const checked = (kind: Kind): Condition =>
    all(...checksOfKind(ctx, schema, kind, subject, place).map(({ holds }) => holds));
  if (types === undefined) {
    const kinds = (['number', 'string', 'array'] as const).map((kind) => {
      const condition = checked(kind);
      return condition.kind === 'constant' ? condition : any(not(kindTest(ctx, kind, subject)), condition);
    });
    return all(...kinds, values);
  }
  const perType = types.map((type) => {
    const condition = checked(kindOfType(type));
    return { condition, test: typeTest(ctx, type, subject, condition.kind !== 'constant') };
  });
  const impliedByValues = listedValues(schema)?.every((value) => isOfType(value, types)) ?? false;
  if (impliedByValues && perType.every(({ condition }) => condition.kind === 'constant')) return values;
  return all(any(...perType.map((entry) => all(entry.test, entry.condition))), values);
}

/** The checks that apply to values of one kind. */
export function checksOfKind(
  ctx: ModuleContext,
  schema: KeywordSchema,
  kind: Kind,
  subject: string,
  place: Place,
): readonly Check[] {
  switch (kind) {
    case 'number':
      return numberChecks(ctx, schema, subject);
    case 'string':
      return stringChecks(ctx, schema, subject, place);
    case 'array':
      return arraySizeChecks(ctx, schema, subject);
    default:
      return [];
  }
}

/** The keywords that apply other schemas to the same value; calls last, for they tell the compiler a type. */
export function partConditions(
  ctx: ModuleContext,
  schema: KeywordSchema,
  subject: string,
  place: Place,
): readonly Condition[] {
  const parts: Condition[] = [];
  const calls: Condition[] = [];
  const add = (branch: Schema, part: Place, negative = false): void => {
    const condition = partCondition(ctx, schema, branch, subject, part);
    (isInlinePart(ctx, schema, branch) ? parts : calls).push(negative ? not(condition) : condition);
  };
  schema.allOf?.value.forEach((branch) => add(branch, place.part('Part', 'allOf')));
  if (schema.not !== undefined) add(schema.not.value, place.part('Excluded', 'not'), true);
  if (schema.ref !== undefined) calls.push(test(ctx.guardCall(referenceOf(schema), subject, place)));
  parts.push(...unionConditions(ctx, schema, subject, place));
  return [...parts, ...calls];
}

/** When a value is valid under another schema that applies to it as well. */
export function partCondition(
  ctx: ModuleContext,
  whole: KeywordSchema,
  part: Schema,
  subject: string,
  place: Place,
): Condition {
  return isInlinePart(ctx, whole, part)
    ? conditionOf(ctx, part, subject, place)
    : test(ctx.guardCall(part, subject, place));
}

/** The reference of a schema that has other keywords beside it. */
export function referenceOf(schema: KeywordSchema): Schema {
  return { kind: 'keywords', at: schema.at, ...(schema.ref === undefined ? {} : { ref: schema.ref }) };
}

/** `anyOf` and `oneOf` that a chain of tests decides. */
function unionConditions(
  ctx: ModuleContext,
  schema: KeywordSchema,
  subject: string,
  place: Place,
): readonly Condition[] {
  return (['anyOf', 'oneOf'] as const).flatMap((keyword) => {
    const union = schema[keyword];
    if (union === undefined) return [];
    const { values } = ctx.unions.plan(union, keyword);
    if (values !== undefined) return [isAmong(ctx, values, subject, place)];
    const variant = place.part('Variant', 'one of several');
    return [any(...union.value.map((branch) => conditionOf(ctx, branch, subject, variant)))];
  });
}
