import { forEachUnsafeCodeUnit } from './unsafe-characters.js';

/** JSON on one line in which no character is invisible or misleading; it reads back as exactly this value. */
export function jsonText(value: unknown): string {
  // JSON escapes code units: a character beyond the basic plane is a pair.
  return forEachUnsafeCodeUnit(JSON.stringify(value), (unit) => `\\u${unit.toString(16).padStart(4, '0')}`);
}
