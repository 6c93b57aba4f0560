import type { Issue } from './issue.js';
import type { TrackerRule } from './order-trackers.js';

/** What tells one part of a stream from another: the index of a choice, the id of a call. */
export type OrderKey = string | number;

/** A message that breaks a rule on the order of messages, or a stream that ends too early. */
export interface OrderIssue extends Issue {
  readonly rule: string;
  /** The rules that forbid the event together; `rule` alone, where it is broken by itself. */
  readonly rules: readonly string[];
  /** The number of the message, from 0; the number of all messages where the end of the stream is at fault. */
  readonly event: number;
  /** The symbols that could come there. */
  readonly expectedSymbols: readonly string[];
}

/**
 * The rules of one scope as tables. A conforming stream costs one look-up an event: `states[state].next[letter]`,
 * where a negative number is a breach: -1 by a single rule, `-2 - index` by rules in conflict. Only then the rules
 * are looked at one by one, and from then on for the rest of that key.
 */
export interface OrderAutomaton {
  readonly symbols: readonly string[];
  /** By letter: the symbols that it stands for, bit i for the symbol i; in order of size. */
  readonly letters: readonly number[];
  /** How the letter of an event is found: test the symbol, go on at `[symbol, without, with]`; `~letter` ends. */
  readonly decisions: readonly (readonly [symbol: number, without: number, withIt: number])[];
  readonly rules: readonly OrderRule[];
  readonly states: readonly OrderTableState[];
  /** What the breaches mean that no rule reports alone. */
  readonly conflicts: readonly OrderConflict[];
}

/** A machine that watches one rule; `next[state * 2 ** symbols.length + letter]` is `~state` for a breach. */
export interface OrderRule {
  readonly name: string;
  readonly code: string;
  readonly spec: string;
  readonly symbols: readonly number[];
  readonly next: readonly number[];
  /** By state: whether the rule is unfulfilled when the stream ends there. */
  readonly unmet: readonly boolean[];
}

export interface OrderTableState {
  readonly next: readonly number[];
  /** By rule: the state of its machine. */
  readonly monitors: readonly number[];
}

/** Sets of rules that can no longer be fulfilled together; the first of each is one that is unfulfilled. */
export interface OrderConflict {
  readonly sets: readonly (readonly number[])[];
}

/** Whether an event matches a symbol. The event is the message itself, or the member of it that has the key. */
export type OrderPredicate = (message: unknown, event: unknown) => boolean;

export interface OrderScope {
  readonly name: string;
  readonly automaton?: OrderAutomaton;
  /** By symbol of the automaton. */
  readonly predicates?: readonly OrderPredicate[];
  readonly trackers?: readonly TrackerRule[];
  /** Left out, the whole stream is one sequence and each message one event. */
  readonly members?: OrderMembers;
}

/**
 * Hands on the events of a message: each under its key with its place as a JSON pointer, and to `broadcast` what
 * concerns every key that is open.
 */
export type OrderMembers = (
  message: unknown,
  enter: (key: OrderKey, event: unknown, path: string) => void,
  broadcast: (event: unknown, path: string) => void,
) => void;

export interface OrderEngineOptions {
  /** The most keys of a scope that are open at one time; default 1024. A further key is an issue, its events are not checked. */
  readonly maxKeys?: number;
}

export interface OrderEngine {
  /** Takes the next message; returns what it breaks. */
  push(message: unknown): readonly OrderIssue[];
  /** The stream has ended: returns what is unfulfilled. */
  end(): readonly OrderIssue[];
  /** The part with that key has ended: returns what is unfulfilled, and forgets it. */
  close(scope: string, key: OrderKey): readonly OrderIssue[];
  state(): OrderState;
}

export interface OrderState {
  /** How many messages have come. */
  readonly events: number;
  /** Whether the stream may end here. */
  readonly complete: boolean;
  readonly open: readonly OpenPart[];
}

/** Where one key of a scope stands. */
export interface OpenPart {
  readonly scope: string;
  /** Undefined in a scope that is the whole stream. */
  readonly key: OrderKey | undefined;
  readonly expectedSymbols: readonly string[];
  /** The rules that are unfulfilled if it ends here. */
  readonly unmet: readonly string[];
}
