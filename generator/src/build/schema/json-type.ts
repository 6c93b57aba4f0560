import type { JsonType, JsonValue } from '../../model/index.js';

export const jsonTypes: readonly JsonType[] = [
  'null',
  'boolean',
  'integer',
  'number',
  'string',
  'array',
  'object',
];

/** Whether a value is of a type as JSON Schema means it: 1.0 is an integer. */
export function hasType(value: JsonValue, type: JsonType): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'boolean':
    case 'number':
    case 'string':
      return typeof value === type;
  }
}
