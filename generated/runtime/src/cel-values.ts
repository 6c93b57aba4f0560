import { countCodePoints } from './validation.js';

/** A rule could not be evaluated: a field is missing, an operation has no overload or no result. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
}

/** A double with an integral value, in a place where its type is not known. */
export class Double {
  constructor(readonly value: number) {}
}

export type Kind = 'int' | 'double' | 'string' | 'bool' | 'null' | 'list' | 'map';

/** What CEL calls a value; throws `RuleError` for what JSON cannot hold. */
export function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'int' : 'double';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value !== 'object') throw new RuleError(`not a JSON value: ${typeof value}`);
  if (Array.isArray(value)) return 'list';
  return value instanceof Double ? 'double' : 'map';
}

export function noOverload(operation: string, ...operands: readonly unknown[]): RuleError {
  return new RuleError(`no overload of ${operation} for ${operands.map(kindOf).join(', ')}`);
}

/** A double is unwrapped; an int stays what it is. */
export function toNumber(value: unknown): number | bigint | undefined {
  const number = value instanceof Double ? value.value : value;
  return typeof number === 'number' || typeof number === 'bigint' ? number : undefined;
}

/** The own item or entry under a key; undefined where there is none, or the container takes no such key. */
export function valueAt(container: unknown, key: unknown): unknown {
  const plainKey = key instanceof Double ? key.value : key;
  if (Array.isArray(container)) {
    const inBounds =
      Number.isInteger(plainKey) && Number(plainKey) >= 0 && Number(plainKey) < container.length;
    return inBounds ? (container as readonly unknown[])[Number(plainKey)] : undefined;
  }
  if (container instanceof Map) return (container as ReadonlyMap<unknown, unknown>).get(plainKey);
  if (typeof plainKey !== 'string' || !isMap(container)) return undefined;
  return Object.hasOwn(container, plainKey) ? (container as Record<string, unknown>)[plainKey] : undefined;
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && kindOf(value) === 'map';
}

/** What a macro goes over: the items of a list, the keys of a map. */
export function items(container: unknown): readonly unknown[] {
  if (Array.isArray(container)) return container;
  if (kindOf(container) !== 'map') throw noOverload('a macro', container);
  return container instanceof Map
    ? [...container.keys()]
    : keys(container as Readonly<Record<string, unknown>>);
}

/** The keys of an object; one that is explicitly undefined counts as absent. */
export function keys(object: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(object).filter((key) => object[key] !== undefined);
}

/** In code points, items or entries. */
export function size(value: unknown): number {
  const kind = kindOf(value);
  if (kind === 'string') return countCodePoints(value as string);
  if (kind === 'list' || kind === 'map') return items(value).length;
  throw noOverload('size', value);
}

/** Marks a number as a double, where its type is about to be lost; what is no number stays as it is. */
export function double(value: unknown): unknown {
  return Number.isSafeInteger(value) ? new Double(value as number) : value;
}

export function asBool(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new RuleError(`expected a bool, found ${kindOf(value)}`);
  return value;
}

export function asString(value: unknown): string {
  if (typeof value !== 'string') throw new RuleError(`expected a string, found ${kindOf(value)}`);
  return value;
}
