import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  checkTrace,
  letterOf,
  mutuallyExclusive,
  unsatisfiable,
  type Automaton,
  type Dfa,
  type DfaState,
  type Trace,
} from '../../generator/src/rules/declare/index.js';
import {
  eventsOver,
  faultsOf,
  holdAll,
  tracesOver,
  type OracleRule,
  type OracleTrace,
} from '../support/declare-oracle.js';
import { anyRule, automatonOf, compileRules, scopeRule, subsetsOf } from './declare-support.js';

const symbols = ['a', 'b', 'c'];
const exclusive = mutuallyExclusive(symbols);
const exclusiveEvents: readonly (readonly string[])[] = [[], ['a'], ['b'], ['c']];
const exclusiveTraces = [...tracesOver(exclusiveEvents, 5)];
/** Long enough to fulfil any five rules of three symbols that count to one, where that is possible at all. */
const continuations = [...tracesOver(exclusiveEvents, 6)];
const freeTraces = [...tracesOver(eventsOver(symbols), 3)];

/** Rules, and whether their symbols exclude each other. */
const ruleSets = fc.record({
  rules: fc.array(anyRule(symbols), { minLength: 1, maxLength: 5 }),
  disjoint: fc.boolean(),
});

const singleRule = anyRule(symbols, 1);

interface Case {
  readonly rules: readonly OracleRule[];
  readonly disjoint: boolean;
}

function compiled({ rules, disjoint }: Case): Automaton | undefined {
  return compileRules(rules, symbols, disjoint ? [exclusive] : []).automaton;
}

function tracesOf({ disjoint }: Case): readonly OracleTrace[] {
  return disjoint ? exclusiveTraces : freeTraces;
}

/** The state of the minimal automaton after a trace. */
function stateAfter(automaton: Automaton, trace: Trace): DfaState | undefined {
  const { states } = automaton.minimal;
  const end = trace.reduce((state, event) => {
    const mask = automaton.symbols.reduce((all, name, i) => (event.includes(name) ? all | (1 << i) : all), 0);
    return states[state]?.next[letterOf(automaton, mask)] ?? Number.NaN;
  }, 0);
  return states[end];
}

describe('random rule sets', () => {
  test('the minimal automaton accepts what all definitions accept', () => {
    fc.assert(
      fc.property(ruleSets, (rules) => {
        const automaton = compiled(rules);
        if (automaton === undefined) return;
        const wrong = tracesOf(rules).filter(
          (trace) => stateAfter(automaton, trace)?.accepting !== holdAll(rules.rules, trace),
        );
        expect(wrong.slice(0, 3)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('a state is dead when nothing that may follow is accepted', () => {
    fc.assert(
      fc.property(fc.array(singleRule, { minLength: 1, maxLength: 5 }), (rules) => {
        const automaton = compiled({ rules, disjoint: true });
        if (automaton === undefined) return;
        const wrong = [...tracesOver(exclusiveEvents, 2)].filter(
          (prefix) => stateAfter(automaton, prefix)?.dead === isMendable(rules, prefix, [...rules.keys()]),
        );
        expect(wrong).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });

  test('no two states of the minimal automaton are equivalent, and each is reached', () => {
    fc.assert(
      fc.property(ruleSets, (rules) => {
        const automaton = compiled(rules);
        if (automaton === undefined) return;
        const { states } = automaton.minimal;
        for (const [one, other] of pairsOf(states.length)) {
          expect([rules, distinguished(automaton.minimal, one, other)]).toEqual([rules, true]);
        }
        expect(breadthFirst(automaton.minimal)).toEqual([...states.keys()]);
      }),
      { numRuns: 60 },
    );
  });

  test('the checker and the minimal automaton agree on every transition', () => {
    fc.assert(
      fc.property(ruleSets, (rules) => {
        const automaton = compiled(rules);
        if (automaton === undefined) return;
        const { states, minimal } = automaton;
        for (const state of states) {
          const image = minimal.states[state.minimal];
          expect([image?.accepting, image?.dead]).toEqual([state.accepting, false]);
          for (const [letter, to] of state.next.entries()) {
            const reached = image?.next[letter] ?? Number.NaN;
            if (to < 0) expect(minimal.states[reached]?.dead).toBe(true);
            else expect(reached).toBe(states[to]?.minimal);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('a trace that nothing jointly forbids is reported rule by rule, as each definition says', () => {
    fc.assert(
      fc.property(ruleSets, (rules) => {
        const automaton = compiled(rules);
        if (automaton === undefined) return;
        for (const trace of tracesOf(rules).filter((_, index) => index % 7 === 0)) {
          const breaches = checkTrace(automaton, trace);
          const alone = breaches.filter(({ rules: together }) => together.length === 1);
          const expected = rules.rules.flatMap((rule, index) =>
            faultsOf(rule, trace).map((event) => `${String(event)} rule-${String(index)}`),
          );
          const reported = alone.map(({ event, rule }) => `${String(event)} ${rule}`);
          if (alone.length === breaches.length) {
            expect([trace, reported.toSorted()]).toEqual([trace, expected.toSorted()]);
          } else {
            expect(expected).toEqual(expect.arrayContaining(reported));
          }
          expect(breaches.length === 0).toBe(holdAll(rules.rules, trace));
        }
      }),
      { numRuns: 30 },
    );
  });

  test('a joint breach names a smallest set of rules that nothing can fulfil any more', () => {
    fc.assert(
      fc.property(fc.array(singleRule, { minLength: 2, maxLength: 5 }), (rules) => {
        const automaton = compiled({ rules, disjoint: true });
        if (automaton === undefined) return;
        for (const trace of tracesOver(exclusiveEvents, 2)) {
          const joint = checkTrace(automaton, trace).find(({ rules: together }) => together.length > 1);
          if (joint === undefined) continue;
          const prefix = trace.slice(0, joint.event + 1);
          const places = joint.rules.map((name) => Number(name.slice('rule-'.length)));
          expect(isMendable(rules, prefix, places)).toBe(false);
          for (const fewer of subsetsOf([...rules.keys()], places.length - 1)) {
            expect([rules, prefix, fewer, isMendable(rules, prefix, fewer)]).toEqual([
              rules,
              prefix,
              fewer,
              true,
            ]);
          }
          expect(
            holdAll(
              [rules[places[0] ?? 0]].flatMap((rule) => rule ?? []),
              prefix,
            ),
          ).toBe(false);
        }
      }),
      { numRuns: 20 },
    );
  });

  test('a set of rules is refused exactly when no trace fulfils it, with the fewest rules that conflict', () => {
    fc.assert(
      fc.property(fc.array(singleRule, { minLength: 1, maxLength: 5 }), (rules) => {
        const { automaton, diagnostics } = compileRules(rules, symbols, [exclusive]);
        const possible = exclusiveTraces.some((trace) => holdAll(rules, trace));
        if (possible) expect(automaton).toBeDefined();
        const conflict = unsatisfiable(rules.map(scopeRule), [exclusive]);
        if (diagnostics.some(({ code }) => code === 'rule-conflict')) expect(possible).toBe(false);
        expect(conflict === undefined).toBe(
          automaton !== undefined || diagnostics[0]?.code === 'rule-vacuous',
        );
        if (conflict === undefined) return;
        const places = conflict.map(({ name }) => Number(name.slice('rule-'.length)));
        expect(isMendable(rules, [], places)).toBe(false);
        const smaller = subsetsOf([...rules.keys()], places.length - 1);
        expect(smaller.filter((subset) => !isMendable(rules, [], subset))).toEqual([]);
        const [first] = subsetsOf([...rules.keys()], places.length).filter(
          (subset) => !isMendable(rules, [], subset),
        );
        expect(places).toEqual(first);
      }),
      { numRuns: 60 },
    );
  });
});

/** Whether a continuation of at most six events fulfils the rules at those places. */
function isMendable(rules: readonly OracleRule[], prefix: OracleTrace, places: readonly number[]): boolean {
  const kept = places.flatMap((place) => rules[place] ?? []);
  return continuations.some((rest) => holdAll(kept, [...prefix, ...rest]));
}

function pairsOf(size: number): readonly (readonly [number, number])[] {
  return Array.from({ length: size }, (_, one) =>
    Array.from({ length: one }, (_unused, other) => [one, other] as const),
  ).flat();
}

/** Whether some word leads from exactly one of two states to acceptance: a search over pairs of states. */
function distinguished({ states }: Dfa, one: number, other: number): boolean {
  const seen = new Set<string>();
  const queue: (readonly [number, number])[] = [[one, other]];
  for (const [left, right] of queue) {
    if (states[left]?.accepting !== states[right]?.accepting) return true;
    for (const [letter, to] of (states[left]?.next ?? []).entries()) {
      const pair = [to, states[right]?.next[letter] ?? Number.NaN] as const;
      if (seen.has(pair.join())) continue;
      seen.add(pair.join());
      queue.push(pair);
    }
  }
  return false;
}

/** The states in the order in which a breadth-first walk from the start meets them. */
function breadthFirst({ states }: Dfa): readonly number[] {
  const order = new Set([0]);
  for (const state of order) for (const to of states[state]?.next ?? []) order.add(to);
  return [...order];
}

test('a scope without rules accepts everything', () => {
  const automaton = automatonOf([], ['a']);
  expect(checkTrace(automaton, [['a'], []])).toEqual([]);
  expect(automaton.states).toHaveLength(1);
});

test('an automaton is frozen plain data, the same on every run', () => {
  const rules: OracleRule[] = [
    { template: 'succession', symbols: ['a', 'b'] },
    { template: 'exactly', count: 2, symbols: ['c'] },
  ];
  const automaton = automatonOf(rules, symbols);
  expect(JSON.parse(JSON.stringify(automaton))).toEqual(automaton);
  expect(JSON.stringify(automatonOf(rules, symbols))).toBe(JSON.stringify(automaton));
  expect(Object.isFrozen(automaton.states[0]?.next)).toBe(true);
});
