import type { Span } from '../../diagnostics/index.js';
import type { Decision } from './alphabet.js';
import type { Dfa } from './dfa.js';

/** The symbols that each event of a trace matches. */
export type Trace = readonly (readonly string[])[];

/** Sets of symbols that one event can match together: of `symbols`, exactly one of `sets`. */
export interface SymbolSets {
  readonly symbols: readonly string[];
  readonly sets: readonly (readonly string[])[];
}

/**
 * The order rules of one scope, compiled. Plain data; symbols, letters, rules and states are referred to by their
 * index.
 *
 * A conforming trace walks through `states`, one look-up an event. A negative `next` is a breach; only then the
 * rules are looked at one by one: those whose monitor breaks on the letter are to blame (-1), or, where none does
 * alone, those of a conflict (`-2 - index`). From then on the trace is checked with the monitors, so that the broken
 * rule goes on as its monitor says, every other rule counts the event, and one fault is one issue.
 *
 * `minimal` accepts the same traces with the fewest states. It is what vectors and comparisons of versions are
 * made from; it does not always know which rule is to blame, and so the checker's states can be more.
 */
export interface Automaton {
  /** The symbols that the rules name, in the order of their declaration; bit i of a letter is symbol i. */
  readonly symbols: readonly string[];
  /** What is known about the symbols that occur together. */
  readonly sets: readonly SymbolSets[];
  /** By letter: the smallest set of symbols that it stands for, as a bit mask. */
  readonly letters: readonly number[];
  /** How the letter of an event is found, from the first decision on; empty when there is one letter. */
  readonly decisions: readonly Decision[];
  readonly rules: readonly AutomatonRule[];
  readonly states: readonly AutomatonState[];
  readonly conflicts: readonly Conflict[];
  readonly minimal: Dfa;
}

export interface AutomatonRule {
  readonly name: string;
  /** In canonical spelling. */
  readonly constraint: string;
  readonly at: Span;
  /** The rule's own symbols; bit i of a letter of the monitor is the i-th of them. */
  readonly symbols: readonly number[];
  /** `next[state * 2 ** symbols.length + letter]`: the state after an event, or `~state` when it breaks the rule. */
  readonly next: readonly number[];
  /** By state of the monitor: whether the rule is unfulfilled when the trace ends there. */
  readonly unmet: readonly boolean[];
}

/** Every state lies on the path of some accepted trace; state 0 is the start, the others follow breadth-first. */
export interface AutomatonState {
  /** The trace may end here. */
  readonly accepting: boolean;
  /** By letter: the next state; -1 when the event breaks a rule; `-2 - index` when it leads into a conflict. */
  readonly next: readonly number[];
  /** The symbols that can come: an event that matches one, and as little else as can be, is no breach. */
  readonly expected: readonly string[];
  /** The rules that are unfulfilled when the trace ends here. */
  readonly unmet: readonly number[];
  /** The states of the monitors. */
  readonly monitors: readonly number[];
  /** The state of `minimal`. */
  readonly minimal: number;
}

/**
 * A breach that no rule reports alone: each of `sets` is a smallest set of rules that no continuation fulfils
 * together. The first rule of a set is one that is unfulfilled there; all unfulfilled rules of the set are given up
 * once it is reported.
 */
export interface Conflict {
  readonly sets: readonly (readonly number[])[];
}
