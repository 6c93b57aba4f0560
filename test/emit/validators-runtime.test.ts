import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe as group, expect, test } from 'vitest';
import { child, count, describe } from '../../templates/runtime/issue.js';
import {
  countCodePoints,
  indexOfDuplicate,
  isEqual,
  isLongerThan,
  isMultipleOf,
  isShorterThan,
  isTooDeep,
  maxDepth,
} from '../../templates/runtime/validation.js';

const units = fc
  .array(fc.constantFrom('a', '\ud83d', '\ude00', '😀', 'é', '\u0301'), { maxLength: 12 })
  .map((parts) => parts.join(''));

// JSON without -0, which `isDeepStrictEqual` tells apart from 0 and JSON does not.
const json = fc
  .jsonValue({ depthSize: 'small' })
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown);

group('lengths', () => {
  test('are counted in code points', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 12 }), (text, limit) => {
        const size = Array.from(text).length;
        expect(countCodePoints(text)).toBe(size);
        expect(isLongerThan(text, limit)).toBe(size > limit);
        expect(isShorterThan(text, limit)).toBe(size < limit);
      }),
    );
  });
});

group('multiples', () => {
  test('of a decimal step are told in decimal', () => {
    const digits = fc.integer({ min: -1_000_000, max: 1_000_000 });
    fc.assert(
      fc.property(
        digits,
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 0, max: 6 }),
        (value, step, scale) => {
          const decimal = (number: number): number => Number(`${String(number)}e-${String(scale)}`);
          expect(isMultipleOf(decimal(value), decimal(step))).toBe(value % step === 0);
        },
      ),
    );
  });

  test.each([
    [19.99, 0.01, true],
    [0.30000000000000004, 0.1, false],
    [1e308, 0.123456789, false],
    [1e308, 0.5, true],
    [5e-324, 5e-324, true],
    [9007199254740993, 2, true],
    [-0, 3, true],
    [Number.POSITIVE_INFINITY, 2, false],
  ])('%d of %d: %s', (value, step, expected) => {
    expect(isMultipleOf(value, step)).toBe(expected);
  });
});

group('equality', () => {
  test('of JSON values is that of their parts, whatever the order of names', () => {
    fc.assert(
      fc.property(json, json, (left, right) => {
        expect(isEqual(left, right)).toBe(isDeepStrictEqual(left, right));
        expect(isEqual(reordered(left), left)).toBe(true);
      }),
    );
  });

  test('the first repetition in a list is found as by comparing all pairs', () => {
    const items = fc.array(
      fc.oneof(json, fc.constantFrom({ a: 1, b: [2] }, { b: [2], a: 1 }, '1', 1, '[1]', [1])),
    );
    fc.assert(
      fc.property(items, (list) => {
        const repeated = list.findIndex((item, index) =>
          list.slice(0, index).some((other) => isEqual(item, other)),
        );
        expect(indexOfDuplicate(list)).toBe(repeated);
      }),
    );
  });

  test('a long list of different objects takes linear time', () => {
    const list = Array.from({ length: 200_000 }, (_, index) => ({ index }));
    const start = performance.now();
    expect(indexOfDuplicate(list)).toBe(-1);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reordered(member)]),
  );
}

group('depth', () => {
  test('is that of arrays and objects', () => {
    const nested = (levels: number): unknown =>
      JSON.parse('[{"a":'.repeat(levels) + '0' + '}]'.repeat(levels));
    expect(isTooDeep(nested(maxDepth / 2))).toBe(false);
    expect(isTooDeep(nested(maxDepth / 2 + 1))).toBe(true);
    expect(isTooDeep(nested(100_000))).toBe(true);
  });
});

group('texts of issues', () => {
  test('a short value is its JSON, a long one the start of it', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(value);
        const shown = describe(value);
        expect(shown.length).toBeLessThanOrEqual(80);
        if (/^[ -~]*$/.test(text)) expect(shown).toBe(text.length <= 80 ? text : `${text.slice(0, 79)}…`);
      }),
    );
  });

  test.each([
    [undefined, 'nothing'],
    [10n, '10'],
    [() => 1, 'a function'],
    ['\u001b[31m\u202e\u{e0041}', '"\\u001b[31m\\u202e\\u{e0041}"'],
    ['😀'.repeat(50), `"${'😀'.repeat(39)}…`],
    [JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
  ])('%o is shown as %s', (value, expected) => {
    expect(describe(value)).toBe(expected);
  });

  test('names in paths are escaped as in a JSON pointer', () => {
    expect(child('/a', 'b/c~d')).toBe('/a/b~1c~0d');
    expect(child('', '')).toBe('/');
  });

  test('counts agree with their noun', () => {
    expect([count(1, 'item'), count(0, 'item'), count(2, 'property', 'properties')]).toEqual([
      '1 item',
      '0 items',
      '2 properties',
    ]);
  });
});
