import { project, type Watch } from './alphabet.js';
import type { Automaton, AutomatonRule } from './automaton.js';
import { letterCount, target } from './monitor.js';

/** The states of all monitors of a scope at one moment. */
export type Tuple = readonly number[];

/** Several rules watched at once over the letters of their scope. */
export interface Product {
  readonly watches: readonly Watch[];
  readonly letters: readonly number[];
}

/** The monitors of an automaton, to run again. */
export function productOf({ rules, letters }: Automaton): Product {
  return { watches: rules.map(watchOf), letters };
}

function watchOf({ symbols, next, unmet }: AutomatonRule): Watch {
  return { monitor: { symbols: symbols.length === 2 ? 2 : 1, next, unmet }, symbols };
}

export interface Step {
  readonly tuple: Tuple;
  /** The rules that the event breaks by themselves. */
  readonly broken: readonly number[];
}

export function startOf({ watches }: Product): Tuple {
  return watches.map(() => 0);
}

/** What an event does to every rule; a broken rule goes on as its monitor says. */
export function advance({ watches, letters }: Product, tuple: Tuple, letter: number): Step {
  const mask = letters[letter] ?? 0;
  const broken: number[] = [];
  const next = watches.map(({ monitor, symbols }, rule) => {
    const row = (tuple[rule] ?? 0) * letterCount(monitor.symbols);
    const step = monitor.next[row + project(mask, symbols)] ?? 0;
    if (step < 0) broken.push(rule);
    return target(step);
  });
  return { tuple: next, broken };
}

/** The rules that are not fulfilled when the trace ends there. */
export function unmetRules({ watches }: Product, tuple: Tuple): readonly number[] {
  return watches.flatMap(({ monitor }, rule) => (monitor.unmet[tuple[rule] ?? 0] === true ? [rule] : []));
}

/** The tuples that traces reach without breaking a rule, in breadth-first order. */
export interface Explored {
  readonly tuples: readonly Tuple[];
  /** By tuple and letter: the index of the next tuple, or -1 where the event breaks a rule by itself. */
  readonly next: readonly (readonly number[])[];
  /** By tuple: whether some continuation fulfils all rules. */
  readonly live: readonly boolean[];
}

/** Undefined when that takes more than `limit` steps of a monitor. */
export function explore(product: Product, limit: number): Explored | undefined {
  const start = startOf(product);
  const tuples: Tuple[] = [start];
  const index = new Map<string, number>([[start.join(), 0]]);
  const next: number[][] = [];
  for (const tuple of tuples) {
    if (tuples.length * product.letters.length * product.watches.length > limit) return undefined;
    next.push(
      product.letters.map((_mask, letter) => {
        const step = advance(product, tuple, letter);
        if (step.broken.length > 0) return -1;
        const key = step.tuple.join();
        const known = index.get(key) ?? tuples.push(step.tuple) - 1;
        index.set(key, known);
        return known;
      }),
    );
  }
  const accepting = tuples.map((tuple) => unmetRules(product, tuple).length === 0);
  return { tuples, next, live: reaching(next, accepting) };
}

/** By state: whether a path leads to a goal. A negative number in `next` leads nowhere. */
export function reaching(
  next: readonly (readonly number[])[],
  goals: readonly boolean[],
): readonly boolean[] {
  const sources = next.map((): number[] => []);
  for (const [state, row] of next.entries()) {
    for (const reached of row) sources[reached]?.push(state);
  }
  const reached = [...goals];
  const queue = goals.flatMap((goal, state) => (goal ? [state] : []));
  for (const state of queue) {
    for (const source of sources[state] ?? []) {
      if (reached[source] === true) continue;
      reached[source] = true;
      queue.push(source);
    }
  }
  return reached;
}

/** The rules at those places alone, over the letters that they can tell apart. */
export function restrict({ watches, letters }: Product, rules: readonly number[]): Product {
  const kept = rules.flatMap((rule) => watches[rule] ?? []);
  const distinct = new Map<string, number>();
  for (const mask of letters) {
    const key = kept.map(({ symbols }) => project(mask, symbols)).join();
    if (!distinct.has(key)) distinct.set(key, mask);
  }
  return { watches: kept, letters: [...distinct.values()] };
}

/** Work that is left, in steps of one monitor. */
export interface Budget {
  work: number;
}

/**
 * Whether some continuation from a tuple fulfils all rules; looks first where the fewest are unfulfilled. When the
 * work runs out the answer is yes.
 */
export function isSatisfiable(product: Product, from: Tuple, budget: Budget): boolean {
  const seen = new Set<string>([from.join()]);
  const open = Array.from({ length: product.watches.length + 1 }, (): Tuple[] => []);
  const push = (tuple: Tuple): void => {
    open[unmetRules(product, tuple).length]?.push(tuple);
  };
  push(from);
  for (;;) {
    const tuple = open.find((tuples) => tuples.length > 0)?.pop();
    if (tuple === undefined) return false;
    if (unmetRules(product, tuple).length === 0) return true;
    budget.work -= product.letters.length * product.watches.length;
    if (budget.work <= 0) return true;
    for (const letter of product.letters.keys()) {
      const step = advance(product, tuple, letter);
      const key = step.tuple.join();
      if (step.broken.length > 0 || seen.has(key)) continue;
      seen.add(key);
      push(step.tuple);
    }
  }
}
