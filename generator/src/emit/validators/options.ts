import type { SchemaId, SpecPosition } from '../../model/index.js';

export interface ValidatorModuleOptions {
  /** Module specifier of the runtime package, `@profilegen/runtime`. */
  readonly runtimeImport: string;
  /** Module specifier of the emitted types, `./types.js`. */
  readonly typesImport: string;
  /** Data rules of each schema, in the order in which they are evaluated. */
  readonly rules?: ReadonlyMap<SchemaId, readonly CompiledRule[]>;
}

/** A data rule whose CEL condition has become TypeScript. */
export interface CompiledRule {
  /** Code of the issue when the condition does not hold. */
  readonly code: string;
  readonly name: string;
  /** CEL source, for the comment and the issue. */
  readonly condition: string;
  /**
   * A TypeScript expression of type `boolean` over `value`, a parameter of type `unknown`. It throws a
   * `RuleError` of the runtime where CEL has an evaluation error, and nothing else, whatever the value.
   */
  readonly expression: string;
  /** Names that the expression uses from the runtime package; imported by the emitted module. */
  readonly runtimeNames: readonly string[];
  readonly at: SpecPosition;
  readonly description: string;
}
