import type { ExpectedEvent, PlanCase } from './plan.js';

interface Received {
  readonly type: string;
}

/**
 * What is wrong with the events of a case, or undefined when they are as the case expects: of every expected
 * event as many as `min_count` (1 by default, none when it is optional) with its fields, the first of each
 * that must come in the order of the list, and the terminal outcome. Other events may come between.
 */
export function departure(
  expect: PlanCase['expect'],
  events: readonly Received[],
  terminal: string | undefined,
): string | undefined {
  if (terminal !== expect.terminal) {
    return `expected the outcome ${expect.terminal}, got ${terminal ?? 'none'}`;
  }
  let earliest = -1;
  for (const expected of expect.events) {
    const found = events.flatMap((event, place) => (matches(event, expected) ? [place] : []));
    const least = expected.min_count ?? (expected.optional === true ? 0 : 1);
    if (found.length < least) {
      return `expected ${String(least)} of ${describe(expected)}, got ${String(found.length)}`;
    }
    const [first] = found;
    if (first === undefined || least === 0) continue;
    if (first < earliest) return `${describe(expected)} came before an event that should precede it`;
    earliest = first;
  }
  return undefined;
}

function matches(event: Received, { type, fields }: ExpectedEvent): boolean {
  return event.type === type && (fields === undefined || contains(event, fields));
}

/** Whether a value has everything that is expected; objects may have more. */
function contains(value: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(value) &&
      value.length === expected.length &&
      expected.every((item, index) => contains(value[index], item))
    );
  }
  if (typeof expected !== 'object' || expected === null) return Object.is(value, expected);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(expected).every(
    ([name, field]) =>
      Object.hasOwn(value, name) && contains((value as Record<string, unknown>)[name], field),
  );
}

function describe({ type, fields }: ExpectedEvent): string {
  return fields === undefined ? type : `${type} with ${JSON.stringify(fields)}`;
}
