import type { Issue } from './issue.js';
import type { OrderKey, OrderPredicate, OrderScope } from './order-types.js';

/** `strict` reports every departure; `tolerant` also applies the repairs that the specification declares. */
export type Mode = 'strict' | 'tolerant';

/** One thing that is wrong, or was mended, in a stream. */
export interface StreamIssue extends Issue {
  /** A `warning` is told and does not make the stream invalid. */
  readonly severity: 'error' | 'warning';
  /** The number of the event, from 0; the number of all events where the end of the stream is at fault. */
  readonly event: number;
  /** The position of the event's first byte in the stream. */
  readonly offset: number;
  /** The order rule that is broken, where it is one. */
  readonly rule?: string;
  /** The symbols that could have come, where an order rule is broken. */
  readonly expectedSymbols?: readonly string[];
  /** With the code `repaired`: the row of the repair table, and the code of what it mended. */
  readonly repair?: string;
  readonly repairs?: string;
}

/** What a condition on an issue can ask. */
export interface IssueFacts {
  readonly code: string;
  readonly path: string;
  readonly expected: string;
  readonly got: string;
  /** The broken rule, or ''. */
  readonly rule: string;
  /** It is the only issue of its event, or of the end of the stream. */
  readonly alone: boolean;
  /** The terminator has come. */
  readonly terminated: boolean;
  /** The event came after the terminator. */
  readonly after: boolean;
}

/** A row of the repair table. */
export type Repair = { readonly name: string; readonly spec: string } & (
  | {
      readonly on: 'data';
      readonly when: (data: string) => boolean;
      readonly effect: 'skip' | 'split' | 'null-for-nan' | 'fail';
    }
  | {
      readonly on: 'message';
      readonly when: (message: unknown) => boolean;
      readonly effect: 'skip' | 'fail' | 'change';
      readonly change?: (message: object) => void;
    }
  | {
      readonly on: 'choice';
      readonly when: (message: unknown, choice: unknown) => boolean;
      readonly effect: 'fail' | 'change';
      readonly change?: (message: object, choice: object) => void;
    }
  | {
      readonly on: 'issue';
      readonly when: (issue: IssueFacts) => boolean;
      readonly effect: 'skip' | 'accept' | 'dispatch' | 'fail';
    }
);

/** A path from a message inwards; `[]` stands for every element of an array. */
export type MemberPath = readonly string[];

/** How a message is judged. */
export type Judge = (value: unknown) => readonly Issue[];

/** A kind of message with which the server says that the stream has failed. */
export interface FailureReading {
  readonly matches: (message: unknown) => boolean;
  /** Judges it instead of the messages' own validator. */
  readonly judge?: Judge;
  readonly spec: string;
}

/** The rows of the dialect table for one server. */
export interface DialectReadings {
  readonly nullIsAbsent: readonly MemberPath[];
  readonly types: readonly { readonly path: MemberPath; readonly judge: Judge }[];
  readonly failures: readonly FailureReading[];
  /** Numbers that never get smaller along a choice. */
  readonly grows: readonly { readonly path: MemberPath; readonly spec: string }[];
  readonly toolCalls?: { readonly path: MemberPath; readonly spec: string };
  readonly text?: MemberPath;
}

/** The rules on the order of messages, as one dialect (or none) has them. */
export interface OrderPolicy {
  readonly scopes: readonly OrderScope[];
  /** Messages that say that the stream has failed and that the rules themselves speak of. */
  readonly failure?: OrderPredicate;
  /** Messages after which the stream has failed, whatever the rules ask for. */
  readonly failures: readonly FailureReading[];
  /** The message that ends a stream, also one that has failed. */
  readonly terminator?: string;
  readonly repairs: readonly Repair[];
}

/** Why a stream gave no whole result, with what there was of it. */
export interface StreamError {
  /** `server`: it said so; `truncated`: the bytes stopped; `breach`: they broke a rule that nothing mends. */
  readonly kind: 'server' | 'truncated' | 'breach';
  readonly message: string;
  /** The server's own words, where it gave any. */
  readonly type?: string;
  readonly code?: string | number;
  /** The text so far, by choice; up to 16 Mi characters in all. */
  readonly partial: readonly { readonly choice: OrderKey; readonly text: string }[];
}

export type Outcome = 'complete' | 'failed' | 'truncated' | 'breach';

/** What is said of a stream once it has ended. */
export interface Verdict {
  /** Nothing but warnings and repairs. A stream that the server itself reports as failed can be valid. */
  readonly valid: boolean;
  readonly outcome: Outcome;
  /** How many events came. */
  readonly events: number;
  /** Absent when the outcome is `complete`. */
  readonly error?: StreamError;
}
