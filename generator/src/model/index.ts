export type { Example } from './example.js';
export type { Capability, CapabilityOperation, CapabilityType } from './capability.js';
export type { Dialect, DialectReading, Repair, RepairEffect, RepairSubject } from './dialect.js';
export type { OutputFile } from './files.js';
export type { HttpOperation, HttpResponse } from './http.js';
export type { JsonValue } from './json.js';
export type { MessageStream, SecurityScheme, Server, StreamMessage, StreamOperation } from './messages.js';
export type { Located, SpecPosition } from './position.js';
export type {
  BackendError,
  ChunkMapping,
  Envelope,
  EventType,
  Fact,
  FactTable,
  Field,
  Level,
  Operation,
  Profile,
  Situation,
  ThinkControl,
  ThinkControls,
  ThinkEffect,
} from './profile.js';
export type { Recipe } from './recipe.js';
export type { DataRule, OrderRule, OrderSymbol, RuleScope } from './rules.js';
export type {
  BooleanSchema,
  DependentRequired,
  JsonType,
  KeywordSchema,
  NamedSchema,
  PatternProperty,
  Property,
  Schema,
  SchemaId,
  SchemaSet,
} from './schema.js';
