import type { KeywordSchema, Located, Schema } from '../../../model/index.js';
import { jsonLiteral } from '../../text/index.js';
import { declarations } from '../checks/object-parts.js';
import { listText, unionText } from '../checks/phrases.js';
import { kindTest } from '../checks/type-tests.js';
import { isAmong } from '../checks/value-checks.js';
import { any, compare, not, test } from '../code/condition.js';
import { line, when, type Statement, type SwitchCase } from '../code/statement.js';
import { conditionOf } from '../guards/condition.js';
import { LocalNames } from '../module/local-names.js';
import type { ModuleContext } from '../module/module-context.js';
import { isTrivial, type SchemaDraft } from '../schema/assertions.js';
import { hasPartsThatNarrow, isInline } from '../schema/inline.js';
import { dropInapplicable, mergeListedValues } from '../schema/narrow.js';
import { kinds, type Kind } from '../schema/schema-facts.js';
import { mostCases, type Discriminant } from '../schema/unions.js';
import { collectIssues, collectorCallOf } from './collect.js';
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
  if (keyword === 'anyOf' && branches.length > mostCases) {
    const schema: Schema = { kind: 'keywords', at: union.at, anyOf: { value: branches, at: union.at } };
    const variants = site.place.part('Variants', 'one of many');
    return when(not(test(ctx.guardCall(schema, site.subject, variants))), none);
  }
  const conditions = branches.map((branch) => conditionOf(ctx, branch, site.subject, variant));
  if (keyword === 'anyOf') return when(not(any(...conditions)), none);
  const expected = `exactly one of ${String(branches.length)} forms: ${unionText(ctx.facts, branches)}`;
  const got = '`${String(matches)} of them`';
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
  for (const [branch, admitted] of [...soleBranches(ctx, branches)].reverse()) {
    const isMeant = any(...admitted.map((kind) => kindTest(ctx, kind, site.subject)));
    statements = when(isMeant, collectBranch(ctx, branch, admitted, site), statements);
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

/** The issues of a branch for a value of some kinds, which has just been tested. */
function collectBranch(
  ctx: ModuleContext,
  branch: Schema,
  tested: readonly Kind[],
  site: Site,
): readonly Statement[] {
  const inner: Site = { ...site, place: site.place.part('Variant', 'one of several'), ownFunction: false };
  if (branch.kind === 'boolean' || !isInline(ctx, branch)) return collectIssues(ctx, branch, inner);
  // Behind a call the compiler does not know the kind, so that it does not object to tests of other kinds.
  if (hasPartsThatNarrow(branch)) return [collectorCallOf(ctx, branch, inner)];
  return collectIssues(ctx, narrowedTo(branch, tested), inner);
}

/** What a schema still says of values of these kinds. */
function narrowedTo(schema: KeywordSchema, tested: readonly Kind[]): Schema {
  const draft: SchemaDraft = { ...schema, type: { value: tested, at: schema.type?.at ?? schema.at } };
  dropInapplicable(draft);
  mergeListedValues(draft);
  // The test of a number lets pass what a parser makes of 1e999; the test of its type does not.
  if (schema.type === undefined || !tested.includes('number')) delete draft.type;
  else draft.type = schema.type;
  return isTrivial(draft) ? { kind: 'boolean', value: true, at: schema.at } : draft;
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
