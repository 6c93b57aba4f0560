import { printable } from '../../diagnostics/index.js';
import type { JsonValue, KeywordSchema } from '../../model/index.js';
import { fault, type InstanceFault, type InstancePart } from './instance-fault.js';
import { equalityKey } from './json-equality.js';
import { hasType } from './json-type.js';
import { patternCost } from './pattern/cost.js';

/** The longest text, in UTF-16 units, that a pattern of quadratic cost is tried on. */
const maxSearchedLength = 10_000;

/** What a value breaks of `type`, `enum`, `const` and the keywords for numbers and strings. */
export function faultsOfScalar(schema: KeywordSchema, part: InstancePart): readonly InstanceFault[] {
  const { value } = part;
  const faults: InstanceFault[] = [];
  const { type } = schema;
  if (type && !type.value.some((name) => hasType(value, name))) {
    faults.push(fault(part, `expected ${type.value.join(' or ')}, found ${shortForm(value)}`, type.at));
  }
  if (schema.enum && !schema.enum.value.some((member) => isEqual(member, value))) {
    const expected = schema.enum.value.slice(0, 8).map(shortForm).join(', ');
    faults.push(fault(part, `expected one of ${expected}, found ${shortForm(value)}`, schema.enum.at));
  }
  if (schema.const && !isEqual(schema.const.value, value)) {
    faults.push(
      fault(part, `expected ${shortForm(schema.const.value)}, found ${shortForm(value)}`, schema.const.at),
    );
  }
  if (typeof value === 'number') faults.push(...faultsOfNumber(schema, part, value));
  if (typeof value === 'string') faults.push(...faultsOfString(schema, part, value));
  return faults;
}

function faultsOfNumber(schema: KeywordSchema, part: InstancePart, value: number): readonly InstanceFault[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const checks = [
    { limit: minimum, holds: (limit: number) => value >= limit, expected: 'at least' },
    { limit: maximum, holds: (limit: number) => value <= limit, expected: 'at most' },
    { limit: exclusiveMinimum, holds: (limit: number) => value > limit, expected: 'more than' },
    { limit: exclusiveMaximum, holds: (limit: number) => value < limit, expected: 'less than' },
    {
      limit: multipleOf,
      holds: (limit: number) => Number.isInteger(value / limit),
      expected: 'a multiple of',
    },
  ];
  return checks.flatMap(({ limit, holds, expected }) =>
    limit === undefined || holds(limit.value)
      ? []
      : [fault(part, `expected ${expected} ${String(limit.value)}, found ${String(value)}`, limit.at)],
  );
}

function faultsOfString(schema: KeywordSchema, part: InstancePart, value: string): readonly InstanceFault[] {
  const { minLength, maxLength, pattern } = schema;
  const faults: InstanceFault[] = [];
  if (minLength || maxLength) {
    const length = codePointCount(value);
    if (minLength && length < minLength.value) {
      const message = `expected at least ${String(minLength.value)} characters, found ${String(length)}`;
      faults.push(fault(part, message, minLength.at));
    }
    if (maxLength && length > maxLength.value) {
      const message = `expected at most ${String(maxLength.value)} characters, found ${String(length)}`;
      faults.push(fault(part, message, maxLength.at));
    }
  }
  if (pattern && value.length > maxSearchedLength && patternCost(pattern.value) === 'quadratic') {
    faults.push(fault(part, 'too long for a pattern that is not anchored', pattern.at));
  } else if (pattern && !matchesPattern(pattern.value, value)) {
    const message = `expected a match of ${printable(pattern.value)}, found ${shortForm(value)}`;
    faults.push(fault(part, message, pattern.at));
  }
  return faults;
}

/** In Unicode code points, without a copy of the text. */
function codePointCount(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; count += 1)
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  return count;
}

export function matchesPattern(pattern: string, text: string): boolean {
  return new RegExp(pattern, 'u').test(text);
}

function isEqual(a: JsonValue, b: JsonValue): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  return equalityKey(a) === equalityKey(b);
}

function shortForm(value: JsonValue): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? `"${printable(value, 40)}"` : String(value);
}
