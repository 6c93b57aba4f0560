import { degreeOf } from './ambiguity.js';
import { automataOf, PatternTooLarge } from './automaton.js';
import { hasManyWays } from './many-ways.js';

/**
 * How the time of a backtracking engine grows with the length of a text that it refuses: `linear`; `quadratic`, most
 * often because a search starts at every character; `excessive`, cubic to exponential, where a text of a few
 * thousand characters takes minutes. What is too large to be analysed counts as `excessive`.
 */
export type PatternCost = 'linear' | 'quadratic' | 'excessive';

const known = new Map<string, PatternCost>();

/** The cost of a pattern that compiles with the `u` flag. The same pattern has the same cost on every machine. */
export function patternCost(pattern: string): PatternCost {
  let cost = known.get(pattern);
  if (cost === undefined) {
    cost = analyse(pattern);
    known.set(pattern, cost);
  }
  return cost;
}

function analyse(pattern: string): PatternCost {
  try {
    const automata = automataOf(pattern);
    const degree = Math.max(...automata.map(degreeOf));
    if (degree > 2 || automata.some(hasManyWays)) return 'excessive';
    return degree === 2 ? 'quadratic' : 'linear';
  } catch (error) {
    // Too large, nested so deeply that the parser runs out of stack, or in a syntax that only the engine knows.
    if (error instanceof PatternTooLarge || error instanceof RangeError || error instanceof SyntaxError) {
      return 'excessive';
    }
    throw error;
  }
}
