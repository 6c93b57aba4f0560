import type { OrderAutomaton, OrderRule } from './order-types.js';

/** The letter of an event; asks only for the symbols that can still make a difference. */
export function letterOf({ decisions }: OrderAutomaton, matches: (symbol: number) => boolean): number {
  let reference = decisions.length === 0 ? ~0 : 0;
  while (reference >= 0) {
    const decision = decisions[reference];
    if (decision === undefined) return 0;
    reference = matches(decision[0]) ? decision[2] : decision[1];
  }
  return ~reference;
}

/** The letters that hold a symbol and do not contain another letter that holds it. Letters are in order of size. */
export function smallestWith(symbol: number, letters: readonly number[]): readonly number[] {
  const smallest: number[] = [];
  for (const [letter, mask] of letters.entries()) {
    const contains = (other: number): boolean => ((letters[other] ?? 0) & ~mask) === 0;
    if (((mask >> symbol) & 1) === 1 && !smallest.some(contains)) smallest.push(letter);
  }
  return smallest;
}

/** One event for one rule; a rule that is given up (-1) stays so. */
export function stepOf(
  rule: OrderRule,
  state: number,
  { letters }: OrderAutomaton,
  letter: number,
): { readonly state: number; readonly breach: boolean } {
  if (state < 0) return { state, breach: false };
  const mask = letters[letter] ?? 0;
  let own = 0;
  for (const [bit, symbol] of rule.symbols.entries()) own |= ((mask >> symbol) & 1) << bit;
  const next = rule.next[state * 2 ** rule.symbols.length + own] ?? 0;
  return next < 0 ? { state: ~next, breach: true } : { state: next, breach: false };
}
