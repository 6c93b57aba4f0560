import type { KeywordSchema, Schema } from '../../../model/index.js';
import { listedStringsOnly } from '../checks/key-schema.js';
import {
  declarations,
  hasNameLoop,
  isDeclaredName,
  matches,
  memberPlace,
  membersOf,
} from '../checks/object-parts.js';
import { stringChecks } from '../checks/scalar-checks.js';
import { objectSizeChecks } from '../checks/structure-checks.js';
import { valueChecks } from '../checks/value-checks.js';
import { all, any, compare, not, test, type Condition } from '../code/condition.js';
import { mentions } from '../code/layout.js';
import { block, line, when, type Statement } from '../code/statement.js';
import { LocalNames } from '../module/local-names.js';
import type { ModuleContext } from '../module/module-context.js';
import type { Place } from '../module/place.js';
import { comparesScalars } from '../schema/inline.js';
import type { MemberPart } from '../schema/member-parts.js';
import { conditionOf } from './condition.js';
import { refuseUnless } from './refuse.js';

/** The checks of an object; `value` is known to be one. */
export function guardObject(
  ctx: ModuleContext,
  schema: KeywordSchema,
  place: Place,
  parts: readonly MemberPart[],
): readonly Statement[] {
  const locals = new LocalNames(hasNameLoop(schema));
  const conditions = [
    ...objectSizeChecks(ctx, schema, 'value').map(({ holds }) => holds),
    ...memberConditions(ctx, schema, place, locals),
    ...dependentConditions(ctx, schema, place, locals),
  ];
  const checks = [
    ...conditions.flatMap(refuseUnless),
    ...parts.flatMap((part) => partStatements(ctx, part, place, locals)),
  ];
  return [...declarations(ctx, locals, 'value', checks), ...checks, ...nameLoop(ctx, schema, place)];
}

/** Properties; those of recursive types last, so that a cheap check refuses first. */
function memberConditions(
  ctx: ModuleContext,
  schema: KeywordSchema,
  place: Place,
  locals: LocalNames,
): readonly Condition[] {
  const plain: Condition[] = [];
  const recursive: Condition[] = [];
  for (const { name, local, required, schema: inner } of membersOf(schema, locals)) {
    const absent = compare(local, '===', 'undefined');
    if (inner === undefined) {
      plain.push(not(absent));
      continue;
    }
    const condition = conditionOf(ctx, inner, local, memberPlace(place, name));
    const list = ctx.recursion.isRecursive(inner) || ctx.recursion.carriesDepth(inner) ? recursive : plain;
    if (required === undefined) list.push(any(absent, condition));
    else if (ctx.facts.rejectsAbsence(inner)) list.push(condition);
    else list.push(all(not(absent), condition));
  }
  return [...plain, ...recursive];
}

/** Conditions on members that hold for the object as a whole. */
function partStatements(
  ctx: ModuleContext,
  part: MemberPart,
  place: Place,
  locals: LocalNames,
): readonly Statement[] {
  const holds = (schema: KeywordSchema): Condition => memberPartCondition(ctx, schema, place, locals);
  switch (part.kind) {
    case 'not':
      return refuseUnless(not(holds(part.schema)));
    case 'anyOf':
      return refuseUnless(any(...part.branches.map(holds)));
    case 'conditional': {
      const condition = holds(part.if);
      if (part.then !== undefined && part.else !== undefined) {
        return when(condition, refuseUnless(holds(part.then)), refuseUnless(holds(part.else)));
      }
      if (part.then !== undefined) return refuseUnless(any(not(condition), holds(part.then)));
      return part.else === undefined ? [] : refuseUnless(any(condition, holds(part.else)));
    }
  }
}

export function memberPartCondition(
  ctx: ModuleContext,
  schema: KeywordSchema,
  place: Place,
  locals: LocalNames,
): Condition {
  return all(...memberConditions(ctx, schema, place, locals));
}

/** `dependentRequired` and `dependentSchemas`. */
function dependentConditions(
  ctx: ModuleContext,
  schema: KeywordSchema,
  place: Place,
  locals: LocalNames,
): readonly Condition[] {
  const absent = (name: string): Condition => compare(locals.localFor(name), '===', 'undefined');
  const required = (schema.dependentRequired ?? []).map((dependent) =>
    any(absent(dependent.name), all(...dependent.required.map(({ value }) => not(absent(value))))),
  );
  const schemas = (schema.dependentSchemas ?? []).map(({ name, schema: inner }) => {
    const part = place.part('Dependent', `with ${name}`);
    return any(absent(name), objectPartCondition(ctx, inner, part));
  });
  return [...required, ...schemas];
}

/** The condition of another schema on `value`, which the compiler knows to be an object. */
function objectPartCondition(ctx: ModuleContext, schema: Schema, place: Place): Condition {
  return comparesScalars(schema)
    ? test(ctx.guardCall(schema, 'value', place))
    : conditionOf(ctx, schema, 'value', place);
}

/** `propertyNames`, `patternProperties` and `additionalProperties`: a loop over the names. */
function nameLoop(ctx: ModuleContext, schema: KeywordSchema, place: Place): readonly Statement[] {
  const checks = all(
    keyCondition(ctx, schema, place),
    ...(schema.patternProperties ?? []).map(({ pattern, schema: inner }) =>
      any(not(matches(ctx, pattern, place)), conditionOf(ctx, inner, 'member', place.member('Entry', '.*'))),
    ),
    additionalCondition(ctx, schema, place),
  );
  const own = test('Object.hasOwn(value, name)');
  const refusals = checks.kind === 'all' ? checks.parts.flatMap(refuseUnless) : refuseUnless(checks);
  if (refusals.length === 0) return [];
  const usesMember = mentions(refusals, 'member');
  if (refusals.length === 1 && !usesMember) {
    return block('for (const name in value)', refuseUnless(any(checks, not(own))));
  }
  return block('for (const name in value)', [
    ...when(not(own), [line('continue;')]),
    ...(usesMember ? [line('const member = value[name];')] : []),
    ...refusals,
  ]);
}

function additionalCondition(ctx: ModuleContext, schema: KeywordSchema, place: Place): Condition {
  const { additionalProperties } = schema;
  if (additionalProperties === undefined) return { kind: 'constant', value: true };
  const condition = conditionOf(ctx, additionalProperties.value, 'member', place.member('Entry', '.*'));
  return any(isDeclaredName(ctx, schema, place), condition);
}

function keyCondition(ctx: ModuleContext, schema: KeywordSchema, place: Place): Condition {
  if (schema.propertyNames === undefined) return { kind: 'constant', value: true };
  return conditionOfName(ctx, schema.propertyNames.value, place);
}

/** When a property name is valid under a schema of names. */
export function conditionOfName(ctx: ModuleContext, schema: Schema, place: Place): Condition {
  const part = place.member('Name', ' names');
  if (schema.kind === 'boolean') return { kind: 'constant', value: schema.value };
  if (!listedStringsOnly(schema)) return test(ctx.guardCall(schema, 'name', part));
  const checks = [...stringChecks(ctx, schema, 'name', part), ...valueChecks(ctx, schema, 'name', part)];
  return all(...checks.map(({ holds }) => holds));
}
