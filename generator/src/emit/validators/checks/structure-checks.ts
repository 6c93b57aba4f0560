import type { KeywordSchema, Located } from '../../../model/index.js';
import { numberLiteral } from '../../text/index.js';
import { compare } from '../code/condition.js';
import type { ModuleContext } from '../module/module-context.js';
import type { Check } from './check.js';
import { plural } from './phrases.js';

/** Keywords on the number of items and their being different; the subject is known to be an array. */
export function arraySizeChecks(
  ctx: ModuleContext,
  schema: KeywordSchema,
  subject: string,
): readonly Check[] {
  const got = (): string => `${ctx.runtime('count')}(${subject}.length, 'item')`;
  const size = (
    code: string,
    located: Located<number> | undefined,
    operator: '>=' | '<=',
  ): readonly Check[] => {
    if (located === undefined) return [];
    const holds = compare(`${subject}.length`, operator, numberLiteral(located.value));
    const expected = `${operator === '>=' ? 'at least' : 'at most'} ${plural(located.value, 'item')}`;
    return [{ code, holds, expected, got, at: located.at }];
  };
  return [
    ...size('min_items', schema.minItems, '>='),
    ...size('max_items', schema.maxItems, '<='),
    ...uniqueChecks(ctx, schema, subject),
  ];
}

function uniqueChecks(ctx: ModuleContext, schema: KeywordSchema, subject: string): readonly Check[] {
  if (schema.uniqueItems === undefined) return [];
  const index = `${ctx.runtime('indexOfDuplicate')}(${subject})`;
  return [
    {
      code: 'unique_items',
      holds: compare(index, '<', '0'),
      expected: 'different items',
      got: () => `\`item \${String(${index})} equal to an earlier one\``,
      at: schema.uniqueItems.at,
    },
  ];
}

/** Keywords on the number of properties; the subject is known to be an object. */
export function objectSizeChecks(
  ctx: ModuleContext,
  schema: KeywordSchema,
  subject: string,
): readonly Check[] {
  const counted = (): string => `${ctx.runtime('countProperties')}(${subject})`;
  const size = (
    code: string,
    located: Located<number> | undefined,
    operator: '>=' | '<=',
  ): readonly Check[] => {
    if (located === undefined) return [];
    const words = operator === '>=' ? 'at least' : 'at most';
    return [
      {
        code,
        holds: compare(counted(), operator, numberLiteral(located.value)),
        expected: `${words} ${plural(located.value, 'property', 'properties')}`,
        got: () => `${ctx.runtime('count')}(${counted()}, 'property', 'properties')`,
        at: located.at,
      },
    ];
  };
  return [
    ...size('min_properties', schema.minProperties, '>='),
    ...size('max_properties', schema.maxProperties, '<='),
  ];
}
