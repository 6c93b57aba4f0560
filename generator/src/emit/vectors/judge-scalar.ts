import type { JsonType, JsonValue, KeywordSchema, Located } from '../../model/index.js';
import { fault, type Fault, type JudgeContext } from './judge.js';
import { areEqual, isList, isObject, lengthOf, type Way } from './json.js';

export function hasType(value: JsonValue, types: readonly JsonType[]): boolean {
  return types.some((type) => {
    switch (type) {
      case 'null':
        return value === null;
      case 'integer':
        return Number.isInteger(value);
      case 'array':
        return isList(value);
      case 'object':
        return isObject(value);
      case 'boolean':
      case 'number':
      case 'string':
        return typeof value === type;
    }
  });
}

type Name = keyof KeywordSchema;

/** `const`, `enum` and the keywords on numbers and strings. */
export function judgeScalar(
  context: JudgeContext,
  schema: KeywordSchema,
  value: JsonValue,
  way: Way,
): readonly Fault[] {
  const isStructure = typeof value === 'object' && value !== null;
  if (isStructure && (schema.const ?? schema.enum) === undefined) return [];
  const faults: Fault[] = [];
  const check = <T>(
    name: Name,
    code: string,
    keyword: Located<T> | undefined,
    holds: (limit: T) => boolean,
  ): void => {
    if (keyword === undefined || !context.has(schema, name) || holds(keyword.value)) return;
    faults.push(fault(code, way, keyword.at));
  };
  if (typeof value === 'number') {
    check('minimum', 'minimum', schema.minimum, (limit) => value >= limit);
    check('exclusiveMinimum', 'exclusive_minimum', schema.exclusiveMinimum, (limit) => value > limit);
    check('maximum', 'maximum', schema.maximum, (limit) => value <= limit);
    check('exclusiveMaximum', 'exclusive_maximum', schema.exclusiveMaximum, (limit) => value < limit);
    check('multipleOf', 'multiple_of', schema.multipleOf, (divisor) => isMultiple(value, divisor));
  }
  if (typeof value === 'string') {
    check('minLength', 'min_length', schema.minLength, (limit) => lengthOf(value) >= limit);
    check('maxLength', 'max_length', schema.maxLength, (limit) => lengthOf(value) <= limit);
    check('pattern', 'pattern', schema.pattern, (pattern) => new RegExp(pattern, 'u').test(value));
  }
  check('const', 'const', schema.const, (expected) => areEqual(expected, value));
  check('enum', 'enum', schema.enum, (expected) => expected.some((member) => areEqual(member, value)));
  return faults;
}

/** Exact for what a specification states: a quotient that a double cannot tell from an integer counts as one. */
function isMultiple(value: number, divisor: number): boolean {
  const quotient = value / divisor;
  return Math.abs(quotient - Math.round(quotient)) <= Number.EPSILON * Math.max(1, Math.abs(quotient));
}
