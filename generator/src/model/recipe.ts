import type { JsonValue } from './json.js';
import type { SpecPosition } from './position.js';

/** A parameterised conformance case: a request, and the events and outcome that must follow. */
export interface Recipe {
  readonly id: string;
  readonly operation: string;
  readonly status: 'mandatory' | 'optional' | 'experimental' | 'deprecated';
  readonly requiredCapabilities: readonly string[];
  readonly parameters: ReadonlyMap<string, string>;
  readonly request: JsonValue;
  readonly expect: JsonValue;
  readonly at: SpecPosition;
}
