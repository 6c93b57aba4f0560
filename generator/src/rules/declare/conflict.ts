import { isSatisfiable, restrict, type Product, type Tuple } from './product.js';

/** How many tuples a search for a fulfilling continuation visits before it is given up. */
const searchLimit = 20_000;

/**
 * The fewest rules that no continuation from a tuple fulfils together; of several such sets the one with the
 * earliest rules. Undefined when all rules can be fulfilled.
 */
export function conflictFrom(product: Product, tuple: Tuple): readonly number[] | undefined {
  return smallestConflict(product.watches.length, (rules) =>
    isSatisfiable(
      restrict(product, rules),
      rules.map((rule) => tuple[rule] ?? 0),
      searchLimit,
    ),
  );
}

/**
 * The smallest subset of `0 .. size - 1` that is not satisfiable, found through the duality of conflicts and
 * corrections: a conflict shares an element with every set whose removal makes the rest satisfiable, so the
 * smallest set that hits all known corrections is either the answer or leads to a further correction (Ignatiev,
 * Previti, Liffiton, Marques-Silva: Smallest MUS extraction with minimal hitting set dualization, 2015).
 */
export function smallestConflict(
  size: number,
  satisfiable: (rules: readonly number[]) => boolean,
): readonly number[] | undefined {
  const corrections: (readonly number[])[] = [];
  for (;;) {
    const candidate = smallestHittingSet(corrections);
    if (!satisfiable(candidate)) return candidate;
    const correction = complementOfLargest(candidate, size, satisfiable);
    if (correction.length === 0) return undefined;
    corrections.push(correction);
  }
}

/** What a satisfiable set leaves out once it is grown as far as it stays satisfiable. */
function complementOfLargest(
  seed: readonly number[],
  size: number,
  satisfiable: (rules: readonly number[]) => boolean,
): readonly number[] {
  const grown = new Set(seed);
  const left: number[] = [];
  for (let rule = 0; rule < size; rule += 1) {
    if (grown.has(rule)) continue;
    if (satisfiable([...grown, rule].sort((a, b) => a - b))) grown.add(rule);
    else left.push(rule);
  }
  return left;
}

/** The smallest set that has an element of each given set; of several, the one with the smallest elements. */
function smallestHittingSet(sets: readonly (readonly number[])[]): readonly number[] {
  for (let size = 0; ; size += 1) {
    const [first] = hittingSets(sets, size).sort(compareLists);
    if (first !== undefined) return first;
  }
}

function hittingSets(sets: readonly (readonly number[])[], size: number): number[][] {
  const [open] = sets;
  if (open === undefined) return [[]];
  if (size === 0) return [];
  return open.flatMap((element) =>
    hittingSets(
      sets.filter((set) => !set.includes(element)),
      size - 1,
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
