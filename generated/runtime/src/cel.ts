/**
 * What the data rules of a specification need beyond JavaScript: the semantics of CEL (github.com/google/cel-spec,
 * doc/langdef.md) on values as `JSON.parse` returns them. Emitted rules import it as a namespace.
 *
 * How CEL values are held:
 * - int: a safe integer is a `number`, any other int of 64 bits a `bigint`;
 * - double: a `number`, or a `Double` where it has an integral value and nothing else says that it is no int;
 * - string, bool, null: themselves; list: an array; map: an object (own properties) or a `Map`.
 *
 * Every function throws `RuleError` where CEL has an evaluation error, and nothing else, on whatever value.
 */

import { equals } from './cel-comparison.js';
import { Double, double, kindOf, noOverload, RuleError, valueAt } from './cel-values.js';

export { add, divide, modulo, multiply, negate, subtract } from './cel-arithmetic.js';
export { compare, equals } from './cel-comparison.js';
export { toBool, toDouble, toInt, toJson, toText } from './cel-conversion.js';
export { asBool, asString, double, items, keys, RuleError, size } from './cel-values.js';

/** Whether `deciding` is the result of a test; else throws the first error, if there was one. */
function decides(deciding: boolean, tests: Iterable<() => boolean>): boolean {
  let failure: RuleError | undefined;
  for (const test of tests) {
    try {
      if (test() === deciding) return true;
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return false;
}

function* testsOf<T>(list: readonly T[], test: (item: T) => boolean): Iterable<() => boolean> {
  for (const item of list) yield () => test(item);
}

/** `a && b`: false if one is false, whatever the others; else an error if one fails. */
export function and(...tests: readonly (() => boolean)[]): boolean {
  return !decides(false, tests);
}

/** `a || b`: true if one is true, whatever the others; else an error if one fails. */
export function or(...tests: readonly (() => boolean)[]): boolean {
  return decides(true, tests);
}

/** `list.all(x, test)`: false if it is false for one item, whatever the others. */
export function all<T>(list: readonly T[], test: (item: T) => boolean): boolean {
  return !decides(false, testsOf(list, test));
}

/** `list.exists(x, test)`: true if it is true for one item, whatever the others. */
export function exists<T>(list: readonly T[], test: (item: T) => boolean): boolean {
  return decides(true, testsOf(list, test));
}

/** The value of an optional field. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new RuleError('no such field');
  return value;
}

/** The value of a nullable field, where null has no overload. */
export function notNull<T>(value: T | null): T {
  if (value === null) throw new RuleError('no overload for null');
  return value;
}

export function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (index < 0 || index >= list.length || item === undefined) throw new RuleError('index out of bounds');
  return item;
}

export function entry<V>(map: Readonly<Record<string, V>>, key: string): V {
  const value = Object.hasOwn(map, key) ? map[key] : undefined;
  if (value === undefined) throw new RuleError('no such key');
  return value;
}

/** `container.a.b`, `container[0]["b"]`: each key in turn. */
export function read(container: unknown, ...keys: readonly unknown[]): unknown {
  return keys.reduce(readKey, container);
}

function readKey(container: unknown, key: unknown): unknown {
  const value = valueAt(container, key);
  if (value === undefined) throw new RuleError('no such field, key or index');
  return value;
}

/** `has(container.key)`: false also where the container has no fields at all. */
export function has(container: unknown, key: string): boolean {
  return !Array.isArray(container) && valueAt(container, key) !== undefined;
}

/** `value in container`: an item of a list, or a key of a map. */
export function isIn(value: unknown, container: unknown): boolean {
  if (Array.isArray(container)) return container.some((item) => equals(item, value));
  const keyed = ['int', 'double', 'string', 'bool'].includes(kindOf(value));
  if (!keyed || kindOf(container) !== 'map') throw noOverload('in', value, container);
  return valueAt(container, value) !== undefined;
}

/** A map literal; two equal keys are an error. */
export function map(
  ...entries: readonly (readonly [key: unknown, value: unknown])[]
): ReadonlyMap<unknown, unknown> {
  const result = new Map<unknown, unknown>();
  for (const [key, value] of entries) {
    const kind = kindOf(key);
    const number = key instanceof Double ? key.value : key;
    if (kind !== 'int' && kind !== 'string' && kind !== 'bool' && !Number.isSafeInteger(number)) {
      throw noOverload('a map key', key);
    }
    if (result.has(number)) throw new RuleError('two entries of a map have the same key');
    result.set(number, value);
  }
  return result;
}

/** Marks the numbers of a list, of a list of lists at depth 2, and so on. */
export function doubles(value: unknown, depth: number): unknown {
  if (depth === 0) return double(value);
  return Array.isArray(value) ? value.map((item) => doubles(item, depth - 1)) : value;
}
