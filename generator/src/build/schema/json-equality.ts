import type { JsonValue } from '../../model/index.js';

/**
 * A text that two JSON values share exactly when JSON Schema calls them equal (draft-07 core, section 4.2.3): numbers
 * by value, objects without regard to the order of their keys.
 */
export function equalityKey(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(equalityKey).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value === 0 ? 0 : value);
  const members = Object.entries(value as Readonly<Record<string, JsonValue>>)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, member]) => `${JSON.stringify(key)}:${equalityKey(member)}`);
  return `{${members.join(',')}}`;
}
