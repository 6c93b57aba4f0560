import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { conflictFinder, smallestConflict } from '../../generator/src/rules/declare/conflict.js';
import { compileScope, mutuallyExclusive } from '../../generator/src/rules/declare/index.js';
import { watchesOf } from '../../generator/src/rules/declare/scope.js';
import type { OracleRule } from '../support/declare-oracle.js';
import { compileRules, scopeRule, subsetsOf } from './declare-support.js';

const symbols = ['a', 'b', 'c'];
const exclusive = mutuallyExclusive(symbols);

describe('the smallest conflict', () => {
  const places = [0, 1, 2, 3, 4, 5];
  const conflicts = fc.array(fc.subarray(places, { minLength: 1 }), { minLength: 1, maxLength: 5 });
  /** Rules of which exactly the supersets of some sets cannot be fulfilled. */
  const unless =
    (sets: readonly (readonly number[])[]) =>
    (rules: readonly number[]): boolean =>
      !sets.some((set) => set.every((rule) => rules.includes(rule)));

  test('has the least size, and of that size the earliest rules', () => {
    fc.assert(
      fc.property(conflicts, (sets) => {
        const found = smallestConflict(places, unless(sets), { work: 1_000_000 });
        const sizes = places.map((size) =>
          subsetsOf(places, size + 1).filter((subset) => !unless(sets)(subset)),
        );
        expect(found).toEqual(sizes.find((subsets) => subsets.length > 0)?.[0]);
      }),
    );
  });

  test('without work to spare is a conflict of which no rule can be left out', () => {
    fc.assert(
      fc.property(conflicts, (sets) => {
        const found = smallestConflict(places, unless(sets), { work: 0 });
        expect(unless(sets)(found)).toBe(false);
        for (const rule of found) expect(unless(sets)(found.filter((other) => other !== rule))).toBe(true);
      }),
    );
  });
});

test('a search that runs out of work takes rules for satisfiable, and says that it did', () => {
  const rules: OracleRule[] = [
    { template: 'last', symbols: ['c'] },
    { template: 'existence', count: 1, symbols: ['a'] },
    { template: 'absence', count: 1, symbols: ['a'] },
  ];
  const watches = watchesOf(rules.map(scopeRule), symbols);
  const product = { watches, letters: [0b000, 0b001, 0b010, 0b100] };
  const patient = conflictFinder(product);
  expect([patient.find([0, 0, 0], [0, 1, 2]), patient.isExhausted()]).toEqual([[1, 2], false]);
  const hasty = conflictFinder(product, 1);
  expect([hasty.find([0, 0, 0], [0, 1, 2]), hasty.isExhausted()]).toEqual([[0, 1, 2], true]);
});

describe('what is refused', () => {
  test('rules that no trace fulfils, with the smallest conflict', () => {
    const rules: OracleRule[] = [
      { template: 'precedence', symbols: ['a', 'b'] },
      { template: 'init', symbols: ['a'] },
      { template: 'response', symbols: ['a', 'c'] },
      { template: 'not-succession', symbols: ['b', 'c'] },
      { template: 'absence', count: 1, symbols: ['c'] },
    ];
    const { automaton, diagnostics } = compileRules(rules, symbols, [exclusive]);
    expect(automaton).toBeUndefined();
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({
      code: 'rule-conflict',
      span: { line: 2 },
      found: '`init(a)`, `response(a, c)`, `absence(1, c)`',
      related: [{ span: { line: 3 } }, { span: { line: 5 } }],
    });
  });

  test('a rule that nothing can break', () => {
    const rules: OracleRule[] = [
      { template: 'absence', count: 2, symbols: ['a'] },
      { template: 'not-co-existence', symbols: ['a', 'b'] },
    ];
    const known = [{ symbols: ['a', 'b'], sets: [['a'], ['b']] }];
    expect(compileRules(rules, ['a', 'b'], known).automaton).toBeDefined();
    const always = [{ template: 'existence', count: 1, symbols: ['a'] }];
    expect(compileRules(always, ['a'], [{ symbols: ['a'], sets: [['a']] }]).automaton).toBeDefined();
    const paired: OracleRule[] = [{ template: 'response', symbols: ['a', 'b'] }];
    const together = [{ symbols: ['a', 'b'], sets: [[], ['a', 'b']] }];
    expect(compileRules(paired, ['a', 'b'], together).diagnostics).toMatchObject([
      { code: 'rule-vacuous', span: { line: 1 }, found: '`response(a, b)`' },
    ]);
  });

  test('a symbol that no event matches, at its declaration', () => {
    const rules: OracleRule[] = [{ template: 'absence', count: 2, symbols: ['a'] }];
    const place = { file: 'demo/profile.md', line: 99, column: 3 };
    const { diagnostics } = compileScope(rules.map(scopeRule), [{ name: 'a', span: place }], {
      scope: 'stream',
      sets: [{ symbols: ['a'], sets: [[]] }],
    });
    expect(diagnostics).toMatchObject([{ code: 'rule-unmatched-symbol', span: place }]);
  });

  test('a symbol that no row declares', () => {
    const rules: OracleRule[] = [{ template: 'precedence', symbols: ['a', 'z'] }];
    expect(compileRules(rules, ['a', 'b']).diagnostics).toMatchObject([{ code: 'rule-unknown-symbol' }]);
  });
});
