import type { KeywordSchema, Schema } from '../../../model/index.js';
import { expectation, typeText } from '../checks/phrases.js';
import { anyTypeTest, kindTest, typesOf, typeTest } from '../checks/type-tests.js';
import { valueChecks } from '../checks/value-checks.js';
import { compare, not, type Condition } from '../code/condition.js';
import { call, line, when, type Statement } from '../code/statement.js';
import { checksOfKind, partCondition, referenceOf } from '../guards/condition.js';
import type { FunctionUnit } from '../module/function-unit.js';
import type { ModuleContext } from '../module/module-context.js';
import { Place } from '../module/place.js';
import { isPureReference } from '../schema/assertions.js';
import { isInline, isInlinePart } from '../schema/inline.js';
import { separateMemberParts, type MemberPart } from '../schema/member-parts.js';
import { kindOfType, type Kind } from '../schema/schema-facts.js';
import { collectArray } from './collect-array.js';
import { collectObject } from './collect-object.js';
import { collectUnion } from './collect-union.js';
import { PathText } from './path.js';
import { depthIssue, described, reportChecks, reportIssue } from './report.js';
import type { Site } from './site.js';

/** The body of the collector of a schema, without its data rules. */
export function collectorBody(ctx: ModuleContext, unit: FunctionUnit): readonly Statement[] {
  const { schema } = unit;
  const site: Site = { subject: 'value', path: PathText.root, place: Place.of(unit), ownFunction: true };
  if (schema.kind === 'boolean') return collectIssues(ctx, schema, site);
  return [
    ...(unit.limitsDepth ? depthLimit(ctx, schema) : []),
    ...(schema.nullable === undefined ? [] : when(compare('value', '===', 'null'), [line('return;')])),
    ...keywordStatements(ctx, schema, site),
  ];
}

function depthLimit(ctx: ModuleContext, schema: KeywordSchema): readonly Statement[] {
  const tooDeep = compare('depth', '>', ctx.runtime('maxDepth'));
  return when(tooDeep, [depthIssue(ctx, 'path', schema.at), line('return;')]);
}

/** Statements that report every issue of a value: written in place where that is short, else a call. */
export function collectIssues(ctx: ModuleContext, schema: Schema, site: Site): readonly Statement[] {
  const { subject, path } = site;
  if (schema.kind === 'boolean') {
    if (schema.value) return [];
    const got = described(ctx, subject);
    return [reportIssue(ctx, path, { code: 'false_schema', expected: 'nothing', got, at: schema.at })];
  }
  if (isPureReference(schema) || !isInline(ctx, schema)) return [collectorCallOf(ctx, schema, site)];
  const statements = keywordStatements(ctx, schema, { ...site, ownFunction: false });
  return schema.nullable === undefined ? statements : when(compare(subject, '!==', 'null'), statements);
}

/** The same for another schema on the same value; `keyword` names it. */
function collectPart(
  ctx: ModuleContext,
  whole: KeywordSchema,
  part: Schema,
  site: Site,
  suffix: string,
  keyword: string,
): readonly Statement[] {
  const inner = { ...site, place: site.place.part(suffix, keyword), ownFunction: false };
  if (isInlinePart(ctx, whole, part)) return collectIssues(ctx, part, inner);
  return [collectorCallOf(ctx, part, inner)];
}

/** `collectUsage(usage, `${path}/usage`, issues);` */
export function collectorCallOf(ctx: ModuleContext, schema: Schema, site: Site): Statement {
  return call(...ctx.collectorCall(schema, site.subject, site.path.toString(), site.place));
}

function keywordStatements(ctx: ModuleContext, schema: KeywordSchema, site: Site): readonly Statement[] {
  const { parts, rest } = site.ownFunction ? separateMemberParts(ctx, schema) : { parts: [], rest: schema };
  const types = typesOf(schema);
  const [type] = types ?? [];
  const others = [
    ...reportChecks(ctx, valueChecks(ctx, schema, site.subject, site.place), site),
    ...partStatements(ctx, rest, site),
  ];
  if (types?.length === 1 && type !== undefined) {
    const checks = statementsOfKind(ctx, schema, kindOfType(type), site, parts);
    const holds = typeTest(ctx, type, site.subject, checks.length > 0);
    return gate(ctx, schema, holds, [...checks, ...others], site);
  }
  const kinds: readonly Kind[] = ['number', 'string', 'array', 'object'];
  const checks = kinds.flatMap((kind) =>
    when(kindTest(ctx, kind, site.subject), statementsOfKind(ctx, schema, kind, site, [])),
  );
  if (types === undefined) return [...checks, ...others];
  return gate(ctx, schema, anyTypeTest(ctx, types, site.subject), [...checks, ...others], site);
}

/** A value of the wrong type is one issue: what else the schema says of it is not reported. */
function gate(
  ctx: ModuleContext,
  schema: KeywordSchema,
  holds: Condition,
  rest: readonly Statement[],
  site: Site,
): readonly Statement[] {
  if (schema.type === undefined) return rest;
  const { value: types, at } = schema.type;
  const expected = typeText(schema.nullable === undefined ? types : [...new Set([...types, 'null'])]);
  const got = described(ctx, site.subject);
  const issue = reportIssue(ctx, site.path, { code: 'type', expected, got, at });
  if (!site.ownFunction || rest.length === 0) return when(not(holds), [issue], rest);
  return [...when(not(holds), [issue, line('return;')]), ...rest];
}

function statementsOfKind(
  ctx: ModuleContext,
  schema: KeywordSchema,
  kind: Kind,
  site: Site,
  parts: readonly MemberPart[],
): readonly Statement[] {
  // Written in place, an array has no more than checks of its size; an object is never in place.
  if (site.ownFunction && kind === 'array') return collectArray(ctx, schema, site);
  if (site.ownFunction && kind === 'object') return collectObject(ctx, schema, site, parts);
  return reportChecks(ctx, checksOfKind(ctx, schema, kind, site.subject, site.place), site);
}

/** Keywords that apply other schemas to the same value. */
function partStatements(ctx: ModuleContext, schema: KeywordSchema, site: Site): readonly Statement[] {
  return [
    ...(schema.allOf?.value ?? []).flatMap((part) => collectPart(ctx, schema, part, site, 'Part', 'allOf')),
    ...(schema.ref === undefined ? [] : collectIssues(ctx, referenceOf(schema), site)),
    ...(schema.anyOf === undefined ? [] : collectUnion(ctx, schema.anyOf, 'anyOf', site)),
    ...(schema.oneOf === undefined ? [] : collectUnion(ctx, schema.oneOf, 'oneOf', site)),
    ...excluded(ctx, schema, site),
    ...conditional(ctx, schema, site),
  ];
}

function excluded(ctx: ModuleContext, schema: KeywordSchema, site: Site): readonly Statement[] {
  if (schema.not === undefined) return [];
  const { value: inner, at } = schema.not;
  const matches = partCondition(ctx, schema, inner, site.subject, site.place.part('Excluded', 'not'));
  const expected = `not ${expectation(ctx.facts, inner)}`;
  const issue = reportIssue(ctx, site.path, { code: 'not', expected, got: described(ctx, site.subject), at });
  return when(matches, [issue]);
}

function conditional(ctx: ModuleContext, schema: KeywordSchema, site: Site): readonly Statement[] {
  if (schema.if === undefined) return [];
  const condition = partCondition(ctx, schema, schema.if.value, site.subject, site.place.part('If', 'if'));
  const branch = (located: { readonly value: Schema } | undefined, suffix: string): readonly Statement[] =>
    located === undefined ? [] : collectPart(ctx, schema, located.value, site, suffix, suffix.toLowerCase());
  return when(condition, branch(schema.then, 'Then'), branch(schema.else, 'Else'));
}
