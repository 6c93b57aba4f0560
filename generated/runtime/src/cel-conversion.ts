import { toInt64 } from './cel-arithmetic.js';
import { asString, items, kindOf, noOverload, RuleError, toNumber, valueAt } from './cel-values.js';
import { maxDepth } from './validation.js';

/** `int(x)`: a double loses its fraction; a text is decimal digits with an optional sign. */
export function toInt(value: unknown): number | bigint {
  const number = toNumber(value);
  if (typeof number === 'bigint') return number;
  if (number !== undefined) {
    // Both bounds are doubles; the least int64 itself is left out, as in every CEL implementation.
    if (!(number > -(2 ** 63) && number < 2 ** 63)) throw new RuleError('int overflow');
    return toInt64(BigInt(Math.trunc(number)));
  }
  if (typeof value !== 'string') throw noOverload('int', value);
  if (!/^[-+]?\d{1,20}$/.test(value)) throw new RuleError('the text is not an int');
  return toInt64(BigInt(value.replace(/^\+/, '')));
}

const DOUBLE_TEXT = /^(?:[-+]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|Infinity)|NaN)$/;

/** `double(x)`: a text is a decimal number, `NaN` or `Infinity`. */
export function toDouble(value: unknown): number {
  const number = toNumber(value);
  // An int has one zero, where JavaScript has two.
  if (number !== undefined) return kindOf(value) === 'int' ? Number(number) + 0 : Number(number);
  if (typeof value !== 'string') throw noOverload('double', value);
  if (!DOUBLE_TEXT.test(value)) throw new RuleError('the text is not a double');
  return Number(value);
}

/** `string(x)` of a scalar. */
export function toText(value: unknown): string {
  const number = toNumber(value);
  if (number !== undefined) return String(number);
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  throw noOverload('string', value);
}

const TRUE_TEXTS: readonly unknown[] = ['true', 'True', 'TRUE', 't', '1'];
const FALSE_TEXTS: readonly unknown[] = ['false', 'False', 'FALSE', 'f', '0'];

/** `bool(x)` of a bool, or of a text that names one. */
export function toBool(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') throw noOverload('bool', value);
  if (TRUE_TEXTS.includes(value)) return true;
  if (FALSE_TEXTS.includes(value)) return false;
  throw new RuleError('the text is not a bool');
}

/** The result of a rule as a JSON value; an error where JSON has none: a large int, NaN, infinity, a key that is no text. */
export function toJson(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) throw new RuleError('the result is nested too deeply');
  const number = toNumber(value);
  if (number !== undefined) return toJsonNumber(number);
  const kind = kindOf(value);
  if (kind === 'list') return (value as readonly unknown[]).map((item) => toJson(item, depth + 1));
  if (kind !== 'map') return value;
  return Object.fromEntries(
    items(value).map((key) => [asString(key), toJson(valueAt(value, key), depth + 1)]),
  );
}

function toJsonNumber(number: number | bigint): number {
  if (typeof number === 'bigint' || !Number.isFinite(number)) throw new RuleError('JSON has no such number');
  return number;
}
