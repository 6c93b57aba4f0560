import type { Capability, CapabilityType } from './capability.js';
import type { Dialect, Repair } from './dialect.js';
import type { HttpOperation } from './http.js';
import type { MessageStream } from './messages.js';
import type { Located, SpecPosition } from './position.js';
import type { Recipe } from './recipe.js';
import type { DataRule, OrderRule, OrderSymbol } from './rules.js';
import type { SchemaId, SchemaSet } from './schema.js';

/** Everything that one specification states, linked and checked: the input of every emitter. */
export interface Profile {
  /** The folder of the specification, which is also the name of its package folder. */
  readonly id: string;
  /** The npm name of the package, scope included. */
  readonly packageName: string;
  readonly title: string;
  /** The documents that the profile was read from, relative to the specs folder, sorted. */
  readonly sources: readonly string[];
  readonly identity: readonly Fact[];
  readonly levels: readonly Level[];
  readonly operations: readonly Operation[];
  readonly envelope: Envelope | undefined;
  readonly delivery: readonly Fact[];
  readonly events: readonly EventType[];
  readonly failures: readonly Fact[];
  readonly situations: readonly Situation[];
  /** Tables of kinds that profilegen has no reading for: carried into the package as typed constants. */
  readonly tables: readonly FactTable[];
  /** The operations of the OpenAPI document beside the profile. */
  readonly http: readonly HttpOperation[];
  readonly stream: MessageStream | undefined;
  readonly dataRules: readonly DataRule[];
  readonly symbols: readonly OrderSymbol[];
  readonly orderRules: readonly OrderRule[];
  readonly dialects: readonly Dialect[];
  /** What tolerant mode may mend. */
  readonly repairs: readonly Repair[];
  readonly chunkMappings: readonly ChunkMapping[];
  readonly backendErrors: readonly BackendError[];
  readonly thinkControls: ThinkControls | undefined;
  readonly schemas: SchemaSet;
  /** The type of capability documents; undefined where the profile declares none. */
  readonly capabilityType: CapabilityType | undefined;
  readonly capabilities: readonly Capability[];
  readonly recipes: readonly Recipe[];
  /** What the documents declare and no package exports: field types that no table names, messages of no channel. */
  readonly unused: readonly { readonly name: string; readonly at: SpecPosition }[];
}

/** A row of a two-column table: what it is about, and what it says. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly at: SpecPosition;
}

export interface FactTable {
  /** The name of the constant that carries it, unique within the profile. */
  readonly name: string;
  readonly heading: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly cells: readonly string[]; readonly at: SpecPosition }[];
  readonly at: SpecPosition;
}

/** A compatibility level that an implementation may claim. */
export interface Level {
  readonly level: number;
  readonly name: string;
  readonly requiredOperations: readonly Located<string>[];
  readonly purpose: string;
  readonly at: SpecPosition;
}

/** An operation of the profile, or (without a wire name) a feature that operations share. */
export interface Operation {
  readonly title: string;
  readonly wireName: string | undefined;
  readonly requirement: string;
  /** The schema of the request body, of the plain response and of one streamed event, where stated. */
  readonly request: SchemaId | undefined;
  readonly response: SchemaId | undefined;
  readonly streamEvent: SchemaId | undefined;
  readonly at: SpecPosition;
}

/** The request envelope: one object whose `operation` selects the type of its `body`. */
export interface Envelope {
  readonly fields: readonly Field[];
  /** The type that all envelopes share, before `body` is narrowed by `operation`. */
  readonly schema: SchemaId;
  readonly at: SpecPosition;
}

export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly at: SpecPosition;
}

/** One member of the event union, selected by its `type`. */
export interface EventType {
  readonly type: string;
  readonly fields: readonly Field[];
  readonly description: string;
  readonly schema: SchemaId;
  readonly at: SpecPosition;
}

/** What an implementation answers in one situation: HTTP status codes and the type of the body. */
export interface Situation {
  readonly name: string;
  readonly status: readonly number[];
  readonly body: string | undefined;
  readonly description: string;
  readonly at: SpecPosition;
}

/** How one field of a backend chunk becomes fields of a profile event. */
export interface ChunkMapping {
  readonly chunkField: Located<string>;
  readonly eventType: string;
  /** Assignments, `index = choice.index`: a path of the event, and CEL over the chunk. */
  readonly fields: readonly Located<string>[];
  readonly at: SpecPosition;
}

export interface BackendError {
  /** CEL over the failure, or the name of one. */
  readonly signal: Located<string>;
  readonly type: string;
  /** Undefined where the backend's own code is kept. */
  readonly code: string | undefined;
  /** Whether the operation ends with it. */
  readonly terminal: boolean;
  readonly at: SpecPosition;
}

/** The think-control table and the type of the requests that it speaks of; undefined where none is declared. */
export interface ThinkControls {
  readonly request: SchemaId | undefined;
  readonly rows: readonly ThinkControl[];
  readonly at: SpecPosition;
}

/** One row of the think-control table: under `when`, `effect` happens to the request of a provider. */
export interface ThinkControl {
  readonly provider: string;
  /** CEL over the request. */
  readonly when: Located<string>;
  readonly effect: ThinkEffect;
  readonly at: SpecPosition;
}

export type ThinkEffect =
  | { readonly kind: 'set'; readonly path: readonly string[]; readonly value: Located<string> }
  | { readonly kind: 'remove'; readonly path: readonly string[] }
  | { readonly kind: 'refuse'; readonly message: string }
  | { readonly kind: 'forward' };
