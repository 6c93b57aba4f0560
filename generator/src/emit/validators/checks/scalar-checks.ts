import type { KeywordSchema, Located } from '../../../model/index.js';
import { numberLiteral, regExpLiteral } from '../../text/index.js';
import { compare, not, test, type Condition } from '../code/condition.js';
import type { ModuleContext } from '../module/module-context.js';
import type { Place } from '../module/place.js';
import type { Check } from './check.js';
import { patternText, plural } from './phrases.js';

/** Keywords on numbers; the subject is known to be one. */
export function numberChecks(ctx: ModuleContext, schema: KeywordSchema, subject: string): readonly Check[] {
  const bound = (
    code: string,
    located: Located<number> | undefined,
    operator: '>=' | '<=' | '>' | '<',
    words: string,
  ): readonly Check[] => {
    if (located === undefined) return [];
    const limit = numberLiteral(located.value);
    const holds = compare(subject, operator, limit);
    return [{ code, holds, expected: `${words} ${limit}`, at: located.at }];
  };
  return [
    ...bound('minimum', schema.minimum, '>=', 'at least'),
    ...bound('exclusive_minimum', schema.exclusiveMinimum, '>', 'more than'),
    ...bound('maximum', schema.maximum, '<=', 'at most'),
    ...bound('exclusive_maximum', schema.exclusiveMaximum, '<', 'less than'),
    ...multipleChecks(ctx, schema, subject),
  ];
}

function multipleChecks(ctx: ModuleContext, schema: KeywordSchema, subject: string): readonly Check[] {
  if (schema.multipleOf === undefined) return [];
  const divisor = numberLiteral(schema.multipleOf.value);
  const holds = test(`${ctx.runtime('isMultipleOf')}(${subject}, ${divisor})`);
  const expected = `a multiple of ${divisor}`;
  return [{ code: 'multiple_of', holds, expected, at: schema.multipleOf.at }];
}

/** Keywords on strings; the subject is known to be one. */
export function stringChecks(
  ctx: ModuleContext,
  schema: KeywordSchema,
  subject: string,
  place: Place,
): readonly Check[] {
  const checks: Check[] = [];
  const { minLength, maxLength, pattern } = schema;
  if (minLength !== undefined) {
    checks.push(lengthCheck(ctx, subject, 'min_length', minLength, shortTest(ctx, subject, minLength.value)));
  }
  if (maxLength !== undefined) {
    const long = test(`${ctx.runtime('isLongerThan')}(${subject}, ${numberLiteral(maxLength.value)})`);
    checks.push(lengthCheck(ctx, subject, 'max_length', maxLength, long));
  }
  if (pattern !== undefined) {
    const name = patternConstant(ctx, pattern.value, place);
    const expected = patternText(pattern.value);
    const holds = test(`${name}.test(${subject})`);
    checks.push({ code: 'pattern', holds, expected, at: pattern.at });
  }
  return checks;
}

function shortTest(ctx: ModuleContext, subject: string, limit: number): Condition {
  // Every text that is not empty has a code point.
  if (limit <= 1) return compare(subject, '===', "''");
  return test(`${ctx.runtime('isShorterThan')}(${subject}, ${numberLiteral(limit)})`);
}

function lengthCheck(
  ctx: ModuleContext,
  subject: string,
  code: 'min_length' | 'max_length',
  limit: Located<number>,
  broken: Condition,
): Check {
  const size = plural(limit.value, 'character');
  return {
    code,
    holds: not(broken),
    expected: `${code === 'min_length' ? 'at least' : 'at most'} ${size}`,
    got: () => `${ctx.runtime('count')}(${ctx.runtime('countCodePoints')}(${subject}), 'character')`,
    at: limit.at,
  };
}

/** Name of the compiled pattern. */
export function patternConstant(ctx: ModuleContext, pattern: string, place: Place): string {
  return ctx.constant(place.unit, place.base, 'Pattern', regExpLiteral(pattern));
}
