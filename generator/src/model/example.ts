import type { JsonValue } from './json.js';
import type { SpecPosition } from './position.js';

/** A worked example of a document, checked against the type that it illustrates. */
export interface Example {
  readonly name: string;
  readonly value: JsonValue;
  readonly at: SpecPosition;
}
