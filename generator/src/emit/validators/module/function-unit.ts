import type { NamedSchema, Schema, SpecPosition } from '../../../model/index.js';

/** A schema that has functions of its own in the emitted module. */
export interface FunctionUnit {
  readonly schema: Schema;
  /** Base of the names, `ChunkChoices`. */
  readonly base: string;
  readonly label: string;
  /** Name of the named schema that it belongs to. */
  readonly owner: string;
  readonly at: SpecPosition;
  /** Position of the named schema that it belongs to; the module is in that order. */
  readonly section: number;
  /** The schema of the set that it is; undefined for a part of one. */
  readonly named: NamedSchema | undefined;
  readonly carriesDepth: boolean;
  /** Whether it is where a cycle of schemas closes, so that the depth is compared with the limit. */
  readonly limitsDepth: boolean;
  /** Name of the function that the module's own code calls; takes the depth where it is carried. */
  readonly guard: string;
  /** Name of the guard without the data rules; the same where there are none. */
  readonly shapeGuard: string;
  readonly collector: string;
}
