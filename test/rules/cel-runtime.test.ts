import { isCelError, run as runByLibrary } from '@bufbuild/cel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CelType, CelVariable } from '../../generator/src/rules/cel/index.js';
import * as cel from '../../templates/runtime/cel.js';
import { compiled, evaluator, type Outcome } from './cel/evaluate.js';
import { Decisions, ExpressionGenerator } from './cel/generate.js';
import { variablesOf } from './cel/message.js';

const INT: CelType = { kind: 'int', minimum: -(2n ** 53n) + 1n, maximum: 2n ** 53n - 1n };

function ints(...names: readonly string[]): readonly CelVariable[] {
  return names.map((name) => ({ name, identifier: name, type: INT, validated: true }));
}

function run(
  source: string,
  values: Readonly<Record<string, unknown>>,
  variables: readonly CelVariable[],
): Outcome {
  return evaluator(compiled(source, variables, 'condition'))(values);
}

const MAX = Number.MAX_SAFE_INTEGER;

describe('ints are exact', () => {
  const variables = ints('a', 'b', 'c');

  it('in sums and products of any two safe integers', () => {
    const safe = fc.oneof(fc.maxSafeInteger(), fc.constantFrom(MAX, -MAX, MAX - 1, 0, 1, -1, 2 ** 32, 3));
    const sources = [
      'a + b == c',
      'a - b < c',
      'a * b >= c',
      'a + b + c == a',
      'a * b == b * c',
      'a + b == b + c',
    ];
    const evaluators = sources.map((source) => evaluator(compiled(source, variables, 'condition')));
    const exact = (a: bigint, b: bigint, c: bigint): readonly (boolean | undefined)[] => {
      const fits = (value: bigint): boolean => BigInt.asIntN(64, value) === value;
      const all = (values: readonly bigint[], result: boolean): boolean | undefined =>
        values.every(fits) ? result : undefined;
      return [
        a + b === c,
        a - b < c,
        all([a * b], a * b >= c),
        a + b + c === a,
        all([a * b, b * c], a * b === b * c),
        a + b === b + c,
      ];
    };
    fc.assert(
      fc.property(safe, safe, safe, (a, b, c) => {
        const outcomes = evaluators.map((evaluate) => evaluate({ a, b, c }));
        const found = outcomes.map((outcome) => ('error' in outcome ? undefined : outcome.value));
        expect(found).toEqual(exact(BigInt(a), BigInt(b), BigInt(c)));
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  it('between 2^53 and 2^63', () => {
    expect(run('a + b == 18014398509481982', { a: MAX, b: MAX }, variables)).toEqual({ value: true });
    expect(run('a + b == 18014398509481983', { a: MAX, b: MAX }, variables)).toEqual({ value: false });
    expect(run('a + 2 > a + 1', { a: MAX }, variables)).toEqual({ value: true });
    expect(run('a * 1024 == 9223372036854774784', { a: MAX }, variables)).toEqual({ value: true });
  });

  it('and overflow beyond', () => {
    expect(run('a * b > 0', { a: MAX, b: 1025 }, variables)).toHaveProperty('error');
    expect(run('a * b > 0 || true', { a: MAX, b: 1025 }, variables)).toEqual({ value: true });
    expect(run('9223372036854775807 + a == 0', { a: 1 }, variables)).toHaveProperty('error');
  });

  it('with division towards zero and the remainder of the dividend', () => {
    expect(run('a / 2 == -3 && a % 2 == -1', { a: -7 }, variables)).toEqual({ value: true });
    expect(run('a / b == 1', { a: 1, b: 0 }, variables)).toHaveProperty('error');
    expect(run('a % b == 1', { a: 1, b: 0 }, variables)).toHaveProperty('error');
  });

  it('with one zero', () => {
    expect(run('1.0 / double(-a) > 0.0 && string(-a) == "0"', { a: 0 }, variables)).toEqual({ value: true });
  });
});

describe('a number without a declared type', () => {
  const variables: readonly CelVariable[] = [
    { name: 'x', identifier: 'x', type: { kind: 'dyn' }, validated: true },
  ];

  it('is an int where it is a safe integer, else a double', () => {
    expect(run('x / 2 == 1', { x: 3 }, variables)).toEqual({ value: true });
    expect(run('x / 2.0 == 1.75', { x: 3.5 }, variables)).toEqual({ value: true });
    expect(run('x + 1 > 0', { x: 3.5 }, variables)).toHaveProperty('error');
    expect(run('x + 1.0 > 0.0', { x: 2 ** 60 }, variables)).toEqual({ value: true });
  });

  it('stays a double where a double is mixed in', () => {
    expect(run('[1, 2.0, "a"][1] / 4.0 == 0.5', { x: 0 }, variables)).toEqual({ value: true });
    expect(run('dyn(double(x)) / 4 == 0', { x: 2 }, variables)).toHaveProperty('error');
    expect(run('([[1.0], [1]])[0][0] + 0.5 == 1.5', { x: 2 }, variables)).toEqual({ value: true });
  });
});

/** A value that is nested deeper than any stack of recursive calls. */
function deep(levels: number, kind: 'list' | 'map'): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = kind === 'list' ? [value] : { a: value };
  return value;
}

describe('hostile values', () => {
  const decisions = fc.array(fc.nat(1_000_000), { maxLength: 150, size: 'max' });
  const variables = variablesOf(false);
  const rules = fc.sample(decisions, { numRuns: 300, seed: 9 }).map((numbers) => {
    const source = new ExpressionGenerator(new Decisions(numbers)).expression('bool');
    const expression = compiled(source, variables, 'condition');
    return { expression, evaluate: evaluator(expression) };
  });

  const inherits = Object.create({ n: 1, name: 'a', items: [], flag: true }) as unknown;
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  const hostile: readonly unknown[] = [
    undefined,
    null,
    NaN,
    10n ** 30n,
    Symbol('x'),
    () => 1,
    new Date(0),
    new Map([['n', 1]]),
    Object.create(null) as unknown,
    inherits,
    JSON.parse('{"__proto__": {"n": 1}, "constructor": 1, "any": {"__proto__": null}}') as unknown,
    { n: undefined, items: [undefined], any: Symbol('x') },
    { any: deep(100_000, 'list'), n: deep(100_000, 'map') },
    { items: cyclic, ints: cyclic, any: cyclic, counts: cyclic },
    { ints: new Array(3), texts: { length: 1, 0: 'a' } },
  ];

  it.each(hostile.map((value, index) => [index, value]))('give a result or a RuleError: %i', (_, value) => {
    for (const { expression, evaluate } of rules) {
      // Any other exception leaves the evaluator.
      const outcome = evaluate({ this: value, choice: value });
      if ('value' in outcome) expect(outcome.value).toBeTypeOf('boolean');
      else expect(expression.mayThrow, expression.text).toBe(true);
    }
  });

  it('are compared without a deep stack', () => {
    expect(cel.equals(deep(200_000, 'list'), deep(200_000, 'list'))).toBe(true);
    expect(cel.equals(deep(200_000, 'map'), deep(199_999, 'map'))).toBe(false);
    expect(() => cel.equals(cyclic, [[[cyclic]]])).toThrow(cel.RuleError);
    expect(() => cel.toJson(deep(200_000, 'list'))).toThrow(cel.RuleError);
  });

  it('count by their own properties only', () => {
    expect(cel.has(inherits, 'n')).toBe(false);
    expect(cel.has({}, 'toString')).toBe(false);
    expect(cel.isIn('__proto__', {})).toBe(false);
    expect(cel.isIn('__proto__', JSON.parse('{"__proto__": 1}'))).toBe(true);
    expect(() => cel.read({}, 'constructor')).toThrow(cel.RuleError);
    expect(Object.getPrototypeOf(cel.toJson(JSON.parse('{"__proto__": 1}')))).toBe(Object.prototype);
  });
});

/**
 * Each departure, as the library shows it without the corrections of the oracle: when a new version mends one, this
 * test says so, and the correction can go.
 */
describe('where @bufbuild/cel 0.6.1 departs from the specification, the specification holds', () => {
  const variables: readonly CelVariable[] = [
    { name: 'x', identifier: 'x', type: { kind: 'dyn' }, validated: true },
  ];

  it.each([
    ['has(x.a)', { a: null }, true, false],
    ['"a" in x', { a: null }, true, false],
    ['"\\U0001F600" > "\\uFFFD"', {}, true, false],
    ['[true, false][x]', true, 'error', false],
    ['[1][x] == 1 || true', 0.5, true, 'error'],
    ['int(x) == 0', '', 'error', true],
    ['int(x) == 16', '0x10', 'error', true],
    ['double(x) == 0.0', '', 'error', true],
    ['double(x) != 1.0', 'abc', 'error', true],
  ])('%s', (source, x, specified, library) => {
    const outcome = run(source, { x }, variables);
    expect('error' in outcome ? 'error' : outcome.value).toBe(specified);
    const result = runByLibrary(source, { x });
    expect(isCelError(result) ? 'error' : result).toBe(library);
  });
});
