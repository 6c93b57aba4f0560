import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { letterOf, mutuallyExclusive } from '../../generator/src/rules/declare/index.js';
import type { OracleRule } from '../support/declare-oracle.js';
import { anyRule, automatonOf, compileRules } from './declare-support.js';

const symbols = ['a', 'b', 'c'];

describe('letters', () => {
  test('each stands for its smallest set, and for nothing that some rule tells from it', () => {
    fc.assert(
      fc.property(fc.array(anyRule(symbols, 2), { minLength: 1, maxLength: 4 }), (rules) => {
        const { automaton } = compileRules(rules, symbols);
        if (automaton === undefined) return;
        const size = (mask: number): number => automaton.symbols.filter((_, i) => (mask >> i) & 1).length;
        for (let mask = 0; mask < 2 ** automaton.symbols.length; mask += 1) {
          const smallest = automaton.letters[letterOf(automaton, mask)] ?? Number.NaN;
          expect([rules, size(smallest) <= size(mask)]).toEqual([rules, true]);
          for (const { next, unmet, symbols: own } of automaton.rules) {
            const letter = (set: number): number =>
              own.reduce((all, i, bit) => all | (((set >> i) & 1) << bit), 0);
            const row = 2 ** own.length;
            const column = (set: number) => unmet.map((_, state) => next[state * row + letter(set)]);
            expect(column(smallest)).toEqual(column(mask));
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  const many = Array.from({ length: 16 }, (_, index) => `s${String(index)}`);
  const once = many.map((name): OracleRule => ({ template: 'absence', count: 2, symbols: [name] }));

  test('only sets that some rule can tell apart are letters', () => {
    const automaton = automatonOf([{ template: 'precedence', symbols: ['a', 'b'] }], ['a', 'b', 'c', 'd']);
    expect(automaton.symbols).toEqual(['a', 'b']);
    // {a} and {a, b} are one letter: a permits b, whether they come together or not.
    expect(automaton.letters).toEqual([0b00, 0b01, 0b10]);
  });

  test('of sets of one size the one with the earlier symbols stands for the letter', () => {
    const automaton = automatonOf([{ template: 'choice', symbols: ['b', 'a'] }], ['a', 'b']);
    expect(automaton.letters).toEqual([0b00, 0b01]);
  });

  test('symbols that exclude each other are one letter each, tested one after the other', () => {
    const rules = once.slice(0, 6);
    const automaton = automatonOf(rules, many, [mutuallyExclusive(many)]);
    expect(automaton.letters).toEqual([0, 1, 2, 4, 8, 16, 32]);
    expect(automaton.decisions).toEqual([
      { symbol: 0, without: 1, with: ~1 },
      { symbol: 1, without: 2, with: ~2 },
      { symbol: 2, without: 3, with: ~3 },
      { symbol: 3, without: 4, with: ~4 },
      { symbol: 4, without: 5, with: ~5 },
      { symbol: 5, without: ~0, with: ~6 },
    ]);
  });

  test('a symbol that follows from another is not tested twice', () => {
    const known = { symbols: ['a', 'b'], sets: [[], ['b'], ['a', 'b']] };
    const rules: OracleRule[] = [
      { template: 'absence', count: 2, symbols: ['a'] },
      { template: 'absence', count: 3, symbols: ['b'] },
    ];
    const automaton = automatonOf(rules, ['a', 'b'], [known]);
    expect(automaton.letters).toEqual([0b00, 0b10, 0b11]);
    expect(automaton.decisions).toEqual([
      { symbol: 0, without: 1, with: ~2 },
      { symbol: 1, without: ~0, with: ~1 },
    ]);
  });

  test('knowledge of undeclared or unused symbols changes nothing', () => {
    const rules: OracleRule[] = [{ template: 'absence', count: 2, symbols: ['a'] }];
    const known = { symbols: ['a', 'z'], sets: [['a'], ['z']] };
    expect(automatonOf(rules, ['a', 'b'], [known]).letters).toEqual([0, 1]);
  });

  test.each([
    ['sixteen symbols that may combine freely', once, []],
    [
      'states without end',
      Array.from({ length: 16 }, (_, i): OracleRule => ({
        template: 'existence',
        count: 100,
        symbols: [many[i] ?? ''],
      })),
      [mutuallyExclusive(many)],
    ],
  ])('%s are refused quickly', (_title, rules, sets) => {
    const started = performance.now();
    const { automaton, diagnostics } = compileRules(rules, many, sets);
    expect(automaton).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: 'rule-limit', span: { line: 1 } }]);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test('sixteen symbols of which one comes at a time compile', () => {
    const chain = many
      .slice(1)
      .map((name, i): OracleRule => ({ template: 'precedence', symbols: [many[i] ?? '', name] }));
    const automaton = automatonOf(chain, many, [mutuallyExclusive(many)]);
    expect(automaton.letters).toHaveLength(17);
    expect(automaton.minimal.states).toHaveLength(17);
  });

  test('a seventeenth symbol is refused where it is named', () => {
    const names = [...many, 's16'];
    const rules = names.map((name): OracleRule => ({ template: 'absence', count: 2, symbols: [name] }));
    expect(compileRules(rules, names, [mutuallyExclusive(names)]).diagnostics).toMatchObject([
      { code: 'rule-limit', span: { line: 17 } },
    ]);
  });
});
