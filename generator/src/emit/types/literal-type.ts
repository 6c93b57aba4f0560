import type { JsonValue } from '../../model/index.js';
import { propertyKey, stringLiteral } from '../text/index.js';

/** The TypeScript type that has one JSON value: a literal for scalars, a readonly shape for the others. */
export function literalType(value: JsonValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return stringLiteral(value);
  if (typeof value === 'number') return Object.is(value, -0) ? '0' : String(value);
  if (Array.isArray(value)) return `[${value.map(literalType).join(', ')}]`;
  const members = Object.entries(value).map(([key, member]) => `${propertyKey(key)}: ${literalType(member)}`);
  return members.length === 0 ? 'Record<string, never>' : `{ ${members.join('; ')} }`;
}
