import type { AdapterEvent } from './adapter.js';

/** What a case of a plan expects (NNRP profile, section 14). */
export interface Expectation {
  readonly events: readonly ExpectedEvent[];
  readonly terminal: 'success' | 'error' | 'cancelled';
}

export interface ExpectedEvent {
  readonly type: string;
  readonly optional?: boolean;
  readonly min_count?: number;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/**
 * How a run departs from what is expected; undefined when it does not. Of each expected event there are at least
 * `min_count` (1, or 0 where it is optional); the first of each comes after the first of the one before it in the list
 * and has its fields. Events between them, and further fields, do not matter.
 */
export function departure(
  expected: Expectation,
  events: readonly AdapterEvent[],
  terminal: Expectation['terminal'] | undefined,
): string | undefined {
  if (terminal !== expected.terminal)
    return `expected the outcome ${expected.terminal}, got ${terminal ?? 'none'}`;
  let from = 0;
  for (const wanted of expected.events) {
    const least = wanted.min_count ?? (wanted.optional === true ? 0 : 1);
    const count = events.filter(({ type }) => type === wanted.type).length;
    if (count < least) return `expected ${wanted.type} at least ${String(least)} times, got ${String(count)}`;
    if (least === 0) continue;
    const place = events.findIndex(({ type }, index) => index >= from && type === wanted.type);
    const event = events[place];
    if (event === undefined) return `expected ${wanted.type} after the events before it in the list`;
    const missing = Object.entries(wanted.fields ?? {}).find(
      ([name, value]) => !Object.hasOwn(event, name) || !contains(event[name], value),
    );
    if (missing !== undefined) {
      const [name, value] = missing;
      return `expected ${wanted.type} with ${name} ${JSON.stringify(value)}, got ${Object.hasOwn(event, name) ? JSON.stringify(event[name]) : 'nothing'}`;
    }
    from = place + 1;
  }
  return undefined;
}

/** Whether a value has everything that is expected; objects may have more members, arrays more items. */
function contains(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      expected.every((item, index) => index < actual.length && contains(actual[index], item))
    );
  }
  if (typeof expected !== 'object' || expected === null) return actual === expected;
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return false;
  const members = actual as Readonly<Record<string, unknown>>;
  return Object.entries(expected).every(
    ([name, value]) => Object.hasOwn(members, name) && contains(members[name], value),
  );
}
