import type { JsonValue } from './json.js';
import type { Located, SpecPosition } from './position.js';
import type { SchemaId } from './schema.js';

/** What one adapter claims to serve: levels, and for each operation the features that it has. */
export interface Capability {
  /** File name without extension, e.g. `vllm`. */
  readonly name: string;
  readonly levels: readonly Located<number>[];
  readonly operations: readonly CapabilityOperation[];
  /** The whole document, as published. */
  readonly document: JsonValue;
  readonly at: SpecPosition;
}

export interface CapabilityOperation {
  readonly name: string;
  /** Boolean claims by name, e.g. `streaming`. */
  readonly features: ReadonlyMap<string, boolean>;
  readonly at: SpecPosition;
}

/** The type `CapabilityDocument` of a profile, and the boolean claims that it has for each operation. */
export interface CapabilityType {
  readonly schema: SchemaId;
  readonly features: readonly { readonly name: string; readonly at: SpecPosition }[];
  readonly at: SpecPosition;
}
