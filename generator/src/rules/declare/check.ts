import { letterOf } from './alphabet.js';
import { expectedAfter } from './assemble.js';
import type { Automaton, Trace } from './automaton.js';
import { advance, productOf, unmetRules, type Product, type Tuple } from './product.js';
import { maskOf } from './scope.js';

/** One rule broken by one event, or by the end of the trace. */
export interface Breach {
  /** The index of the event; the length of the trace where the end breaks the rule. */
  readonly event: number;
  readonly rule: string;
  /** The rules that forbid the event together, `rule` first; only itself where it is broken alone. */
  readonly rules: readonly string[];
  /** The symbols that were expected there. */
  readonly expected: readonly string[];
}

/** Where a check stands: a state of the automaton or, after a breach, the states of all monitors. */
type Position =
  { readonly state: number } | { readonly monitors: Tuple; readonly abandoned: ReadonlySet<number> };

/**
 * Everything that a trace breaks, as an emitted checker reports it. An event that breaks a rule counts for every
 * other rule, and the broken rule goes on as its monitor says.
 */
export function checkTrace(automaton: Automaton, trace: Trace): readonly Breach[] {
  const product = productOf(automaton);
  const breaches: Breach[] = [];
  let position: Position = { state: 0 };
  for (const [event, symbols] of trace.entries()) {
    const letter = letterOf(automaton, maskOf(symbols, automaton.symbols));
    const { next, sets } = step(automaton, product, position, letter);
    const expected = sets.length === 0 ? [] : expectedAt(automaton, product, position);
    for (const set of sets) breaches.push(breachOf(automaton, event, set, expected));
    position = next;
  }
  const { monitors, abandoned } = monitorsAt(automaton, position);
  for (const rule of unmetRules(product, monitors)) {
    if (abandoned.has(rule)) continue;
    breaches.push(breachOf(automaton, trace.length, [rule], expectedAt(automaton, product, position)));
  }
  return breaches;
}

function breachOf(
  { rules }: Automaton,
  event: number,
  set: readonly number[],
  expected: readonly string[],
): Breach {
  const names = set.flatMap((rule) => rules[rule]?.name ?? []);
  return { event, rule: names[0] ?? '', rules: names, expected };
}

const none: ReadonlySet<number> = new Set();

function monitorsAt(automaton: Automaton, position: Position): Exclude<Position, { state: number }> {
  if (!('state' in position)) return position;
  return { monitors: automaton.states[position.state]?.monitors ?? [], abandoned: none };
}

interface Checked {
  readonly next: Position;
  /** The sets of rules that the event breaks. */
  readonly sets: readonly (readonly number[])[];
}

function step(automaton: Automaton, product: Product, position: Position, letter: number): Checked {
  const to = 'state' in position ? (automaton.states[position.state]?.next[letter] ?? -1) : -1;
  if (to >= 0) return { next: { state: to }, sets: [] };
  const { monitors, abandoned } = monitorsAt(automaton, position);
  const { tuple, broken } = advance(product, monitors, letter);
  const sets =
    automaton.conflicts[-2 - to]?.sets ?? broken.filter((rule) => !abandoned.has(rule)).map((rule) => [rule]);
  const unmet = unmetRules(product, tuple);
  const hopeless = to < -1 ? sets.flat().filter((rule) => unmet.includes(rule)) : [];
  return { next: { monitors: tuple, abandoned: new Set([...abandoned, ...hopeless]) }, sets };
}

/** The symbols that can come; after a breach, those that break no rule by themselves. */
function expectedAt(automaton: Automaton, product: Product, position: Position): readonly string[] {
  if ('state' in position) return automaton.states[position.state]?.expected ?? [];
  const { monitors, abandoned } = position;
  const next = automaton.letters.map((_mask, letter) =>
    advance(product, monitors, letter).broken.some((rule) => !abandoned.has(rule)) ? -1 : 0,
  );
  return expectedAfter(next, automaton.letters, automaton.symbols);
}
