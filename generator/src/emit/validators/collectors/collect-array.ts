import type { KeywordSchema, SpecPosition } from '../../../model/index.js';
import { expectation, plural } from '../checks/phrases.js';
import { arraySizeChecks } from '../checks/structure-checks.js';
import { compare, not } from '../code/condition.js';
import { block, line, when, type Statement } from '../code/statement.js';
import { conditionOf } from '../guards/condition.js';
import { atLeast, atMost, countMatches } from '../guards/guard-array.js';
import type { ModuleContext } from '../module/module-context.js';
import { isTrivial } from '../schema/assertions.js';
import { collectIssues } from './collect.js';
import { guarded, reportChecks, reportIssue } from './report.js';
import type { Site } from './site.js';

/** Statements that report the issues of an array; the subject is known to be one. */
export function collectArray(ctx: ModuleContext, schema: KeywordSchema, site: Site): readonly Statement[] {
  return [
    ...reportChecks(ctx, arraySizeChecks(ctx, schema, site.subject), site),
    ...prefixItems(ctx, schema, site),
    ...items(ctx, schema, site),
    ...contained(ctx, schema, site),
  ];
}

function prefixItems(ctx: ModuleContext, schema: KeywordSchema, site: Site): readonly Statement[] {
  return (schema.prefixItems?.value ?? []).flatMap((inner, index) => {
    if (isTrivial(inner)) return [];
    const position = String(index);
    const item = `item${position}`;
    const statements = collectIssues(ctx, inner, {
      subject: item,
      path: site.path.item(position),
      place: site.place.member(`Item${position}`, `[${position}]`),
      ownFunction: false,
    });
    return [
      line(`const ${item} = ${site.subject}[${position}];`),
      ...guarded(compare(item, '!==', 'undefined'), statements),
    ];
  });
}

function items(ctx: ModuleContext, schema: KeywordSchema, site: Site): readonly Statement[] {
  if (schema.items === undefined) return [];
  const { value: inner, at } = schema.items;
  const start = schema.prefixItems?.value.length ?? 0;
  const { subject } = site;
  if (inner.kind === 'boolean') {
    const got = `${ctx.runtime('count')}(${subject}.length, 'item')`;
    const issue = { code: 'items', expected: `at most ${plural(start, 'item')}`, got, at };
    return when(compare(`${subject}.length`, '>', String(start)), [reportIssue(ctx, site.path, issue)]);
  }
  const statements = collectIssues(ctx, inner, {
    subject: 'item',
    path: site.path.item('index'),
    place: site.place.member('Item', '[]'),
    ownFunction: false,
  });
  if (start === 0) return block(`for (const [index, item] of ${subject}.entries())`, statements);
  const head = `for (let index = ${String(start)}; index < ${subject}.length; index += 1)`;
  return block(head, [line(`const item = ${subject}[index];`), ...statements]);
}

function contained(ctx: ModuleContext, schema: KeywordSchema, site: Site): readonly Statement[] {
  const { contains, minContains, maxContains } = schema;
  if (contains === undefined) return [];
  const inner = conditionOf(ctx, contains.value, 'item', site.place.member('Contained', '[]'));
  const counted = inner.kind !== 'constant' ? 'matches' : inner.value ? `${site.subject}.length` : '0';
  const got = `${ctx.runtime('count')}(${counted}, 'such item')`;
  const report = (code: string, words: string, limit: number, at: SpecPosition): Statement => {
    const expected = `${words} ${plural(limit, 'item')}: ${expectation(ctx.facts, contains.value)}`;
    return reportIssue(ctx, site.path, { code, expected, got, at });
  };
  const minimum = minContains ?? { value: 1, at: contains.at };
  const code = minContains === undefined ? 'contains' : 'min_contains';
  return [
    ...countMatches(inner),
    ...when(not(atLeast(schema, inner)), [report(code, 'at least', minimum.value, minimum.at)]),
    ...(maxContains === undefined
      ? []
      : when(not(atMost(schema, inner)), [
          report('max_contains', 'at most', maxContains.value, maxContains.at),
        ])),
  ];
}
