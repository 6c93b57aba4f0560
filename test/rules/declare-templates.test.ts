import { beforeAll, describe, expect, test } from 'vitest';

import { checkTrace, templateNames, templates } from '../../generator/src/rules/declare/index.js';
import {
  eventsOver,
  faultsOf,
  holds,
  oracleTemplates,
  tracesOver,
  type OracleTrace,
} from '../support/declare-oracle.js';
import { automatonOf, templateCases, titleOf } from './declare-support.js';

const symbols = ['a', 'b'];
/** 5461 traces: every set of two symbols, up to length 6. */
const allTraces: readonly OracleTrace[] = [...tracesOver(eventsOver(symbols), 6)];

test('the oracle knows exactly the templates that the generator knows', () => {
  expect(oracleTemplates.toSorted()).toEqual([...templateNames].sort());
});

describe.each(templateCases.map((rule) => [titleOf(rule), rule] as const))('%s', (_title, rule) => {
  const automaton = automatonOf([rule], symbols);
  const reports = new Map<OracleTrace, readonly number[]>();
  beforeAll(() => {
    for (const trace of allTraces) {
      reports.set(
        trace,
        checkTrace(automaton, trace).map(({ event }) => event),
      );
    }
  });

  test('accepts the traces that the definition accepts, up to length 6', () => {
    const wrong = allTraces.filter((trace) => holds(rule, trace) !== (reports.get(trace)?.length === 0));
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  test('is reported at the event that breaks it, once for each fault', () => {
    const wrong = allTraces.filter((trace) => reports.get(trace)?.join() !== faultsOf(rule, trace).join());
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  test('is told broken at the first event after which nothing can mend it', () => {
    const extensions = [...tracesOver(eventsOver(rule.symbols), 4)];
    const late = [...tracesOver(eventsOver(rule.symbols), 3)].filter((prefix) => {
      const mendable = extensions.some((rest) => holds(rule, [...prefix, ...rest]));
      const reported = checkTrace(automaton, prefix).some(({ event }) => event < prefix.length);
      return mendable === reported;
    });
    expect(late).toEqual([]);
  });
});

describe('what one event that matches both symbols means', () => {
  const once: OracleTrace = [['a', 'b']];
  const accepted = templateNames.filter((template) => {
    if (templates[template].parameters !== 'pair') return false;
    return checkTrace(automatonOf([{ template, symbols }], symbols), once).length === 0;
  });

  test('it is both sides of the plain forms, and never follows itself', () => {
    expect(accepted).toEqual([
      'responded-existence',
      'co-existence',
      'response',
      'precedence',
      'succession',
      'choice',
      'not-succession',
      'not-chain-succession',
    ]);
  });
});

describe.each(templateNames.map((name) => [name] as const))('the monitor of %s', (name) => {
  const monitor = templates[name].monitor(3);
  const letters = 2 ** monitor.symbols;

  test('has no two states that do the same', () => {
    const outcomes = monitor.unmet.map((_, state) => {
      const words = [...tracesOver(eventsOver(symbols.slice(0, monitor.symbols)), 4)];
      return words
        .map((word) => {
          let at = state;
          const breaches = word.map((event) => {
            const letter = (event.includes('a') ? 1 : 0) + (event.includes('b') ? 2 : 0);
            const next = monitor.next[at * letters + letter] ?? Number.NaN;
            at = next < 0 ? ~next : next;
            return next < 0;
          });
          return [...breaches, monitor.unmet[at]].join();
        })
        .join(';');
    });
    expect(new Set(outcomes).size).toBe(monitor.unmet.length);
  });

  test('is complete', () => {
    const states = monitor.next.map((next) => (next < 0 ? ~next : next));
    expect(states).toHaveLength(monitor.unmet.length * letters);
    expect(states.every((state) => state < monitor.unmet.length)).toBe(true);
  });
});
