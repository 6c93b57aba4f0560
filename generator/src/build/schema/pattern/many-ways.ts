import type { Automaton } from './automaton.js';

/** How many ways to match one text are too many, also when they do not grow with the text. */
const maxWays = 10_000;

/** How many edges are followed in the search for such a text. */
const maxSteps = 100_000;

/**
 * Whether some text can be matched in very many ways although no loop is ambiguous, as `(a?){30}a{30}` can. Looks for
 * the text from each position on, always with the character that leaves most ways.
 */
export function hasManyWays(automaton: Automaton): boolean {
  const { masks, edges } = automaton;
  const symbols = masks.map(symbolsOf);
  let steps = 0;
  for (const start of masks.keys()) {
    let ways = new Map([[start, 1]]);
    // Twice as long as the automaton: longer texts go round in loops, which are analysed by themselves.
    for (let length = 0; length < 2 * masks.length && ways.size > 0; length += 1) {
      const bySymbol = new Map<number, Map<number, number>>();
      for (const [from, count] of ways) {
        for (const [to, factor] of edges[from] ?? []) {
          for (const symbol of symbols[to] ?? []) {
            const next = bySymbol.get(symbol) ?? new Map<number, number>();
            bySymbol.set(symbol, next.set(to, (next.get(to) ?? 0) + count * factor));
            steps += 1;
          }
        }
      }
      if (steps > maxSteps) return false;
      const best = mostWays(bySymbol.values());
      if (best.total > maxWays) return true;
      ways = best.ways;
    }
  }
  return false;
}

function mostWays(candidates: Iterable<Map<number, number>>): {
  readonly ways: Map<number, number>;
  readonly total: number;
} {
  let best = { ways: new Map<number, number>(), total: 0 };
  for (const ways of candidates) {
    const total = [...ways.values()].reduce((sum, count) => sum + count, 0);
    if (total > best.total) best = { ways, total };
  }
  return best;
}

/** The bits of a mask. The mask of any character, a negative number, has them all: one of them stands for it. */
function symbolsOf(mask: bigint): readonly number[] {
  if (mask < 0n) return [0];
  const bits = Array.from(mask.toString(2)).reverse();
  return bits.flatMap((bit, place) => (bit === '1' ? [place] : []));
}
