import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  accessTrace,
  breakingTrace,
  checkTrace,
  coveringTraces,
  includes,
  letterOf,
  mutuallyExclusive,
  shortestAccepted,
  shortestRejected,
  shortestTraceThrough,
  type Automaton,
  type Trace,
} from '../../generator/src/rules/declare/index.js';
import { eventsOver, holdAll, holds, tracesOver, type OracleRule } from '../support/declare-oracle.js';
import { anyRule, automatonOf, compileRules } from './declare-support.js';

const symbols = ['a', 'b', 'c'];
const exclusive = mutuallyExclusive(symbols);
const exclusiveEvents: readonly (readonly string[])[] = [[], ['a'], ['b'], ['c']];
/** Shortest first, so that the first that fits has the least length. */
const exclusiveTraces = [...tracesOver(exclusiveEvents, 5)];
const freeTraces = [...tracesOver(eventsOver(symbols), 4)];

const ruleSets = fc
  .record({ rules: fc.array(anyRule(symbols, 2), { minLength: 1, maxLength: 4 }), disjoint: fc.boolean() })
  .map(({ rules, disjoint }) => {
    const { automaton } = compileRules(rules, symbols, disjoint ? [exclusive] : []);
    return { rules, automaton, traces: disjoint ? exclusiveTraces : freeTraces };
  });

/** The states that a conforming trace visits, and the letters between them. */
function walk(automaton: Automaton, trace: Trace): readonly string[] {
  let state = 0;
  return trace.map((event) => {
    const mask = automaton.symbols.reduce((all, name, i) => (event.includes(name) ? all | (1 << i) : all), 0);
    const letter = letterOf(automaton, mask);
    const step = `${String(state)}-${String(letter)}`;
    state = automaton.states[state]?.next[letter] ?? -1;
    return step;
  });
}

describe('shortest traces of random rule sets', () => {
  test('the shortest accepted trace is accepted, and no enumerated one is shorter', () => {
    fc.assert(
      fc.property(ruleSets, ({ rules, automaton, traces }) => {
        if (automaton === undefined) return;
        const shortest = shortestAccepted(automaton);
        expect(holdAll(rules, shortest)).toBe(true);
        const first = traces.find((trace) => holdAll(rules, trace));
        if (first !== undefined) expect(shortest).toHaveLength(first.length);
      }),
      { numRuns: 60 },
    );
  });

  test('the shortest rejected trace breaks its rule, and no enumerated one is shorter', () => {
    fc.assert(
      fc.property(ruleSets, ({ rules, automaton, traces }) => {
        if (automaton === undefined) return;
        for (const [index, rule] of rules.entries()) {
          const shortest = shortestRejected(automaton, index) ?? [];
          expect(holds(rule, shortest)).toBe(false);
          expect(shortest).toHaveLength(traces.find((trace) => !holds(rule, trace))?.length ?? Number.NaN);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('a breaking trace breaks its rule and as few others as any trace, and is the shortest of these', () => {
    fc.assert(
      fc.property(ruleSets, ({ rules, automaton, traces }) => {
        if (automaton === undefined) return;
        for (const [index, rule] of rules.entries()) {
          const { trace = [], others = [] } = breakingTrace(automaton, index) ?? {};
          const alsoBroken = (candidate: Trace): readonly number[] =>
            [...rules.keys()].filter((other) => other !== index && !holds(rules[other] ?? rule, candidate));
          expect(holds(rule, trace)).toBe(false);
          expect([rules, trace, alsoBroken(trace)]).toEqual([rules, trace, others]);
          const breaking = traces.filter((candidate) => !holds(rule, candidate));
          const fewest = Math.min(...breaking.map((candidate) => alsoBroken(candidate).length));
          expect(others.length).toBeLessThanOrEqual(fewest);
          if (others.length < fewest) continue;
          const first = breaking.find((candidate) => alsoBroken(candidate).length === fewest);
          expect(trace).toHaveLength(first?.length ?? Number.NaN);
        }
      }),
      { numRuns: 15 },
    );
  });

  test('covering traces are accepted and take every transition; none is without use', () => {
    fc.assert(
      fc.property(ruleSets, ({ rules, automaton }) => {
        if (automaton === undefined) return;
        const traces = coveringTraces(automaton);
        const all = automaton.states.flatMap(({ next }, state) =>
          next.flatMap((to, letter) => (to < 0 ? [] : [`${String(state)}-${String(letter)}`])),
        );
        expect(traces.every((trace) => holdAll(rules, trace))).toBe(true);
        expect(new Set(traces.flatMap((trace) => walk(automaton, trace)))).toEqual(new Set(all));
        const seen = new Set<string>();
        for (const trace of traces) {
          const before = seen.size;
          for (const step of walk(automaton, trace)) seen.add(step);
          expect(seen.size).toBeGreaterThan(before);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('a trace through a transition takes it, is accepted, and is as short as any that does', () => {
    fc.assert(
      fc.property(ruleSets, ({ rules, automaton, traces }) => {
        if (automaton === undefined) return;
        const accepted = traces.filter((trace) => holdAll(rules, trace));
        const walks = accepted.map((trace) => walk(automaton, trace));
        for (const [state, { next }] of automaton.states.entries()) {
          for (const [letter, to] of next.entries()) {
            const through = shortestTraceThrough(automaton, { state, letter });
            expect(through === undefined).toBe(to < 0);
            if (through === undefined) continue;
            const step = `${String(state)}-${String(letter)}`;
            expect(walk(automaton, through)).toContain(step);
            expect(holdAll(rules, through)).toBe(true);
            const shortest = walks.find((steps) => steps.includes(step));
            if (shortest !== undefined) expect(through).toHaveLength(shortest.length);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  test('the trace into a state, with an event that is no transition there, is reported at that event', () => {
    fc.assert(
      fc.property(ruleSets, ({ automaton }) => {
        if (automaton === undefined) return;
        for (const [state, { next }] of automaton.states.entries()) {
          const access = accessTrace(automaton, state);
          for (const [letter, to] of next.entries()) {
            const mask = automaton.letters[letter] ?? 0;
            const event = automaton.symbols.filter((_, i) => (mask >> i) & 1);
            const events = checkTrace(automaton, [...access, event]).map((breach) => breach.event);
            expect(events.includes(access.length)).toBe(to < 0);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('inclusion', () => {
  const pairs = fc.tuple(
    fc.array(anyRule(symbols, 2), { minLength: 0, maxLength: 3 }),
    fc.array(anyRule(symbols, 2), { minLength: 0, maxLength: 3 }),
    fc.boolean(),
  );

  test('it holds exactly when no trace is accepted by one only, and else shows a shortest such trace', () => {
    fc.assert(
      fc.property(pairs, ([inner, outer, disjoint]) => {
        const sets = disjoint ? [exclusive] : [];
        const one = compileRules(inner, symbols, sets).automaton;
        const other = compileRules(outer, symbols, sets).automaton;
        if (one === undefined || other === undefined) return;
        const result = includes(one, other);
        const traces = disjoint ? exclusiveTraces : freeTraces;
        const first = traces.find((trace) => holdAll(inner, trace) && !holdAll(outer, trace));
        if (result?.included === true) expect([inner, outer, first]).toEqual([inner, outer, undefined]);
        if (result?.included === false) {
          const { counterexample } = result;
          expect([holdAll(inner, counterexample), holdAll(outer, counterexample)]).toEqual([true, false]);
          if (first !== undefined) expect(counterexample).toHaveLength(first.length);
        }
        if (first !== undefined) expect(result?.included).toBe(false);
      }),
      { numRuns: 120 },
    );
  });

  const rules: OracleRule[] = [
    { template: 'precedence', symbols: ['a', 'b'] },
    { template: 'absence', count: 3, symbols: ['c'] },
  ];

  test('a rule set includes itself with any rule more, and not the other way round', () => {
    const tightened = automatonOf([...rules, { template: 'last', symbols: ['c'] }], symbols, [exclusive]);
    const plain = automatonOf(rules, symbols, [exclusive]);
    expect(includes(tightened, plain)).toEqual({ included: true });
    expect(includes(plain, tightened)).toEqual({ included: false, counterexample: [] });
    expect(includes(plain, plain)).toEqual({ included: true });
  });

  test('the order of declaration of symbols and rules makes no difference', () => {
    const plain = automatonOf(rules, symbols);
    const turned = automatonOf(rules.toReversed(), symbols.toReversed());
    expect([includes(plain, turned), includes(turned, plain)]).toEqual([
      { included: true },
      { included: true },
    ]);
  });

  test('a symbol that only one version knows counts as any other', () => {
    const before = automatonOf(rules, symbols, [exclusive]);
    const names = [...symbols, 'd'];
    const after = automatonOf([...rules, { template: 'not-succession', symbols: ['d', 'a'] }], names, [
      mutuallyExclusive(names),
    ]);
    expect(includes(before, after)).toEqual({ included: false, counterexample: [['d'], ['a']] });
    expect(includes(after, before)).toEqual({ included: true });
  });

  test('an event that one version knows to be impossible is no counterexample', () => {
    const both: OracleRule[] = [
      { template: 'existence', count: 1, symbols: ['a'] },
      { template: 'existence', count: 1, symbols: ['b'] },
    ];
    const free = automatonOf(both, symbols);
    const knowing = automatonOf(both, symbols, [exclusive]);
    expect([includes(free, knowing), includes(knowing, free)]).toEqual([
      { included: true },
      { included: true },
    ]);
  });

  test('more symbols than can be compared are no answer rather than a wrong one', () => {
    const wide = (prefix: string): Automaton => {
      const names = Array.from({ length: 16 }, (_, i) => `${prefix}${String(i)}`);
      const chain = names
        .slice(1)
        .map((name, i): OracleRule => ({ template: 'precedence', symbols: [names[i] ?? '', name] }));
      return automatonOf(chain, names, [mutuallyExclusive(names)]);
    };
    expect(includes(wide('x'), wide('y'))).toBeUndefined();
  });
});
