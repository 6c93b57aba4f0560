import type { Located, Schema } from '../../../model/index.js';
import { jsonLiteral } from '../../text/index.js';
import { declarations } from '../checks/object-parts.js';
import { listText, unionText } from '../checks/phrases.js';
import { kindTest } from '../checks/type-tests.js';
import { isAmong } from '../checks/value-checks.js';
import { any, compare, not, test } from '../code/condition.js';
import { line, when, type Statement, type SwitchCase } from '../code/statement.js';
import { conditionOf } from '../guards/condition.js';
import { mostCases } from '../guards/guard-union.js';
import { LocalNames } from '../module/local-names.js';
import type { ModuleContext } from '../module/module-context.js';
import { isTrivial } from '../schema/assertions.js';
import { isInline } from '../schema/inline.js';
import { kindOfType, kinds, type Kind } from '../schema/schema-facts.js';
import type { Discriminant } from '../schema/unions.js';
import { collectIssues } from './collect.js';
import { described, reportIssue } from './report.js';
import type { Site } from './site.js';

type Union = Located<readonly Schema[]>;
type UnionKeyword = 'anyOf' | 'oneOf';

/**
 * Statements that report why a value matches no branch of a union: the issues of the branch that the value
 * means, where its discriminant or its kind tells, else one issue of the union.
 */
export function collectUnion(
  ctx: ModuleContext,
  union: Union,
  keyword: UnionKeyword,
  site: Site,
): readonly Statement[] {
  const plan = ctx.unions.plan(union, keyword);
  if (plan.values !== undefined) {
    const issue = { code: codeOf(keyword), expected: listText(plan.values, 'values'), at: union.at };
    const report = reportIssue(ctx, site.path, { ...issue, got: described(ctx, site.subject) });
    return when(not(isAmong(ctx, plan.values, site.subject, site.place)), [report]);
  }
  const rest = collectByTrying(ctx, union, plan.others, keyword, plan.exclusive, site);
  if (plan.discriminant === undefined) return rest;
  const isObject = test(`${ctx.runtime('isObject')}(${site.subject})`);
  const dispatch = collectByDiscriminant(ctx, union, keyword, plan.discriminant, site);
  return [...when(not(isObject), [...rest, line('return;')]), ...dispatch];
}

function codeOf(keyword: UnionKeyword): string {
  return keyword === 'anyOf' ? 'any_of' : 'one_of';
}

function reportUnion(ctx: ModuleContext, union: Union, keyword: UnionKeyword, site: Site): Statement {
  const expected = unionText(ctx.facts, union.value);
  const got = described(ctx, site.subject);
  return reportIssue(ctx, site.path, { code: codeOf(keyword), expected, got, at: union.at });
}

/** Branches without a discriminant. */
function collectByTrying(
  ctx: ModuleContext,
  union: Union,
  branches: readonly Schema[],
  keyword: UnionKeyword,
  exclusive: boolean,
  site: Site,
): readonly Statement[] {
  const none = collectByKind(ctx, union, branches, keyword, site);
  if (exclusive) return none;
  const variant = site.place.part('Variant', 'one of several');
  const conditions = branches.map((branch) => conditionOf(ctx, branch, site.subject, variant));
  if (keyword === 'anyOf') return when(not(any(...conditions)), none);
  const expected = `exactly one of ${String(branches.length)} forms: ${unionText(ctx.facts, branches)}`;
  const got = '`${matches} of them`';
  const many = reportIssue(ctx, site.path, { code: 'one_of', expected, got, at: union.at });
  return [
    line('let matches = 0;'),
    ...conditions.flatMap((condition) => when(condition, [line('matches += 1;')])),
    ...when(compare('matches', '>', '1'), [many], when(compare('matches', '===', '0'), none)),
  ];
}

/** The issues of the one branch that values of this kind can match; an issue of the union for other kinds. */
function collectByKind(
  ctx: ModuleContext,
  union: Union,
  branches: readonly Schema[],
  keyword: UnionKeyword,
  site: Site,
): readonly Statement[] {
  let statements: readonly Statement[] = [reportUnion(ctx, union, keyword, site)];
  const place = site.place.part('Variant', 'one of several');
  for (const [branch, admitted] of [...soleBranches(ctx, branches)].reverse()) {
    const isMeant = any(...admitted.map((kind) => kindTest(ctx, kind, site.subject)));
    const meant = collectIssues(ctx, withoutType(ctx, branch, admitted), { ...site, place, ownFunction: false });
    statements = when(isMeant, meant, statements);
  }
  return statements;
}

/** The branches that are the only ones for some kinds of values, with these kinds. */
function soleBranches(ctx: ModuleContext, branches: readonly Schema[]): ReadonlyMap<Schema, readonly Kind[]> {
  const sole = new Map<Schema, Kind[]>();
  for (const kind of kinds) {
    const [only, ...more] = branches.filter((branch) => ctx.facts.kindsOf(branch).has(kind));
    if (only === undefined || more.length > 0) continue;
    sole.set(only, [...(sole.get(only) ?? []), kind]);
  }
  return sole;
}

/** A branch whose type has just been tested; one with a function of its own stays as it is. */
function withoutType(ctx: ModuleContext, branch: Schema, tested: readonly Kind[]): Schema {
  if (branch.kind === 'boolean' || branch.type === undefined || !isInline(ctx, branch)) return branch;
  const types = branch.type.value;
  if (types.includes('integer') || !tested.every((kind) => types.some((type) => kindOfType(type) === kind))) {
    return branch;
  }
  // JSON has no NaN and no infinity: the test of the type refuses them, the test of the kind does not.
  if (types.includes('number')) return branch;
  const { type: _, ...rest } = branch;
  return isTrivial(rest) ? { kind: 'boolean', value: true, at: branch.at } : rest;
}

function collectByDiscriminant(
  ctx: ModuleContext,
  union: Union,
  keyword: UnionKeyword,
  discriminant: Discriminant,
  site: Site,
): readonly Statement[] {
  const locals = new LocalNames();
  const local = locals.localFor(discriminant.property);
  const values = discriminant.cases.flatMap((entry) => entry.values);
  const unknown = reportIssue(ctx, site.path.member(discriminant.property), {
    code: codeOf(keyword),
    expected: listText(values, 'values'),
    got: described(ctx, local),
    at: union.at,
  });
  const body =
    discriminant.cases.length > mostCases
      ? collectByMap(ctx, discriminant, local, unknown, site)
      : [collectBySwitch(ctx, discriminant, local, unknown, site)];
  return [...declarations(ctx, locals, site.subject, body), ...body];
}

function collectBySwitch(
  ctx: ModuleContext,
  { cases }: Discriminant,
  local: string,
  unknown: Statement,
  site: Site,
): Statement {
  const branches = cases.map(({ values, schema }): SwitchCase => {
    const place = site.place.variant(String(values[0]));
    const statements = collectIssues(ctx, schema, { ...site, place, ownFunction: false });
    return { labels: values.map(jsonLiteral), body: [...statements, line('break;')] };
  });
  return { kind: 'switch', subject: local, cases: [...branches, { labels: [], body: [unknown] }] };
}

function collectByMap(
  ctx: ModuleContext,
  { cases }: Discriminant,
  local: string,
  unknown: Statement,
  site: Site,
): readonly Statement[] {
  const units = cases.map(({ values, schema }) => ({
    values,
    unit: ctx.collectorUnit(schema, site.place.variant(String(values[0]))),
  }));
  const depth = units.some(({ unit }) => unit.carriesDepth);
  const issues = `issues: ${ctx.names.runtimeType('Issue')}[]`;
  const type = `(value: unknown, path: string, ${issues}${depth ? ', depth: number' : ''}) => void`;
  const name = ctx.constant(site.place.unit, site.place.base, 'Collectors', {
    open: `new Map<unknown, ${type}>([`,
    items: units.flatMap(({ values, unit }) =>
      values.map((value) => `[${jsonLiteral(value)}, ${unit.collector}]`),
    ),
    close: '])',
  });
  const args = [site.subject, site.path.toString(), 'issues', ...(depth ? [site.place.depth] : [])];
  return [
    line(`const collect = ${name}.get(${local});`),
    ...when(compare('collect', '===', 'undefined'), [unknown], [line(`collect(${args.join(', ')});`)]),
  ];
}
