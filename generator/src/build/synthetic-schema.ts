import type {
  JsonValue,
  KeywordSchema,
  Located,
  Property,
  Schema,
  SchemaId,
  SpecPosition,
} from '../model/index.js';

/** Schemas that no document writes out, because a table states them: every part keeps the place that states it. */

export function reference(id: SchemaId, at: SpecPosition, description?: string): KeywordSchema {
  return {
    kind: 'keywords',
    at,
    ref: { value: id, at },
    ...(description === undefined || description === '' ? {} : { description }),
  };
}

export function constant(value: JsonValue, at: SpecPosition, description?: string): KeywordSchema {
  return {
    kind: 'keywords',
    at,
    const: { value, at },
    ...(description === undefined || description === '' ? {} : { description }),
  };
}

export function object(
  properties: readonly Property[],
  required: readonly Located<string>[],
  at: SpecPosition,
  description: string,
): KeywordSchema {
  return {
    kind: 'keywords',
    at,
    type: { value: ['object'], at },
    properties,
    required,
    ...(description === '' ? {} : { description }),
  };
}

export function union(members: readonly Schema[], at: SpecPosition, description: string): KeywordSchema {
  return { kind: 'keywords', at, description, oneOf: { value: members, at } };
}
