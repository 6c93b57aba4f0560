import { diagnose, printable, type Diagnostic, type Span } from '../../diagnostics/index.js';
import type { ParsedConstraint, PathReference, Reference } from './constraint.js';
import { listed, nearest } from './nearest.js';

/** A symbol that a table declares. */
export interface DeclaredSymbol {
  readonly name: string;
  readonly span: Span;
}

/** A path, once it is known which names are symbols. */
export interface ResolvedPath {
  /** The symbol on whose events the path is read; undefined for every event. */
  readonly symbol: string | undefined;
  readonly segments: readonly string[];
}

/** Takes a symbol off the front of a path. A path of one name is a field, even if a symbol has its name. */
export function resolvePath({ segments }: PathReference, symbols: readonly DeclaredSymbol[]): ResolvedPath {
  const [first, ...rest] = segments;
  const qualified = rest.length > 0 && symbols.some(({ name }) => name === first);
  return qualified ? { symbol: first, segments: rest } : { symbol: undefined, segments };
}

/**
 * Every symbol of a constraint that no row declares, as `rule-unknown-symbol` at its place in the cell. In a path
 * only a first name with a hyphen is taken for a symbol.
 */
export function linkConstraint(
  constraint: ParsedConstraint,
  symbols: readonly DeclaredSymbol[],
): readonly Diagnostic[] {
  const names = symbols.map(({ name }) => name);
  return referencesOf(constraint)
    .filter(({ name }) => !names.includes(name))
    .map((reference) => unknownSymbol(reference, symbols));
}

function referencesOf(constraint: ParsedConstraint): readonly Reference[] {
  if (constraint.kind === 'template') return constraint.symbols;
  return constraint.paths.flatMap(({ segments: [first = ''], span }) =>
    first.includes('-') ? [{ name: first, span }] : [],
  );
}

function unknownSymbol({ name, span }: Reference, symbols: readonly DeclaredSymbol[]): Diagnostic {
  const names = symbols.map((symbol) => symbol.name);
  const meant = nearest(name, names);
  const candidates = meant.length > 0 ? meant : names;
  const related = symbols
    .filter((symbol) => meant.includes(symbol.name))
    .map((symbol) => ({ span: symbol.span, message: `\`${symbol.name}\` is declared here` }));
  return diagnose('rule-unknown-symbol', span, {
    message: `No symbol "${printable(name)}" is declared.`,
    expected: candidates.length === 0 ? 'a table of symbols' : listed(candidates),
    found: `"${printable(name)}"`,
    ...(related.length === 0 ? {} : { related }),
  });
}
