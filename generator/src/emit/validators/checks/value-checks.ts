import type { JsonValue, KeywordSchema } from '../../../model/index.js';
import { jsonLiteral } from '../../text/index.js';
import { any, compare, test, type Condition } from '../code/condition.js';
import type { ModuleContext } from '../module/module-context.js';
import type { Place } from '../module/place.js';
import { isScalar, type JsonScalar } from '../schema/schema-facts.js';
import type { Check } from './check.js';
import { listText } from './phrases.js';

/** More scalars than that are looked up in a set. */
const mostComparisons = 8;

/** `enum` and `const`. */
export function valueChecks(
  ctx: ModuleContext,
  schema: KeywordSchema,
  subject: string,
  place: Place,
): readonly Check[] {
  const checks: Check[] = [];
  if (schema.const !== undefined) {
    const values = [schema.const.value];
    const holds = isAmong(ctx, values, subject, place);
    checks.push({ code: 'const', holds, expected: listText(values, 'values'), at: schema.const.at });
  }
  if (schema.enum !== undefined) {
    const { value: values, at } = schema.enum;
    const holds = isAmong(ctx, values, subject, place);
    checks.push({ code: 'enum', holds, expected: listText(values, 'values'), at });
  }
  return checks;
}

/** Whether the subject is one of the values. */
export function isAmong(
  ctx: ModuleContext,
  values: readonly JsonValue[],
  subject: string,
  place: Place,
): Condition {
  const scalars = [...new Set(values.filter(isScalar))];
  const structures = values.filter((value) => !isScalar(value));
  return any(
    isAmongScalars(ctx, scalars, subject, place),
    ...structures.map((value) => {
      const name = ctx.constant(place.unit, place.base, 'Constant', {
        type: 'unknown',
        text: jsonLiteral(value),
      });
      return test(`${ctx.runtime('isEqual')}(${subject}, ${name})`);
    }),
  );
}

function isAmongScalars(
  ctx: ModuleContext,
  scalars: readonly JsonScalar[],
  subject: string,
  place: Place,
): Condition {
  if (scalars.length <= mostComparisons) {
    return any(...scalars.map((value) => compare(subject, '===', jsonLiteral(value))));
  }
  return test(`${valueSet(ctx, scalars, 'unknown', 'Values', place)}.has(${subject})`);
}

/** Name of a set of scalars. */
export function valueSet(
  ctx: ModuleContext,
  scalars: readonly JsonScalar[],
  type: 'unknown' | 'string',
  kind: 'Values' | 'Names',
  place: Place,
): string {
  const items = scalars.map(jsonLiteral);
  return ctx.constant(place.unit, place.base, kind, { open: `new Set<${type}>([`, items, close: '])' });
}
