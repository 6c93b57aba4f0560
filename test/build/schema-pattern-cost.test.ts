import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { patternCost, type PatternCost } from '../../generator/src/build/schema/pattern/cost.js';
import { hasShared, sharedPath } from '../support/shared.js';
import { processorTime } from './schema-fixtures.js';

describe('patternCost', () => {
  test.each([
    // Names, versions, addresses: what specifications are full of.
    ['^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*$', 'linear'],
    ['^[a-z0-9]+(?:-[a-z0-9]+)*$', 'linear'],
    ['^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,}$', 'linear'],
    ['^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\\.[a-zA-Z]{2,}$', 'linear'],
    [
      '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)' +
        '(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$',
      'linear',
    ],
    ['^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$', 'linear'],
    ['^((25[0-5]|2[0-4]\\d|1\\d{2}|[1-9]?\\d)(\\.|$)){4}$', 'linear'],
    ['^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$', 'linear'],
    ['^(?=.*[A-Z])(?=.*\\d).{8,}$', 'linear'],
    ['^"(?:[^"\\\\]|\\\\.)*"$', 'linear'],
    ['^.{0,5000}$', 'linear'],
    [`^(?:${Array.from({ length: 300 }, (_, place) => `word${String(place)}`).join('|')})$`, 'linear'],
    ['^(?<quote>["\']).*\\k<quote>$', 'linear'],
    ['^\\p{L}[\\p{L}\\p{N}]*$', 'linear'],
    ['a+', 'linear'],
    ['\\S', 'linear'],
    // The search for a place to start, or one more repetition of the same characters.
    ['f.*o', 'quadratic'],
    ['[a-z]+$', 'quadratic'],
    ['^\\s+|\\s+$', 'quadratic'],
    ['^(.+)@(.+)$', 'quadratic'],
    ['^(a+)\\1$', 'quadratic'],
    // Cubic, exponential, and many ways without a loop.
    ['.*a.*b', 'excessive'],
    ['^.*foo.*bar.*baz$', 'excessive'],
    ['^(\\w|\\d)+$', 'excessive'],
    ['^(\\p{L}|\\p{Lu})+$', 'excessive'],
    ['^((ab)*)*$', 'excessive'],
    ['^(a?){30}a{30}$', 'excessive'],
    [`^${'a?'.repeat(40)}${'a'.repeat(40)}$`, 'excessive'],
    ['^(?=(a+)+$)b', 'excessive'],
    ['^(?:(?:a{0,100}){0,100}){0,100}$', 'excessive'],
    ['^(((?:){100}){100}){100}$', 'linear'],
  ] satisfies [string, PatternCost][])('%s', (pattern, cost) => {
    expect(() => new RegExp(pattern, 'u')).not.toThrow();
    expect(patternCost(pattern)).toBe(cost);
  });

  test.runIf(hasShared('hostile', '80-attacks.json'))(
    'every pattern of the hostile collection is excessive',
    () => {
      const attacks = JSON.parse(readFileSync(sharedPath('hostile', '80-attacks.json'), 'utf8')) as Record<
        string,
        { readonly pattern: string }
      >;
      const patterns = Object.values(attacks).map(({ pattern }) => pattern);
      expect(patterns).toHaveLength(9);
      expect(patterns.map(patternCost)).toEqual(patterns.map(() => 'excessive'));
    },
  );

  test('takes bounded time on patterns made to be hard to analyse', () => {
    const hard = [
      `^${'(?:a|b|ab)*'.repeat(60)}$`,
      `^(?:${'[a-z]{0,100}'.repeat(40)})*$`,
      `^${'(a'.repeat(3000)}${')'.repeat(3000)}$`,
      `^(?:${Array.from({ length: 900 }, (_, place) => `w${String(place)}`).join('|')})(?:,\\w+)*$`,
      `^${'[^a]?'.repeat(500)}$`,
    ];
    const time = processorTime(() => {
      for (const pattern of hard) patternCost(pattern);
    });
    expect(time).toBeLessThan(5000);
  });

  test('is never below what a backtracking matcher needs, and seldom above', () => {
    const analysed = { linear: 0, quadratic: 0, excessive: 0 };
    let confirmed = 0;
    fc.assert(
      fc.property(expressions(3), fc.boolean(), (expression, anchored) => {
        const pattern = `${anchored ? '^' : ''}(?:${textOf(expression)})$`;
        const cost = patternCost(pattern);
        const measured = measuredCost(expression, anchored, cost);
        analysed[cost] += 1;
        if (measured === cost) confirmed += 1;
        expect(ranks.indexOf(measured), `${pattern} is ${measured}`).toBeLessThanOrEqual(ranks.indexOf(cost));
      }),
      { numRuns: 80 },
    );
    const total = analysed.linear + analysed.quadratic + analysed.excessive;
    expect(Math.min(...Object.values(analysed))).toBeGreaterThan(2);
    // The rest are texts that the matcher is not shown: with a longer part to repeat, or with three of them.
    expect(confirmed / total).toBeGreaterThan(0.9);
  });
});

/** A pattern as data, so that the matcher below shares no parser with what it judges. */
type Expression =
  | { readonly kind: 'character'; readonly characters: string }
  | { readonly kind: 'sequence' | 'alternatives'; readonly parts: readonly Expression[] }
  | { readonly kind: 'repetition'; readonly part: Expression; readonly min: number; readonly max: number };

function expressions(depth: number): fc.Arbitrary<Expression> {
  const character = fc.record({
    kind: fc.constant('character' as const),
    characters: fc.constantFrom('a', 'b', 'ab'),
  });
  if (depth === 0) return character;
  const part = expressions(depth - 1);
  const bounds = fc.constantFrom(
    { min: 0, max: Infinity },
    { min: 1, max: Infinity },
    { min: 0, max: 1 },
    { min: 2, max: 2 },
  );
  return fc.oneof(
    { arbitrary: character, weight: 1 },
    {
      arbitrary: fc.record({
        kind: fc.constant('sequence' as const),
        parts: fc.array(part, { minLength: 2, maxLength: 3 }),
      }),
      weight: 2,
    },
    {
      arbitrary: fc.record({
        kind: fc.constant('alternatives' as const),
        parts: fc.array(part, { minLength: 2, maxLength: 2 }),
      }),
      weight: 1,
    },
    {
      arbitrary: fc
        .tuple(part, bounds)
        .map(([inner, limits]) => ({ kind: 'repetition' as const, part: inner, ...limits })),
      weight: 2,
    },
  );
}

function textOf(expression: Expression): string {
  switch (expression.kind) {
    case 'character':
      return expression.characters.length === 1 ? expression.characters : `[${expression.characters}]`;
    case 'sequence':
      return expression.parts.map(textOf).join('');
    case 'alternatives':
      return `(?:${expression.parts.map(textOf).join('|')})`;
    case 'repetition': {
      const { min, max } = expression;
      return `(?:${textOf(expression.part)}){${String(min)},${max === Infinity ? '' : String(max)}}`;
    }
  }
}

const ranks: readonly PatternCost[] = ['linear', 'quadratic', 'excessive'];

/** The growth for the worst text found: first among short texts, then after texts that the pattern itself suggests. */
function measuredCost(expression: Expression, anchored: boolean, analysed: PatternCost): PatternCost {
  const short = worstGrowth(expression, anchored, ['', 'a', 'b']);
  if (ranks.indexOf(short) >= ranks.indexOf(analysed)) return short;
  const prefixes = new Set<string>();
  for (const word of members(expression)) {
    for (let length = 0; length <= word.length; length += 1) prefixes.add(word.slice(0, length));
  }
  return worstGrowth(expression, anchored, [...prefixes]);
}

/** How the number of steps grows when a text is pumped to twice its length, in one place or in two. */
function worstGrowth(expression: Expression, anchored: boolean, prefixes: readonly string[]): PatternCost {
  let worst: PatternCost = 'linear';
  for (const [first, second] of pumps) {
    for (const before of prefixes) {
      for (const after of ['!', 'a!', 'b!']) {
        const rounds = Math.ceil(8 / (first.length + second.length));
        const steps = [1, 2, 4, 8].map((times) => {
          const text = before + first.repeat(rounds * times) + second.repeat(rounds * times) + after;
          return countSteps(expression, anchored, text);
        });
        const added = steps.slice(1).map((count, place) => count - (steps[place] ?? 0));
        const growth = added.slice(1).map((count, place) => count / Math.max(1, added[place] ?? 0));
        if (Math.max(...steps) > maxSteps || growth.every((factor) => factor > 6)) return 'excessive';
        if (growth.every((factor) => factor > 3)) worst = 'quadratic';
      }
    }
  }
  return worst;
}

const pumps: readonly (readonly [string, string])[] = [
  ...['a', 'b', 'ab', 'aab', 'abb', 'aaab', 'aabb', 'abbb'].map((word) => [word, ''] as const),
  ...['a', 'b', 'ab'].flatMap((first) => ['a', 'b', 'ab'].map((second) => [first, second] as const)),
];

/** Some texts that an expression matches. */
function members(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'character':
      return [...new Set(expression.characters)];
    case 'sequence':
      return expression.parts.reduce<readonly string[]>(
        (all, part) => all.flatMap((text) => members(part).map((more) => text + more)).slice(0, 6),
        [''],
      );
    case 'alternatives':
      return expression.parts.flatMap(members).slice(0, 6);
    case 'repetition': {
      const once = members(expression.part);
      return [
        ...(expression.min === 0 ? [''] : []),
        ...once.map((text) => text.repeat(Math.max(1, expression.min))),
      ];
    }
  }
}

/** Beyond what a quadratic pattern of this size can take on the longest text. */
const maxSteps = 100_000;

/** ECMA-262 section 22.2.2 as continuations; counts the characters that are looked at. */
function countSteps(expression: Expression, anchored: boolean, text: string): number {
  let steps = 0;
  type Continuation = (place: number) => boolean;
  const run = (part: Expression, place: number, then: Continuation): boolean => {
    if (steps > maxSteps) return true;
    switch (part.kind) {
      case 'character':
        steps += 1;
        return part.characters.includes(text.charAt(place) || '?') && then(place + 1);
      case 'sequence': {
        const from = (index: number, at: number): boolean => {
          const next = part.parts[index];
          return next === undefined ? then(at) : run(next, at, (end) => from(index + 1, end));
        };
        return from(0, place);
      }
      case 'alternatives':
        return part.parts.some((alternative) => run(alternative, place, then));
      case 'repetition':
        return repeat(part, part.min, part.max, place, then);
    }
  };
  const repeat = (
    repetition: Expression & { kind: 'repetition' },
    min: number,
    max: number,
    place: number,
    then: Continuation,
  ): boolean => {
    if (max === 0) return then(place);
    const again: Continuation = (end) =>
      // An iteration that is not needed and consumes nothing is given up.
      !(min === 0 && end === place) && repeat(repetition, Math.max(0, min - 1), max - 1, end, then);
    if (run(repetition.part, place, again)) return true;
    return min === 0 && then(place);
  };
  const isEnd: Continuation = (place) => place === text.length;
  for (let start = 0; start <= (anchored ? 0 : text.length); start += 1) {
    steps += 1;
    if (run(expression, start, isEnd)) break;
  }
  return steps;
}
