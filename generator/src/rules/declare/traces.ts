import { project, type Watch } from './alphabet.js';
import type { Automaton, Trace } from './automaton.js';
import { letterCount } from './monitor.js';
import { advance, productOf, unmetRules, type Product, type Tuple } from './product.js';
import { namesOf } from './scope.js';
import { shortestPath, type Graph } from './search.js';

/** A transition of the checker: the event with that letter in that state. */
export interface Transition {
  readonly state: number;
  readonly letter: number;
}

/** A trace whose events match the smallest sets of symbols that the letters stand for. */
export function traceOf({ letters, symbols }: Automaton, path: readonly number[]): Trace {
  return path.map((letter) => namesOf(letters[letter] ?? 0, symbols));
}

function stateGraph({ states }: Automaton): Graph<number> {
  return {
    key: String,
    next: (state) => states[state]?.next.map((to) => (to < 0 ? undefined : to)) ?? [],
  };
}

function pathFrom(automaton: Automaton, from: number, isGoal: (state: number) => boolean): readonly number[] {
  return shortestPath(stateGraph(automaton), from, isGoal)?.letters ?? [];
}

function accepts({ states }: Automaton, state: number): boolean {
  return states[state]?.accepting === true;
}

/** The shortest trace that fulfils every rule; the first in the order of the letters. */
export function shortestAccepted(automaton: Automaton): Trace {
  return traceOf(
    automaton,
    pathFrom(automaton, 0, (state) => accepts(automaton, state)),
  );
}

/** The shortest trace after which the checker is in that state. With one more event it tests a breach there. */
export function accessTrace(automaton: Automaton, state: number): Trace {
  return traceOf(
    automaton,
    pathFrom(automaton, 0, (reached) => reached === state),
  );
}

/** The shortest accepted trace that takes the transition; undefined where the event is a breach. */
export function shortestTraceThrough(automaton: Automaton, transition: Transition): Trace | undefined {
  const { state, letter } = transition;
  const to = automaton.states[state]?.next[letter];
  if (to === undefined || to < 0) return undefined;
  const before = pathFrom(automaton, 0, (reached) => reached === state);
  const after = pathFrom(automaton, to, (reached) => accepts(automaton, reached));
  return traceOf(automaton, [...before, letter, ...after]);
}

/** No trace of a covering set makes a further detour after this many events. */
const coveringLength = 16;

/**
 * Accepted traces that together take every transition of the checker, and so every transition of the minimal
 * automaton that lies on an accepting path. Each goes on to the nearest transition that is not yet taken.
 */
export function coveringTraces(automaton: Automaton): readonly Trace[] {
  const open = automaton.states.map(
    ({ next }) => new Set(next.flatMap((to, letter) => (to < 0 ? [] : [letter]))),
  );
  const traces: Trace[] = [];
  do traces.push(traceOf(automaton, coveringPath(automaton, open)));
  while (open.some((letters) => letters.size > 0));
  return traces;
}

/** One accepted path; takes what it covers out of the open letters of each state. */
function coveringPath(automaton: Automaton, open: readonly Set<number>[]): readonly number[] {
  const graph = stateGraph(automaton);
  const firstOpen = (state: number): number | undefined => open[state]?.values().next().value;
  const path: number[] = [];
  let state = 0;
  const take = (letter: number): void => {
    open[state]?.delete(letter);
    path.push(letter);
    state = automaton.states[state]?.next[letter] ?? 0;
  };
  do {
    const way = shortestPath(graph, state, (reached) => firstOpen(reached) !== undefined);
    if (way === undefined) break;
    for (const letter of way.letters) take(letter);
    const letter = firstOpen(state);
    if (letter !== undefined) take(letter);
  } while (path.length < coveringLength);
  for (const letter of pathFrom(automaton, state, (reached) => accepts(automaton, reached))) take(letter);
  return path;
}

/** Whether some trace over these letters breaks the rule. */
export function canBreak(watch: Watch, letters: readonly number[]): boolean {
  return rejectedPath(watch, letters) !== undefined;
}

/** The shortest trace that breaks the rule at that place, whatever it does to the others. */
export function shortestRejected(automaton: Automaton, rule: number): Trace | undefined {
  const watch = productOf(automaton).watches[rule];
  const path = watch && rejectedPath(watch, automaton.letters);
  return path && traceOf(automaton, path);
}

const broken = -1;

/** The shortest word that a monitor rejects: by an event, or by ending there. */
function rejectedPath(watch: Watch, letters: readonly number[]): readonly number[] | undefined {
  const { monitor, symbols } = watch;
  const graph: Graph<number> = {
    key: String,
    next: (state) =>
      letters.map((mask) => {
        const step = monitor.next[state * letterCount(monitor.symbols) + project(mask, symbols)] ?? 0;
        return step < 0 ? broken : step;
      }),
  };
  return shortestPath(graph, 0, (state) => state === broken || monitor.unmet[state] === true)?.letters;
}

export interface BreakingTrace {
  readonly trace: Trace;
  /** The other rules that it breaks; empty wherever a trace exists that breaks the rule alone. */
  readonly others: readonly number[];
}

/** How many combinations of monitor states the search for a breaking trace visits. */
const searchLimit = 100_000;

/**
 * A trace that breaks the rule at that place and as few others as can be, the shortest of these. Undefined when
 * nothing breaks the rule.
 */
export function breakingTrace(automaton: Automaton, rule: number): BreakingTrace | undefined {
  const product = productOf(automaton);
  const start = product.watches.map(() => 0);
  for (let allowed = 0; allowed < start.length; allowed += 1) {
    const graph = breakingGraph(product, (broken) => withoutRule(broken, rule).length <= allowed);
    const path = shortestPath(graph, start, (tuple) => {
      const rejecting = rejectingRules(product, tuple);
      return rejecting.includes(rule) && withoutRule(rejecting, rule).length <= allowed;
    });
    if (path === undefined) continue;
    const others = withoutRule(rejectingRules(product, path.end), rule);
    return { trace: traceOf(automaton, path.letters), others };
  }
  return undefined;
}

/** The product, going on with `broken` in the place of each rule that an event breaks, as long as it may be. */
function breakingGraph(product: Product, mayBreak: (rules: readonly number[]) => boolean): Graph<Tuple> {
  return {
    key: (tuple) => tuple.join(),
    limit: searchLimit,
    next: (tuple) =>
      product.letters.map((_mask, letter) => {
        const step = advance(product, tuple, letter);
        const after = step.tuple.map((state, rule) =>
          tuple[rule] === broken || step.broken.includes(rule) ? broken : state,
        );
        return mayBreak(placesOf(after, broken)) ? after : undefined;
      }),
  };
}

/** The rules that are broken there, or would be if the trace ended. */
function rejectingRules(product: Product, tuple: Tuple): readonly number[] {
  return [...placesOf(tuple, broken), ...unmetRules(product, tuple)].sort((a, b) => a - b);
}

function placesOf(tuple: Tuple, state: number): readonly number[] {
  return tuple.flatMap((at, rule) => (at === state ? [rule] : []));
}

function withoutRule(rules: readonly number[], rule: number): readonly number[] {
  return rules.filter((other) => other !== rule);
}
