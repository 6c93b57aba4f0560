import type { JsonValue } from './json.js';
import type { Located, SpecPosition } from './position.js';

/** The seven JSON types; `integer` is a number with no fractional part, as JSON Schema defines it. */
export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** Names one schema of a profile: the path of its file and the JSON pointer to it, `types.schema.json#/$defs/usage`. */
export type SchemaId = string;

/**
 * A JSON Schema in one normal form for draft-07, 2020-12 and OpenAPI: references are ids of the same
 * schema set, every keyword knows where it stands, and keywords that mean the same share one name
 * (draft-07 `items: []` is `prefixItems`, `additionalItems` is `items`, `dependencies` is split).
 */
export type Schema = BooleanSchema | KeywordSchema;

export interface BooleanSchema {
  readonly kind: 'boolean';
  readonly value: boolean;
  readonly at: SpecPosition;
}

export interface KeywordSchema extends Annotations, Assertions, Applicators {
  readonly kind: 'keywords';
  readonly at: SpecPosition;
  /** `nullable: true`: null is valid, whatever the other keywords say. */
  readonly nullable?: Located<true>;
  /** A reference; in draft-07 it stands alone, in 2020-12 its siblings apply too. */
  readonly ref?: Located<SchemaId>;
  /** The property whose value tells the members of a union apart; every member declares it. */
  readonly discriminator?: Located<string>;
}

interface Annotations {
  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly format?: Located<string>;
  readonly default?: Located<JsonValue>;
  readonly examples?: readonly Located<JsonValue>[];
}

interface Assertions {
  readonly type?: Located<readonly JsonType[]>;
  readonly enum?: Located<readonly JsonValue[]>;
  readonly const?: Located<JsonValue>;
  readonly multipleOf?: Located<number>;
  readonly maximum?: Located<number>;
  readonly exclusiveMaximum?: Located<number>;
  readonly minimum?: Located<number>;
  readonly exclusiveMinimum?: Located<number>;
  /** In Unicode code points, as JSON Schema counts. */
  readonly maxLength?: Located<number>;
  readonly minLength?: Located<number>;
  /** ECMA-262, compiled with the `u` flag, not anchored. */
  readonly pattern?: Located<string>;
  readonly maxItems?: Located<number>;
  readonly minItems?: Located<number>;
  readonly uniqueItems?: Located<true>;
  readonly maxProperties?: Located<number>;
  readonly minProperties?: Located<number>;
  readonly required?: readonly Located<string>[];
  readonly dependentRequired?: readonly DependentRequired[];
}

interface Applicators {
  readonly properties?: readonly Property[];
  readonly patternProperties?: readonly PatternProperty[];
  readonly additionalProperties?: Located<Schema>;
  readonly propertyNames?: Located<Schema>;
  readonly dependentSchemas?: readonly Property[];
  readonly prefixItems?: Located<readonly Schema[]>;
  /** Every item after those of `prefixItems`. */
  readonly items?: Located<Schema>;
  readonly contains?: Located<Schema>;
  readonly minContains?: Located<number>;
  readonly maxContains?: Located<number>;
  readonly allOf?: Located<readonly Schema[]>;
  readonly anyOf?: Located<readonly Schema[]>;
  readonly oneOf?: Located<readonly Schema[]>;
  readonly not?: Located<Schema>;
  readonly if?: Located<Schema>;
  readonly then?: Located<Schema>;
  readonly else?: Located<Schema>;
}

export interface Property {
  readonly name: string;
  /** Where the key stands. */
  readonly at: SpecPosition;
  readonly schema: Schema;
}

export interface PatternProperty {
  readonly pattern: Located<string>;
  readonly schema: Schema;
}

export interface DependentRequired {
  readonly name: string;
  readonly at: SpecPosition;
  readonly required: readonly Located<string>[];
}

/** A schema that other schemas can refer to, and that becomes a TypeScript type when it is exported. */
export interface NamedSchema {
  readonly id: SchemaId;
  /** The TypeScript type name, unique within its package. */
  readonly name: string;
  readonly at: SpecPosition;
  readonly schema: Schema;
  /** Whether the package offers it as a type with a guard and a validator; else it is an internal helper. */
  readonly exported: boolean;
}

/** Every schema of one profile by id, in emission order. */
export type SchemaSet = ReadonlyMap<SchemaId, NamedSchema>;
