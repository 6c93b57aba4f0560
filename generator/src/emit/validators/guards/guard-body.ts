import type { KeywordSchema, Schema } from '../../../model/index.js';
import { anyTypeTest, kindTest, typesOf, typeTest } from '../checks/type-tests.js';
import { valueChecks } from '../checks/value-checks.js';
import { always, any, compare, never, not, test, type Condition } from '../code/condition.js';
import { returns, when, type Statement } from '../code/statement.js';
import type { FunctionUnit } from '../module/function-unit.js';
import type { ModuleContext } from '../module/module-context.js';
import { Place } from '../module/place.js';
import { assertionsOf } from '../schema/assertions.js';
import { isExpression } from '../schema/inline.js';
import { separateMemberParts, type MemberPart } from '../schema/member-parts.js';
import { kindOfType, type Kind } from '../schema/schema-facts.js';
import { checksOfKind, inlineCondition, partCondition, partConditions } from './condition.js';
import { guardArray } from './guard-array.js';
import { guardObject } from './guard-object.js';
import { guardUnion } from './guard-union.js';
import { refuseUnless } from './refuse.js';

/** The body of the guard of a schema, without its data rules: `value` is the parameter; ends in a return. */
export function guardBody(ctx: ModuleContext, unit: FunctionUnit): readonly Statement[] {
  const { schema } = unit;
  if (schema.kind === 'boolean') return [returns({ kind: 'constant', value: schema.value })];
  const place = Place.of(unit);
  const limit = unit.limitsDepth ? when(test(`depth > ${ctx.runtime('maxDepth')}`), [returns(never)]) : [];
  if (isExpression(ctx, schema)) return [...limit, returns(inlineCondition(ctx, schema, 'value', place))];
  return [...limit, ...nullStatements(schema), ...unionOrKeywords(ctx, schema, place)];
}

function nullStatements(schema: KeywordSchema): readonly Statement[] {
  return schema.nullable === undefined ? [] : when(compare('value', '===', 'null'), [returns(always)]);
}

function unionOrKeywords(ctx: ModuleContext, schema: KeywordSchema, place: Place): readonly Statement[] {
  const keys = assertionsOf(schema).filter((key) => key !== 'nullable');
  const [only] = keys;
  if (keys.length === 1 && (only === 'anyOf' || only === 'oneOf')) {
    const union = schema[only];
    if (union !== undefined) return guardUnion(ctx, union, only, place);
  }
  const { parts, rest } = separateMemberParts(ctx, schema);
  return [
    ...typeStatements(ctx, rest, place, parts),
    ...partConditions(ctx, rest, 'value', place).flatMap(refuseUnless),
    ...conditional(ctx, rest, place),
    returns(always),
  ];
}

/** `type` and what applies to values of one kind only. */
function typeStatements(
  ctx: ModuleContext,
  schema: KeywordSchema,
  place: Place,
  parts: readonly MemberPart[],
): readonly Statement[] {
  const types = typesOf(schema);
  const [type] = types ?? [];
  const values = valueChecks(ctx, schema, 'value', place).flatMap(({ holds }) => refuseUnless(holds));
  if (types?.length === 1 && type !== undefined) {
    const kind = kindOfType(type);
    const checks = kindStatements(ctx, schema, kind, place, parts);
    return [...refuseUnless(typeTest(ctx, type, 'value', checks.length > 0)), ...checks, ...values];
  }
  const kinds: readonly Kind[] = ['number', 'string', 'array', 'object'];
  return [
    ...(types === undefined ? [] : refuseUnless(anyTypeTest(ctx, types, 'value'))),
    ...kinds.flatMap((kind) =>
      when(kindTest(ctx, kind, 'value'), kindStatements(ctx, schema, kind, place, [])),
    ),
    ...values,
  ];
}

function kindStatements(
  ctx: ModuleContext,
  schema: KeywordSchema,
  kind: Kind,
  place: Place,
  parts: readonly MemberPart[],
): readonly Statement[] {
  if (kind === 'array') return guardArray(ctx, schema, place);
  if (kind === 'object') return guardObject(ctx, schema, place, parts);
  return checksOfKind(ctx, schema, kind, 'value', place).flatMap(({ holds }) => refuseUnless(holds));
}

/** `if`, `then` and `else`. */
function conditional(ctx: ModuleContext, schema: KeywordSchema, place: Place): readonly Statement[] {
  if (schema.if === undefined) return [];
  const branch = (located: { readonly value: Schema } | undefined, suffix: string): Condition => {
    if (located === undefined) return always;
    return partCondition(ctx, schema, located.value, 'value', place.part(suffix, suffix.toLowerCase()));
  };
  const condition = branch(schema.if, 'If');
  const consequence = branch(schema.then, 'Then');
  const alternative = branch(schema.else, 'Else');
  if (schema.else === undefined) return refuseUnless(any(not(condition), consequence));
  if (schema.then === undefined) return refuseUnless(any(condition, alternative));
  return when(condition, refuseUnless(consequence), refuseUnless(alternative));
}
