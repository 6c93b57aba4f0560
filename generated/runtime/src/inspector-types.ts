import type { OrderScope, OrderPredicate } from './order-types.js';
import type { DialectReadings, Judge, Mode, Repair, StreamIssue, Verdict } from './stream-types.js';

/** What an emitted package knows of its stream. */
export interface StreamDefinition {
  /** `sse`: server-sent events with a message each; `json-lines`: a JSON value a line. */
  readonly format: 'sse' | 'json-lines';
  /** Where the specification states the stream. */
  readonly spec: string;
  /** The message that ends the stream. */
  readonly terminator?: string;
  /** Whether data is a message as it stands, and no JSON. */
  readonly isText: (data: string) => boolean;
  readonly judge: Judge;
  readonly scopes: readonly OrderScope[];
  /** Matches messages with which the server reports that the stream failed. */
  readonly failure?: OrderPredicate;
  readonly dialects: Readonly<Record<string, DialectReadings & { readonly scopes: readonly OrderScope[] }>>;
  readonly repairs: readonly Repair[];
}

export interface InspectorOptions {
  /** Default `strict`. */
  readonly mode?: Mode;
  /** The server whose dialect the stream has; without one the documents alone count. */
  readonly dialect?: string;
  /** Whether the text so far is kept for `StreamError.partial`; default true. Without it memory is constant. */
  readonly partial?: boolean;
  /** The most bytes of one event that are buffered; default 16 MiB. */
  readonly maxEventBytes?: number;
  /** What HTTP said, where it is known: an answer that is no event stream is judged as a whole. */
  readonly response?: { readonly status: number; readonly contentType: string };
}

/** One event of a stream, or one place between events that has an issue. */
export interface InspectedEvent {
  /** From 0. */
  readonly number: number;
  /** The position of its first byte in the stream. */
  readonly offset: number;
  /** As it came. */
  readonly data: string;
  /** The message; undefined where it has an error or a repair leaves it out. */
  readonly message: unknown;
  readonly issues: readonly StreamIssue[];
}

export interface StreamInspector {
  /** Takes the next bytes, split anywhere; returns the events that they complete. */
  push(bytes: Uint8Array): readonly InspectedEvent[];
  /** The stream has ended: returns what is left, what is unfulfilled, and the verdict. */
  end(): InspectedEnd;
}

export interface InspectedEnd {
  readonly events: readonly InspectedEvent[];
  /** What is wrong with the end of the stream. */
  readonly issues: readonly StreamIssue[];
  readonly verdict: Verdict;
}
