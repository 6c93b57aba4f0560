import type { KeywordSchema, Property } from '../../../model/index.js';
import { expectation, listText, unionText } from '../checks/phrases.js';
import {
  declarations,
  hasNameLoop,
  isDeclaredName,
  matches,
  memberPlace,
  membersOf,
  type Member,
} from '../checks/object-parts.js';
import { objectSizeChecks } from '../checks/structure-checks.js';
import { any, compare, not, type Condition } from '../code/condition.js';
import { mentions } from '../code/layout.js';
import { block, line, when, type Statement } from '../code/statement.js';
import { conditionOfName, memberPartCondition } from '../guards/guard-object.js';
import { LocalNames } from '../module/local-names.js';
import type { ModuleContext } from '../module/module-context.js';
import { comparesScalars } from '../schema/inline.js';
import type { MemberPart } from '../schema/member-parts.js';
import { collectIssues, collectorCallOf } from './collect.js';
import { PathText } from './path.js';
import { described, guarded, reportChecks, reportIssue } from './report.js';
import type { Site } from './site.js';

/** Statements that report the issues of an object; the subject is known to be one. */
export function collectObject(
  ctx: ModuleContext,
  schema: KeywordSchema,
  site: Site,
  parts: readonly MemberPart[],
): readonly Statement[] {
  const locals = new LocalNames(hasNameLoop(schema));
  const statements = [
    ...reportChecks(ctx, objectSizeChecks(ctx, schema, site.subject), site),
    ...membersOf(schema, locals).flatMap((member) => memberStatements(ctx, member, site, schema)),
    ...dependentRequired(ctx, schema, site, locals),
    ...(schema.dependentSchemas ?? []).flatMap((part) => dependentSchema(ctx, part, site, locals)),
    ...parts.flatMap((part) => partStatements(ctx, part, site, locals, schema)),
  ];
  return [
    ...declarations(ctx, locals, site.subject, statements),
    ...statements,
    ...nameLoop(ctx, schema, site),
  ];
}

/** Issues of a member; `whole` is the schema that says what it is. */
function memberStatements(
  ctx: ModuleContext,
  member: Member,
  site: Site,
  whole: KeywordSchema,
): readonly Statement[] {
  const { name, local, required, schema } = member;
  const path = site.path.member(name);
  const absent = compare(local, '===', 'undefined');
  const place = memberPlace(site.place, name);
  const statements =
    schema === undefined
      ? []
      : collectIssues(ctx, schema, { subject: local, path, place, ownFunction: false });
  if (required === undefined) return guarded(not(absent), statements);
  const known = schema ?? whole.properties?.find((property) => property.name === name)?.schema;
  const expected = known === undefined ? 'any value' : expectation(ctx.facts, known);
  const issue = reportIssue(ctx, path, { code: 'required', expected, got: "'nothing'", at: required });
  return when(absent, [issue], statements);
}

/** Issues of conditions on members that hold for the object as a whole. */
function partStatements(
  ctx: ModuleContext,
  part: MemberPart,
  site: Site,
  locals: LocalNames,
  whole: KeywordSchema,
): readonly Statement[] {
  const holds = (schema: KeywordSchema): Condition => memberPartCondition(ctx, schema, site.place, locals);
  const got = described(ctx, site.subject);
  if (part.kind === 'not') {
    const expected = `not ${expectation(ctx.facts, part.schema)}`;
    return when(holds(part.schema), [
      reportIssue(ctx, site.path, { code: 'not', expected, got, at: part.keyword.at }),
    ]);
  }
  if (part.kind === 'anyOf') {
    const expected = unionText(ctx.facts, part.keyword.value);
    return when(not(any(...part.branches.map(holds))), [
      reportIssue(ctx, site.path, { code: 'any_of', expected, got, at: part.keyword.at }),
    ]);
  }
  const demanded = (schema: KeywordSchema | undefined): readonly Statement[] =>
    schema === undefined
      ? []
      : membersOf(schema, locals).flatMap((member) => memberStatements(ctx, member, site, whole));
  const [consequence, alternative] = [demanded(part.then), demanded(part.else)];
  if (alternative.length === 0) return guarded(holds(part.if), consequence);
  return when(holds(part.if), consequence, alternative);
}

function dependentRequired(
  ctx: ModuleContext,
  schema: KeywordSchema,
  site: Site,
  locals: LocalNames,
): readonly Statement[] {
  return (schema.dependentRequired ?? []).flatMap((dependent) => {
    const expected = `any value, as ${listText([dependent.name], 'names')} is present`;
    const statements = dependent.required.flatMap(({ value: name, at }) => {
      const path = site.path.member(name);
      const issue = reportIssue(ctx, path, { code: 'dependent_required', expected, got: "'nothing'", at });
      return when(compare(locals.localFor(name), '===', 'undefined'), [issue]);
    });
    return guarded(compare(locals.localFor(dependent.name), '!==', 'undefined'), statements);
  });
}

function dependentSchema(
  ctx: ModuleContext,
  { name, schema }: Property,
  site: Site,
  locals: LocalNames,
): readonly Statement[] {
  const inner: Site = { ...site, place: site.place.part('Dependent', `with ${name}`), ownFunction: false };
  const statements = comparesScalars(schema)
    ? [collectorCallOf(ctx, schema, inner)]
    : collectIssues(ctx, schema, inner);
  return guarded(compare(locals.localFor(name), '!==', 'undefined'), statements);
}

/** `propertyNames`, `patternProperties` and `additionalProperties`: a loop over the names. */
function nameLoop(ctx: ModuleContext, schema: KeywordSchema, site: Site): readonly Statement[] {
  const member: Site = {
    subject: 'member',
    path: PathText.call(`${ctx.runtime('child')}(${site.path.toString()}, name)`),
    place: site.place.member('Entry', '.*'),
    ownFunction: false,
  };
  const statements = [
    ...nameStatements(ctx, schema, member, conditionOf(ctx, schema, site)),
    ...(schema.patternProperties ?? []).flatMap(({ pattern, schema: inner }) =>
      guarded(matches(ctx, pattern, site.place), collectIssues(ctx, inner, member)),
    ),
    ...additionalStatements(ctx, schema, site, member),
  ];
  const declaration = mentions(statements, 'member') ? [line(`const member = ${site.subject}[name];`)] : [];
  if (statements.length === 0) return [];
  return block(`for (const name of Object.keys(${site.subject}))`, [...declaration, ...statements]);
}

function conditionOf(ctx: ModuleContext, schema: KeywordSchema, site: Site): Condition {
  if (schema.propertyNames === undefined) return { kind: 'constant', value: true };
  return conditionOfName(ctx, schema.propertyNames.value, site.place);
}

function nameStatements(
  ctx: ModuleContext,
  { propertyNames }: KeywordSchema,
  member: Site,
  holds: Condition,
): readonly Statement[] {
  if (propertyNames === undefined) return [];
  const expected = `a name: ${expectation(ctx.facts, propertyNames.value)}`;
  const got = described(ctx, 'name');
  const issue = { code: 'property_names', expected, got, at: propertyNames.at };
  return when(not(holds), [reportIssue(ctx, member.path, issue)]);
}

function additionalStatements(
  ctx: ModuleContext,
  schema: KeywordSchema,
  site: Site,
  member: Site,
): readonly Statement[] {
  if (schema.additionalProperties === undefined) return [];
  const { value: inner, at } = schema.additionalProperties;
  const surplus = not(isDeclaredName(ctx, schema, site.place));
  if (inner.kind === 'keywords') return guarded(surplus, collectIssues(ctx, inner, member));
  const names = (schema.properties ?? []).map(({ name }) => name);
  const known = names.length === 0 ? 'no further property' : `only ${listText(names, 'names', 'and')}`;
  const issue = { code: 'additional_properties', expected: known, got: described(ctx, 'name'), at };
  return when(surplus, [reportIssue(ctx, member.path, issue)]);
}
