import type { Alphabet } from './alphabet.js';
import type { Automaton, AutomatonRule, AutomatonState, Conflict, SymbolSets } from './automaton.js';
import { conflictFinder, type ConflictFinder } from './conflict.js';
import { formatConstraint } from './constraint.js';
import { minimise } from './dfa.js';
import { advance, unmetRules, type Explored, type Product, type Tuple } from './product.js';
import type { ScopeRule } from './scope.js';

/** Everything that is known of a scope once its product is explored and some trace fulfils it. */
export interface ScopeParts {
  readonly rules: readonly ScopeRule[];
  readonly symbols: readonly string[];
  readonly sets: readonly SymbolSets[];
  readonly alphabet: Alphabet;
  readonly product: Product;
  readonly explored: Explored;
}

/** The automaton as frozen plain data; undefined when finding out who is to blame takes too much work. */
export function assemble(parts: ScopeParts): Automaton | undefined {
  const { symbols, sets, alphabet, product } = parts;
  const { tuples, next: open } = keepLive(parts.explored);
  const finder = conflictFinder(product);
  const { next, conflicts } = withConflicts(product, finder, tuples, open);
  if (finder.isExhausted()) return undefined;
  const unmet = tuples.map((tuple) => unmetRules(product, tuple));
  const accepting = unmet.map((rules) => rules.length === 0);
  const { dfa, classOf } = minimise(accepting, next);
  const states = tuples.map((monitors, state): AutomatonState => ({
    accepting: accepting[state] ?? false,
    next: next[state] ?? [],
    expected: expectedAfter(next[state] ?? [], alphabet.letters, symbols),
    unmet: unmet[state] ?? [],
    monitors,
    minimal: classOf[state] ?? 0,
  }));
  return deepFreeze({
    symbols,
    sets,
    letters: alphabet.letters,
    decisions: alphabet.decisions,
    rules: compiledRules(parts),
    states,
    conflicts,
    minimal: dfa,
  });
}

function compiledRules({ rules, product }: ScopeParts): readonly AutomatonRule[] {
  return product.watches.flatMap(({ monitor, symbols }, index) => {
    const rule = rules[index];
    if (rule === undefined) return [];
    const { name, constraint, at } = rule;
    const { next, unmet } = monitor;
    return [{ name, constraint: formatConstraint(constraint), at, symbols, next, unmet }];
  });
}

/** The symbols that can come: those for which an event that matches it, and as little else as can be, leads on. */
export function expectedAfter(
  next: readonly number[],
  letters: readonly number[],
  symbols: readonly string[],
): readonly string[] {
  return symbols.filter((_name, symbol) =>
    smallestWith(symbol, letters).some((letter) => (next[letter] ?? -1) >= 0),
  );
}

/** The letters that hold a symbol and do not contain another letter that holds it. Letters are in order of size. */
function smallestWith(symbol: number, letters: readonly number[]): readonly number[] {
  const smallest: number[] = [];
  for (const [letter, mask] of letters.entries()) {
    const contains = (other: number): boolean => ((letters[other] ?? 0) & ~mask) === 0;
    if (((mask >> symbol) & 1) === 1 && !smallest.some(contains)) smallest.push(letter);
  }
  return smallest;
}

/** The tuples from which some continuation fulfils all rules; what leads elsewhere is -1. Order is kept. */
function keepLive({ tuples, next, live }: Explored): Pick<Explored, 'tuples' | 'next'> {
  const places: number[] = [];
  let size = 0;
  for (const alive of live) places.push(alive ? size++ : -1);
  const alive = (_: unknown, state: number): boolean => live[state] === true;
  return {
    tuples: tuples.filter(alive),
    next: next.filter(alive).map((row) => row.map((to) => (to < 0 ? -1 : (places[to] ?? -1)))),
  };
}

/** Tells the breaches that no rule reports alone from the others. */
function withConflicts(
  product: Product,
  finder: ConflictFinder,
  tuples: readonly Tuple[],
  open: readonly (readonly number[])[],
): { readonly next: readonly (readonly number[])[]; readonly conflicts: readonly Conflict[] } {
  const conflicts: Conflict[] = [];
  const byTuple = new Map<string, number>();
  const bySets = new Map<string, number>();
  const indexFor = (tuple: Tuple): number => {
    const sets = successiveConflicts(finder, product, tuple);
    const key = JSON.stringify(sets);
    const index = bySets.get(key) ?? conflicts.push({ sets }) - 1;
    bySets.set(key, index);
    return index;
  };
  const next = open.map((row, state) =>
    row.map((to, letter) => {
      if (to >= 0) return to;
      const step = advance(product, tuples[state] ?? [], letter);
      if (step.broken.length > 0) return -1;
      const key = step.tuple.join();
      const index = byTuple.get(key) ?? indexFor(step.tuple);
      byTuple.set(key, index);
      return -2 - index;
    }),
  );
  return { next, conflicts };
}

/** The smallest conflict, then the smallest among what is left without its unfulfilled rules, until none is. */
function successiveConflicts(
  finder: ConflictFinder,
  product: Product,
  tuple: Tuple,
): readonly (readonly number[])[] {
  const unmet = unmetRules(product, tuple);
  let kept = [...product.watches.keys()];
  const sets: (readonly number[])[] = [];
  do {
    const conflict = finder.find(tuple, kept);
    const open = conflict.filter((rule) => unmet.includes(rule));
    sets.push([...open, ...conflict.filter((rule) => !open.includes(rule))]);
    kept = kept.filter((rule) => !open.includes(rule));
  } while (!finder.isSatisfiable(tuple, kept));
  return sets;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}
