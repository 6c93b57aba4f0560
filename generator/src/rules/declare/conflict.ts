import { isSatisfiable, restrict, type Budget, type Product, type Tuple } from './product.js';

/** Names the rules that cannot be fulfilled together. */
export interface ConflictFinder {
  /**
   * The fewest of some rules that no continuation from a tuple fulfils together; of several such sets the one with
   * the earliest rules. All the rules together are known not to be fulfilled.
   */
  find(tuple: Tuple, rules: readonly number[]): readonly number[];
  /** Whether some continuation from a tuple fulfils the rules. */
  isSatisfiable(tuple: Tuple, rules: readonly number[]): boolean;
  /** The work ran out: what was found since is a conflict, but it may not be the smallest one. */
  isExhausted(): boolean;
}

/** Some seconds of work: a scope that needs more is beyond what a person could check. */
const defaultWork = 20_000_000;

export function conflictFinder(product: Product, work = defaultWork): ConflictFinder {
  const budget: Budget = { work };
  const parts = new Map<string, Product>();
  const satisfiable = (tuple: Tuple, rules: readonly number[]): boolean => {
    const key = rules.join();
    const part = parts.get(key) ?? restrict(product, rules);
    parts.set(key, part);
    return isSatisfiable(
      part,
      rules.map((rule) => tuple[rule] ?? 0),
      budget,
    );
  };
  return {
    find: (tuple, rules) => smallestConflict(rules, (chosen) => satisfiable(tuple, chosen), budget),
    isSatisfiable: satisfiable,
    isExhausted: () => budget.work <= 0,
  };
}

type Satisfiable = (rules: readonly number[]) => boolean;

/**
 * The smallest part of an unsatisfiable set that is unsatisfiable too. A conflict shares an element with every set
 * whose removal makes the rest satisfiable, so the smallest set that hits all such corrections that are known is
 * either the answer or leads to a further correction (Ignatiev, Previti, Liffiton, Marques-Silva: Smallest MUS
 * extraction with minimal hitting set dualization, 2015). Where the work runs out, a conflict of which no single
 * element can be left out.
 */
export function smallestConflict(
  rules: readonly number[],
  satisfiable: Satisfiable,
  budget: Budget,
): readonly number[] {
  const irreducible = irreducibleConflict(rules, satisfiable);
  const corrections: (readonly number[])[] = [];
  for (;;) {
    const candidate = smallestHittingSet(corrections, irreducible.length, budget);
    if (candidate === undefined) return irreducible;
    if (!satisfiable(candidate)) return candidate;
    corrections.push(complementOfLargest(candidate, rules, satisfiable));
  }
}

/** Leaves out every rule, the latest first, without which the rest is still unsatisfiable. */
function irreducibleConflict(rules: readonly number[], satisfiable: Satisfiable): readonly number[] {
  return rules.toReversed().reduce<readonly number[]>((conflict, rule) => {
    const rest = conflict.filter((other) => other !== rule);
    return satisfiable(rest) ? conflict : rest;
  }, rules);
}

/** What a satisfiable set leaves out once it is grown as far as it stays satisfiable. */
function complementOfLargest(
  seed: readonly number[],
  rules: readonly number[],
  satisfiable: Satisfiable,
): readonly number[] {
  const grown = new Set(seed);
  return rules.filter((rule) => {
    if (grown.has(rule)) return false;
    if (!satisfiable(rules.filter((other) => other === rule || grown.has(other)))) return true;
    grown.add(rule);
    return false;
  });
}

/** The smallest set with an element of each given set; of several, the one with the earliest elements. */
function smallestHittingSet(
  sets: readonly (readonly number[])[],
  limit: number,
  budget: Budget,
): readonly number[] | undefined {
  for (let size = 0; size <= limit && budget.work > 0; size += 1) {
    const [first] = hittingSets(sets, size, budget).sort(compareLists);
    if (first !== undefined && budget.work > 0) return first;
  }
  return undefined;
}

function hittingSets(sets: readonly (readonly number[])[], size: number, budget: Budget): number[][] {
  budget.work -= sets.length + 1;
  const [open] = sets;
  if (open === undefined) return [[]];
  if (size === 0 || budget.work <= 0) return [];
  return open.flatMap((element) =>
    hittingSets(
      sets.filter((set) => !set.includes(element)),
      size - 1,
      budget,
    ).map((rest) => [element, ...rest].sort((a, b) => a - b)),
  );
}

function compareLists(one: readonly number[], other: readonly number[]): number {
  for (const [index, element] of one.entries()) {
    const difference = element - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
