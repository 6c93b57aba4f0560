import type { Span } from '../../diagnostics/index.js';
import { buildAlphabet, type Alphabet, type Restriction, type Watch } from './alphabet.js';
import type { SymbolSets } from './automaton.js';
import { conflictFinder } from './conflict.js';
import type { TemplateConstraint } from './constraint.js';
import { startOf } from './product.js';
import { templates } from './templates.js';

/** A row of an order-rule table, its constraint parsed. */
export interface ScopeRule {
  readonly name: string;
  readonly constraint: TemplateConstraint;
  readonly at: Span;
}

/** How many symbols the rules of one scope can name. */
export const maxSymbols = 16;

/** More letters than these make neither a table that one can read nor a set of vectors that one can run. */
const maxLetters = 1024;

/** Of these symbols an event matches one at most. */
export function mutuallyExclusive(symbols: readonly string[]): SymbolSets {
  return { symbols, sets: [[], ...symbols.map((symbol) => [symbol])] };
}

/** The declared symbols that rules name, in the order of declaration. */
export function usedSymbols(rules: readonly ScopeRule[], declared: readonly string[]): readonly string[] {
  const used = new Set(rules.flatMap(({ constraint }) => constraint.symbols.map(({ name }) => name)));
  return declared.filter((name) => used.has(name));
}

export function watchesOf(rules: readonly ScopeRule[], symbols: readonly string[]): readonly Watch[] {
  return rules.map(({ constraint: { template, count, symbols: own } }) => ({
    monitor: templates[template].monitor(count ?? 1),
    symbols: own.map(({ name }) => symbols.indexOf(name)),
  }));
}

export function maskOf(names: readonly string[], symbols: readonly string[]): number {
  return names.reduce((mask, name) => {
    const place = symbols.indexOf(name);
    return place === -1 ? mask : mask | (1 << place);
  }, 0);
}

export function namesOf(mask: number, symbols: readonly string[]): readonly string[] {
  return symbols.filter((_name, place) => ((mask >> place) & 1) === 1);
}

/** What is known of symbols that occur together, as far as it concerns these symbols. */
export function restrictionsOf(
  sets: readonly SymbolSets[],
  symbols: readonly string[],
): readonly Restriction[] {
  return sets.map((known) => ({
    over: maskOf(known.symbols, symbols),
    allowed: [...new Set(known.sets.map((names) => maskOf(names, symbols)))],
  }));
}

/** The letters of a scope; undefined when there are too many. */
export function lettersOf(
  symbols: readonly string[],
  watches: readonly Watch[],
  sets: readonly SymbolSets[],
): Alphabet | undefined {
  return buildAlphabet(symbols.length, watches, restrictionsOf(sets, symbols), maxLetters);
}

/**
 * The fewest rules that no trace fulfils together, the earliest ones of several such sets; undefined when some
 * trace fulfils all, or when the rules combine in more ways than profilegen compiles.
 */
export function unsatisfiable(
  rules: readonly ScopeRule[],
  sets: readonly SymbolSets[] = [],
): readonly ScopeRule[] | undefined {
  const named = rules.flatMap(({ constraint }) => constraint.symbols.map(({ name }) => name));
  const symbols = usedSymbols(rules, [...new Set(named)]);
  if (symbols.length > maxSymbols) return undefined;
  const watches = watchesOf(rules, symbols);
  const letters = lettersOf(symbols, watches, sets)?.letters;
  if (letters === undefined) return undefined;
  const product = { watches, letters };
  const finder = conflictFinder(product);
  const all = [...rules.keys()];
  if (finder.isSatisfiable(startOf(product), all)) return undefined;
  return finder.find(startOf(product), all).flatMap((index) => rules[index] ?? []);
}
