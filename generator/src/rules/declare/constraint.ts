import type { Span } from '../../diagnostics/index.js';
import type { TemplateName } from './templates.js';

/** A name in a constraint and where it stands. */
export interface Reference {
  readonly name: string;
  readonly span: Span;
}

/** A DECLARE template applied to symbols. */
export interface TemplateConstraint {
  readonly kind: 'template';
  readonly template: TemplateName;
  /** The n of `existence`, `absence` and `exactly`; undefined for every other template. */
  readonly count: number | undefined;
  /** One or two symbols, different ones. */
  readonly symbols: readonly Reference[];
  readonly span: Span;
}

/**
 * The kinds of rules on order and identity that no automaton can state.
 *
 * - `constant(path)`: the value is the same in every event that has it.
 * - `non-decreasing(path)`: the number is never smaller than one before it.
 * - `concatenates(part, whole)`: the parts in order, joined, are the whole when it comes.
 * - `sum-over-choices(part, total)`: in a message without choices the total is the sum of the last parts, which
 *   messages with one choice have.
 */
export type NamedKind = 'constant' | 'non-decreasing' | 'concatenates' | 'sum-over-choices';

/**
 * A path of field names from an event inwards, `usage.total_tokens`. `choices[]` is the element of the array that
 * belongs to the key of the scope. The first name may be a symbol: then the rest is read on its events alone.
 */
export interface PathReference extends Reference {
  /** The names, and `[]` for each pair of brackets. */
  readonly segments: readonly string[];
}

/** A named kind applied to paths. */
export interface NamedConstraint {
  readonly kind: NamedKind;
  readonly paths: readonly PathReference[];
  readonly span: Span;
}

export type ParsedConstraint = TemplateConstraint | NamedConstraint;

/** `precedence(a, b)`, `absence(2, a)`: the constraint in its canonical spelling. */
export function formatConstraint(constraint: ParsedConstraint): string {
  if (constraint.kind !== 'template') {
    return `${constraint.kind}(${constraint.paths.map(({ name }) => name).join(', ')})`;
  }
  const count = constraint.count === undefined ? [] : [String(constraint.count)];
  return `${constraint.template}(${[...count, ...constraint.symbols.map(({ name }) => name)].join(', ')})`;
}
