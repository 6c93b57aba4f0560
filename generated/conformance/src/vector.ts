/** A value as `JSON.parse` returns it. */
export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export type VectorKind = 'shape' | 'data' | 'order' | 'request' | 'capability' | 'operation';

/** A place in a specification; the file is relative to the specs folder. */
export interface SpecPlace {
  readonly file: string;
  readonly line: number;
}

/** An issue that a validator has to report. */
export interface ExpectedIssue {
  readonly code: string;
  /** JSON pointer into the input; of a stream, into the message at fault. */
  readonly path: string;
  /** Of a stream: the number of the message at fault, or of all messages where the end is. */
  readonly event?: number;
}

/** One test case. */
export interface Vector {
  /** Unique within its package. */
  readonly id: string;
  readonly rule: string;
  readonly spec: SpecPlace;
  readonly kind: VectorKind;
  /** The folder of the package. */
  readonly package: string;
  /** The type that the input is judged as; of kind `order`, that of one message. */
  readonly type: string;
  /** The value; of kind `order`, the array of the messages of a whole stream. */
  readonly input: JsonValue;
  readonly expect: { readonly valid: boolean; readonly issues: readonly ExpectedIssue[] };
}

/** A rule and the ids of the vectors that keep it and that break it. */
export interface RuleEntry {
  readonly package: string;
  readonly rule: string;
  readonly kind: VectorKind;
  readonly spec: SpecPlace;
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
}
