import type { KeywordSchema } from '../../../model/index.js';
import { numberLiteral } from '../../text/index.js';
import { arraySizeChecks } from '../checks/structure-checks.js';
import { all, always, any, compare, never, type Condition } from '../code/condition.js';
import { block, line, when, type Statement } from '../code/statement.js';
import type { ModuleContext } from '../module/module-context.js';
import type { Place } from '../module/place.js';
import { isTrivial } from '../schema/assertions.js';
import { conditionOf } from './condition.js';
import { refuseUnless } from './refuse.js';

/** The checks of an array; `value` is known to be one. */
export function guardArray(ctx: ModuleContext, schema: KeywordSchema, place: Place): readonly Statement[] {
  const sizes = arraySizeChecks(ctx, schema, 'value').map(({ holds }) => holds);
  return [
    ...sizes.flatMap(refuseUnless),
    ...prefixItems(ctx, schema, place),
    ...items(ctx, schema, place),
    ...contained(ctx, schema, place),
  ];
}

function prefixItems(ctx: ModuleContext, schema: KeywordSchema, place: Place): readonly Statement[] {
  return (schema.prefixItems?.value ?? []).flatMap((inner, index) => {
    if (isTrivial(inner)) return [];
    const position = String(index);
    const item = `item${position}`;
    const condition = conditionOf(ctx, inner, item, place.member(`Item${position}`, `[${position}]`));
    const absent = compare(item, '===', 'undefined');
    return [line(`const ${item} = value[${position}];`), ...refuseUnless(any(absent, condition))];
  });
}

function items(ctx: ModuleContext, schema: KeywordSchema, place: Place): readonly Statement[] {
  if (schema.items === undefined) return [];
  const { value: inner } = schema.items;
  const start = schema.prefixItems?.value.length ?? 0;
  const condition = conditionOf(ctx, inner, 'item', place.member('Item', '[]'));
  if (condition.kind === 'constant') {
    return condition.value ? [] : refuseUnless(compare('value.length', '<=', String(start)));
  }
  const refusals = refuseUnless(condition);
  if (start === 0) return block('for (const item of value)', refusals);
  const head = `for (let index = ${String(start)}; index < value.length; index += 1)`;
  return block(head, [line('const item = value[index];'), ...refusals]);
}

function contained(ctx: ModuleContext, schema: KeywordSchema, place: Place): readonly Statement[] {
  if (schema.contains === undefined) return [];
  const inner = conditionOf(ctx, schema.contains.value, 'item', place.member('Contained', '[]'));
  return [...countMatches(inner), ...refuseUnless(all(atLeast(schema, inner), atMost(schema, inner)))];
}

/** Statements that count the matching items in `matches`; none where all of them match, or none. */
export function countMatches(inner: Condition): readonly Statement[] {
  if (inner.kind === 'constant') return [];
  return [
    line('let matches = 0;'),
    ...block('for (const item of value)', when(inner, [line('matches += 1;')])),
  ];
}

/** Whether as many items match as `minContains` demands, or one. */
export function atLeast(schema: KeywordSchema, inner: Condition): Condition {
  const minimum = schema.minContains?.value ?? 1;
  if (minimum === 0) return always;
  return inner.kind === 'constant' && !inner.value
    ? never
    : compare(countOf(inner), '>=', numberLiteral(minimum));
}

export function atMost(schema: KeywordSchema, inner: Condition): Condition {
  if (schema.maxContains === undefined || (inner.kind === 'constant' && !inner.value)) return always;
  return compare(countOf(inner), '<=', numberLiteral(schema.maxContains.value));
}

function countOf(inner: Condition): string {
  return inner.kind === 'constant' ? 'value.length' : 'matches';
}
