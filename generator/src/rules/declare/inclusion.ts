import { buildAlphabet, letterOf } from './alphabet.js';
import type { Automaton, Trace } from './automaton.js';
import { productOf } from './product.js';
import { maskOf, namesOf, restrictionsOf } from './scope.js';
import { shortestPath, type Graph } from './search.js';

export type Inclusion =
  | { readonly included: true }
  /** The shortest trace that the first accepts and the second does not. */
  | { readonly included: false; readonly counterexample: Trace };

/** What the masks of two alphabets together can hold. */
const maxSymbols = 30;
const maxLetters = 65_536;

/**
 * Whether the second automaton accepts every trace that the first accepts. Symbols of one name are the same symbol;
 * what either automaton knows of symbols that occur together holds for both. Undefined when the two have too many
 * symbols together to compare.
 */
export function includes(inner: Automaton, outer: Automaton): Inclusion | undefined {
  const symbols = [...new Set([...inner.symbols, ...outer.symbols])];
  if (symbols.length > maxSymbols) return undefined;
  const watches = [inner, outer].flatMap((automaton) =>
    productOf(automaton).watches.map(({ monitor, symbols: own }) => ({
      monitor,
      symbols: own.map((place) => symbols.indexOf(automaton.symbols[place] ?? '')),
    })),
  );
  const restrictions = restrictionsOf([...inner.sets, ...outer.sets], symbols);
  const alphabet = buildAlphabet(symbols.length, watches, restrictions, maxLetters);
  if (alphabet === undefined) return undefined;
  const letters = alphabet.letters.map((mask) => {
    const names = namesOf(mask, symbols);
    return [letterIn(inner, names), letterIn(outer, names)] as const;
  });
  const path = shortestPath(pairs(inner, outer, letters), [0, 0], ([one, other]) => {
    return inner.minimal.states[one]?.accepting === true && outer.minimal.states[other]?.accepting !== true;
  });
  if (path === undefined) return { included: true };
  const counterexample = path.letters.map((letter) => namesOf(alphabet.letters[letter] ?? 0, symbols));
  return { included: false, counterexample };
}

function letterIn(automaton: Automaton, names: readonly string[]): number {
  return letterOf(automaton, maskOf(names, automaton.symbols));
}

type Pair = readonly [number, number];

function pairs(inner: Automaton, outer: Automaton, letters: readonly Pair[]): Graph<Pair> {
  return {
    key: (pair) => pair.join(),
    next: ([one, other]) =>
      letters.map(([left, right]): Pair | undefined => {
        const to = inner.minimal.states[one]?.next[left] ?? 0;
        if (inner.minimal.states[to]?.dead === true) return undefined;
        return [to, outer.minimal.states[other]?.next[right] ?? 0];
      }),
  };
}
