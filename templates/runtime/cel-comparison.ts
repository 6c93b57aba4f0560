import { Double, items, kindOf, noOverload, RuleError, size, toNumber, valueAt } from './cel-values.js';

function areEqualNumbers(a: number | bigint, b: number | bigint): boolean {
  if (typeof a === typeof b) return a === b;
  const [int, other] = typeof a === 'bigint' ? [a, b] : [b, a];
  return Number.isInteger(other) && int === BigInt(other);
}

/** Pairs that `equals` looks at before it gives up: no rule compares more, and a value in itself never ends. */
const MAX_COMPARED = 1_000_000;

/**
 * `a == b`: of numbers by value, of lists and maps by content; of different kinds false. Deep values need no deep
 * stack. Fails only on lists or maps that are too large.
 */
export function equals(a: unknown, b: unknown): boolean {
  const pending: [unknown, unknown][] = [[a, b]];
  let compared = 0;
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    compared += 1;
    if (compared > MAX_COMPARED) throw new RuleError('the values are too large to compare');
    if (!areAlike(pair[0], pair[1], pending)) return false;
  }
  return true;
}

/** Compares two values up to their parts, which it adds to `parts`. */
function areAlike(a: unknown, b: unknown, parts: [unknown, unknown][]): boolean {
  const [left, right] = [toNumber(a), toNumber(b)];
  if (left !== undefined && right !== undefined) return areEqualNumbers(left, right);
  if (!isContainer(a) || !isContainer(b)) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Array.isArray(a) ? (a as readonly unknown[]).map((_, index) => index) : items(a);
  if (keys.length !== size(b)) return false;
  for (const key of keys) {
    const [part, other] = [valueAt(a, key), valueAt(b, key)];
    if (part === undefined || other === undefined) return false;
    parts.push([part, other]);
  }
  return true;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Double);
}

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`; NaN, which compares as false, if one is. */
export function compare(a: unknown, b: unknown): number {
  const [left, right] = [toNumber(a), toNumber(b)];
  if (left !== undefined && right !== undefined) return compareNumbers(left, right, kindOf(a) === kindOf(b));
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  throw noOverload('comparison', a, b);
}

/** An int beside a double is converted to one first. */
function compareNumbers(a: number | bigint, b: number | bigint, sameKind: boolean): number {
  const [left, right] = sameKind ? [a, b] : [Number(a), Number(b)];
  if (left < right) return -1;
  if (left > right) return 1;
  return left === right || (sameKind && left >= right) ? 0 : NaN;
}

/** By code point, where JavaScript compares code units. */
function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    if (a.charCodeAt(index) === b.charCodeAt(index)) continue;
    return orderOfUnit(a, index) - orderOfUnit(b, index);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above every other code unit. */
function orderOfUnit(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
