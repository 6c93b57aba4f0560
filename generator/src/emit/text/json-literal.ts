import type { JsonValue } from '../../model/json.js';
import { propertyKey } from './property-name.js';
import { stringLiteral } from './string-literal.js';

/** A TypeScript number literal with exactly this value. */
export function numberLiteral(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** A TypeScript expression on one line that evaluates to exactly this JSON value, with own properties only. */
export function jsonLiteral(value: JsonValue): string {
  if (typeof value === 'string') return stringLiteral(value);
  if (typeof value === 'number') return numberLiteral(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (isArray(value)) return `[${value.map(jsonLiteral).join(', ')}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${propertyKey(name)}: ${jsonLiteral(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
