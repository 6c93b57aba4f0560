import type { Located, Schema } from '../../../model/index.js';
import { jsonLiteral } from '../../text/index.js';
import { declarations } from '../checks/object-parts.js';
import { always, any, compare, never, test, type Condition } from '../code/condition.js';
import { line, returns, when, type Statement, type SwitchCase } from '../code/statement.js';
import { LocalNames } from '../module/local-names.js';
import type { ModuleContext } from '../module/module-context.js';
import type { Place } from '../module/place.js';
import { mostCases, type Discriminant } from '../schema/unions.js';
import { conditionOf } from './condition.js';
import { refuseUnless } from './refuse.js';

/** The whole body of the guard of a schema that is nothing but an `anyOf` or `oneOf`. */
export function guardUnion(
  ctx: ModuleContext,
  union: Located<readonly Schema[]>,
  keyword: 'anyOf' | 'oneOf',
  place: Place,
): readonly Statement[] {
  const { discriminant, others, exclusive } = ctx.unions.plan(union, keyword);
  const counts = keyword === 'oneOf' && !exclusive;
  if (discriminant === undefined) return tryBranches(ctx, others, counts, place);
  const isObject = test(`${ctx.runtime('isObject')}(value)`);
  const dispatch = guardByDiscriminant(ctx, discriminant, place);
  if (others.length === 0) return [...refuseUnless(isObject), ...dispatch];
  return [...when(isObject, dispatch), ...tryBranches(ctx, others, counts, place)];
}

function tryBranches(
  ctx: ModuleContext,
  branches: readonly Schema[],
  counts: boolean,
  place: Place,
): readonly Statement[] {
  const variant = place.part('Variant', 'one of several');
  const conditions = branches.map((branch) => conditionOf(ctx, branch, 'value', variant));
  if (!counts && conditions.length > mostCases) {
    return [...conditions.flatMap((condition) => when(condition, [returns(always)])), returns(never)];
  }
  if (!counts) return [returns(any(...conditions))];
  const [first, second, ...more] = conditions;
  if (isCall(first) && isCall(second) && more.length === 0) {
    return [returns(compare(first.text, '!==', second.text))];
  }
  return [
    line('let matches = 0;'),
    ...conditions.flatMap((condition) => when(condition, [line('matches += 1;')])),
    returns(compare('matches', '===', '1')),
  ];
}

function isCall(condition: Condition | undefined): condition is Condition & { kind: 'test' } {
  return condition?.kind === 'test' && /^[\p{ID_Continue}$]+\([^()]*\)$/u.test(condition.text);
}

function guardByDiscriminant(
  ctx: ModuleContext,
  discriminant: Discriminant,
  place: Place,
): readonly Statement[] {
  const locals = new LocalNames();
  const local = locals.localFor(discriminant.property);
  const body =
    discriminant.cases.length > mostCases
      ? guardByMap(ctx, discriminant, local, place)
      : [guardBySwitch(ctx, discriminant, local, place)];
  return [...declarations(ctx, locals, 'value', body), ...body];
}

function guardBySwitch(ctx: ModuleContext, { cases }: Discriminant, local: string, place: Place): Statement {
  const branches = cases.map(({ values, schema }): SwitchCase => {
    const condition = conditionOf(ctx, schema, 'value', place.variant(String(values[0])));
    return { labels: values.map(jsonLiteral), body: [returns(condition)] };
  });
  return { kind: 'switch', subject: local, cases: [...branches, { labels: [], body: [returns(never)] }] };
}

function guardByMap(
  ctx: ModuleContext,
  { cases }: Discriminant,
  local: string,
  place: Place,
): readonly Statement[] {
  const units = cases.map(({ values, schema }) => ({
    values,
    unit: ctx.guardUnit(schema, place.variant(String(values[0]))),
  }));
  const depth = units.some(({ unit }) => unit.carriesDepth);
  const type = `(value: unknown${depth ? ', depth: number' : ''}) => boolean`;
  const items = units.flatMap(({ values, unit }) =>
    values.map((value) => `[${jsonLiteral(value)}, ${unit.guard}]`),
  );
  const name = ctx.constant(place.unit, place.base, 'Guards', {
    open: `new Map<unknown, ${type}>([`,
    items,
    close: '])',
  });
  return [line(`return ${name}.get(${local})?.(value${depth ? `, ${place.depth}` : ''}) ?? false;`)];
}
