import { child, describe } from './issue.js';
import type { OrderKey, OrderMembers, OrderPredicate } from './order-types.js';
import { isArray, isObject, own } from './validation.js';

/** Where a rule reads a value: a path of member names from the event of the rule's scope inwards. */
export interface ValuePath {
  /** Read only on events that this matches. */
  readonly on?: OrderPredicate;
  /** `[]` stands for the element of an array whose `index` is the key of the scope. */
  readonly path: readonly string[];
}

/** A rule on values along a stream that no automaton states. */
export type TrackerRule = {
  readonly name: string;
  readonly code: string;
  readonly spec: string;
} & (
  | { readonly kind: 'constant' | 'non-decreasing'; readonly value: ValuePath }
  | { readonly kind: 'concatenates'; readonly part: ValuePath; readonly whole: ValuePath }
  | {
      readonly kind: 'sum-over-choices';
      readonly part: ValuePath;
      readonly total: ValuePath;
      /** The choices of a message. */
      readonly choices: OrderMembers;
    }
);

export interface TrackerFault {
  readonly rule: TrackerRule;
  /** JSON pointer from the event to the value. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

export interface Tracker {
  check(message: unknown, event: unknown, key: OrderKey): TrackerFault | undefined;
}

/** A value where it was found. */
interface Found {
  readonly value: unknown;
  /** JSON pointer from the event. */
  readonly path: string;
}

const missing: Found = { value: undefined, path: '' };

/** One rule along one key. Values of another type than the rule is about are left to the validators. */
export function createTracker(rule: TrackerRule, maxChoices: number): Tracker {
  switch (rule.kind) {
    case 'constant':
      return trackConstant(rule, rule.value);
    case 'non-decreasing':
      return trackGrowth(rule, rule.value);
    case 'concatenates':
      return trackText(rule, rule.part, rule.whole);
    case 'sum-over-choices':
      return trackSum(rule, rule, maxChoices);
  }
}

/** Each event that has the value has the same one as the first that had it. */
function trackConstant(rule: TrackerRule, source: ValuePath): Tracker {
  let first: unknown;
  return {
    check(message, event, key) {
      const found = read(source, message, event, key);
      const { value } = found;
      if (value === undefined || typeof value === 'object') return undefined;
      first ??= value;
      return value === first ? undefined : fault(rule, found, describe(first));
    },
  };
}

/** No number is smaller than the greatest one before it. */
function trackGrowth(rule: TrackerRule, source: ValuePath): Tracker {
  let greatest = Number.NEGATIVE_INFINITY;
  return {
    check(message, event, key) {
      const found = read(source, message, event, key);
      if (typeof found.value !== 'number') return undefined;
      if (found.value < greatest) return fault(rule, found, `at least ${String(greatest)}`);
      greatest = found.value;
      return undefined;
    },
  };
}

/** More text than one event can hold (see `maxEventBytes` of the decoder): no whole can equal it. */
const maxText = 16 * 1024 * 1024;

/** The parts so far, joined, equal the whole wherever an event has it. */
function trackText(rule: TrackerRule, part: ValuePath, whole: ValuePath): Tracker {
  let text = '';
  let tooLong = false;
  return {
    check(message, event, key) {
      const { value: piece } = read(part, message, event, key);
      if (typeof piece === 'string' && !tooLong) {
        tooLong = text.length + piece.length > maxText;
        text = tooLong ? '' : text + piece;
      }
      const found = read(whole, message, event, key);
      if (typeof found.value !== 'string' || (found.value === text && !tooLong)) return undefined;
      return fault(rule, found, tooLong ? `more than ${String(maxText)} characters` : describe(text));
    },
  };
}

/** A message without choices that has the total has the sum of the last parts that each choice had. */
function trackSum(
  rule: TrackerRule,
  { part, total, choices }: Extract<TrackerRule, { kind: 'sum-over-choices' }>,
  maxChoices: number,
): Tracker {
  const parts = new Map<OrderKey, number>();
  return {
    check(message, event, key) {
      const indexes: OrderKey[] = [];
      choices(
        message,
        (index) => indexes.push(index),
        () => undefined,
      );
      const [index] = indexes;
      const { value } = read(part, message, event, key);
      if (index !== undefined && indexes.length === 1 && typeof value === 'number') {
        if (parts.has(index) || parts.size < maxChoices) parts.set(index, value);
      }
      const stated = read(total, message, event, key);
      if (indexes.length > 0 || parts.size === 0 || typeof stated.value !== 'number') return undefined;
      const sum = [...parts.values()].reduce((left, right) => left + right, 0);
      return stated.value === sum ? undefined : fault(rule, stated, String(sum));
    },
  };
}

/** Follows a path through own members; what is not there is undefined. */
function read({ on, path }: ValuePath, message: unknown, event: unknown, key: OrderKey): Found {
  if (on?.(message, event) === false) return missing;
  let value = event;
  let pointer = '';
  for (const name of path) {
    const place = name === '[]' ? placeOf(value, key) : name;
    if (place === undefined) return missing;
    value = isArray(value) ? value[Number(place)] : isObject(value) ? own(value, place) : undefined;
    if (value === undefined) return missing;
    pointer = child(pointer, place);
  }
  return { value, path: pointer };
}

function placeOf(list: unknown, key: OrderKey): string | undefined {
  if (!isArray(list)) return undefined;
  const place = list.findIndex((item) => isObject(item) && own(item, 'index') === key);
  return place === -1 ? undefined : String(place);
}

function fault(rule: TrackerRule, { value, path }: Found, expected: string): TrackerFault {
  return { rule, path, expected, got: describe(value) };
}
