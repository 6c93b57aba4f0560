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
      const value = read(source, message, event, key);
      if (value === undefined || typeof value === 'object') return undefined;
      first ??= value;
      return value === first ? undefined : fault(rule, source, event, key, describe(first), value);
    },
  };
}

/** No number is smaller than the greatest one before it. */
function trackGrowth(rule: TrackerRule, source: ValuePath): Tracker {
  let greatest = Number.NEGATIVE_INFINITY;
  return {
    check(message, event, key) {
      const value = read(source, message, event, key);
      if (typeof value !== 'number') return undefined;
      if (value < greatest) return fault(rule, source, event, key, `at least ${String(greatest)}`, value);
      greatest = value;
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
      const piece = read(part, message, event, key);
      if (typeof piece === 'string' && !tooLong) {
        tooLong = text.length + piece.length > maxText;
        text = tooLong ? '' : text + piece;
      }
      const value = read(whole, message, event, key);
      if (typeof value !== 'string' || (value === text && !tooLong)) return undefined;
      const expected = tooLong ? `more than ${String(maxText)} characters` : describe(text);
      return fault(rule, whole, event, key, expected, value);
    },
  };
}

/**
 * A message without choices that has the total has the sum of the last parts that each choice had. With more
 * choices than are kept there is no sum to compare with.
 */
function trackSum(
  rule: TrackerRule,
  { part, total, choices }: Extract<TrackerRule, { kind: 'sum-over-choices' }>,
  maxChoices: number,
): Tracker {
  const parts = new Map<OrderKey, number>();
  let tooMany = false;
  return {
    check(message, event, key) {
      const indexes: OrderKey[] = [];
      choices(
        message,
        (index) => indexes.push(index),
        () => undefined,
      );
      const [index] = indexes;
      const value = read(part, message, event, key);
      if (index !== undefined && indexes.length === 1 && typeof value === 'number') {
        tooMany ||= !parts.has(index) && parts.size >= maxChoices;
        if (!tooMany) parts.set(index, value);
      }
      const stated = read(total, message, event, key);
      if (indexes.length > 0 || parts.size === 0 || tooMany || typeof stated !== 'number') return undefined;
      const sum = [...parts.values()].reduce((left, right) => left + right, 0);
      return stated === sum ? undefined : fault(rule, total, event, key, String(sum), stated);
    },
  };
}

/** Follows a path through own members; what is not there is undefined. */
function read({ on, path }: ValuePath, message: unknown, event: unknown, key: OrderKey): unknown {
  if (on?.(message, event) === false) return undefined;
  let value = event;
  for (const name of path) value = memberOf(value, name, key);
  return value;
}

function memberOf(value: unknown, name: string, key: OrderKey): unknown {
  if (name !== '[]') return isObject(value) ? own(value, name) : undefined;
  return isArray(value) ? value[placeOf(value, key)] : undefined;
}

/** Where the element of a key stands in an array, or -1. */
function placeOf(list: readonly unknown[], key: OrderKey): number {
  return list.findIndex((item) => isObject(item) && own(item, 'index') === key);
}

function fault(
  rule: TrackerRule,
  { path }: ValuePath,
  event: unknown,
  key: OrderKey,
  expected: string,
  value: unknown,
): TrackerFault {
  let at = event;
  let pointer = '';
  for (const name of path) {
    pointer = child(pointer, name === '[]' && isArray(at) ? String(placeOf(at, key)) : name);
    at = memberOf(at, name, key);
  }
  return { rule, path: pointer, expected, got: describe(value) };
}
