import type { Located, SpecPosition } from './position.js';
import type { SchemaId } from './schema.js';

/** How a named server departs from what the documents say, or fills in what they leave open. */
export interface Dialect {
  readonly name: string;
  readonly readings: readonly DialectReading[];
}

/** One row of the dialect table. Paths start at the message; `[]` stands for every element of an array. */
export type DialectReading = Reading & { readonly at: SpecPosition };

type Reading =
  /** A member that is null is read as if it were not there. */
  | { readonly kind: 'null-is-absent'; readonly path: readonly string[] }
  /** What stands there also follows the type. */
  | { readonly kind: 'type'; readonly path: readonly string[]; readonly schema: SchemaId }
  /**
   * A message for which the CEL condition holds is the server's error: the stream has failed, and only its terminator
   * follows. With a type the message is judged by that type alone, else as a message of the stream as well.
   */
  | { readonly kind: 'failure'; readonly when: Located<string>; readonly schema: SchemaId | undefined }
  /** An order rule does not hold for this server. */
  | { readonly kind: 'waived'; readonly rule: string }
  /** Pieces of tool calls in OpenAI's form, which are put together until their choice finishes. */
  | { readonly kind: 'tool-calls'; readonly path: readonly string[] }
  /** A number that never gets smaller along a choice, such as a running count. */
  | { readonly kind: 'grows'; readonly path: readonly string[] }
  /** Text that the model made: what a reader has when the stream breaks off. */
  | { readonly kind: 'text'; readonly path: readonly string[] };

/** What tolerant mode may mend: under `when`, `effect` happens, and is reported. */
export interface Repair {
  readonly name: string;
  /** What `when` is asked of: data that is not JSON, a message, an element of its `choices`, or an issue. */
  readonly on: RepairSubject;
  /** CEL over `data`, over `this`, over `choice` and `this`, or over `issue`. */
  readonly when: Located<string>;
  readonly effect: RepairEffect;
  readonly at: SpecPosition;
}

export type RepairSubject = 'data' | 'message' | 'choice' | 'issue';

/**
 * - `skip`: the event is left out;
 * - `split`: data that is several JSON values is an event for each;
 * - `null-for-nan`: NaN and Infinity in the data, which JSON does not have, are read as null;
 * - `dispatch`: an event without its blank line at the end of the stream is an event all the same;
 * - `accept`: the issue is no fault;
 * - `fail`: the stream has failed;
 * - `set`, `remove`: a member of the message, or of the choice, is changed.
 */
export type RepairEffect =
  | { readonly kind: 'skip' | 'split' | 'null-for-nan' | 'dispatch' | 'accept' | 'fail' }
  | {
      readonly kind: 'set';
      readonly target: 'message' | 'choice';
      readonly path: readonly string[];
      readonly value: Located<string>;
    }
  | { readonly kind: 'remove'; readonly target: 'message' | 'choice'; readonly path: readonly string[] };
