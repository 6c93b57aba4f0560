import type { Diagnostic } from '../../diagnostics/index.js';
import type { JsonValue, SpecPosition } from '../../model/index.js';

/**
 * What a vector tests. `shape`: a keyword of a schema. `data`: a condition on one value. `order`: the messages of a
 * stream. `request`, `capability` and `operation` are shape and data of what a client sends, of what an adapter
 * claims, and of the bodies of operations.
 */
export type VectorKind = 'shape' | 'data' | 'order' | 'request' | 'capability' | 'operation';

export const vectorKinds: readonly VectorKind[] = [
  'shape',
  'data',
  'order',
  'request',
  'capability',
  'operation',
];

/** An issue that a validator has to report. */
export interface ExpectedIssue {
  readonly code: string;
  /** JSON pointer into the input, or into the message of a stream that is at fault. */
  readonly path: string;
  /** The number of that message, from 0; the number of all messages where the end of the stream is at fault. */
  readonly event?: number;
}

/** One test case: an input, and the verdict that the specification demands. */
export interface Vector {
  /** Unique within its package, and the same in every run. */
  readonly id: string;
  readonly rule: string;
  readonly spec: { readonly file: string; readonly line: number };
  readonly kind: VectorKind;
  /** The folder of the package. */
  readonly package: string;
  /** The type that the input is judged as; the type of one message where the kind is `order`. */
  readonly type: string;
  /** The value; of kind `order`, the array of the messages of a whole stream. */
  readonly input: JsonValue;
  readonly expect: { readonly valid: boolean; readonly issues: readonly ExpectedIssue[] };
}

/** A rule of the specification and the vectors that test it. */
export interface CoveredRule {
  readonly rule: string;
  readonly kind: VectorKind;
  readonly at: SpecPosition;
  /** Ids of the vectors that keep it, and of those that break it. */
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
  /** Whether each invalid vector breaks this rule alone. */
  readonly alone: boolean;
}

export interface ProfileVectors {
  readonly vectors: readonly Vector[];
  readonly rules: readonly CoveredRule[];
  /** Rules for which no vector was found, and transitions that no messages take. */
  readonly diagnostics: readonly Diagnostic[];
}
