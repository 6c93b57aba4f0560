import { RuleError } from './cel-values.js';

/**
 * What emitted validators share. They take JSON values: what `JSON.parse` or a structured clone returns. A
 * property that is explicitly `undefined` counts as absent; a property that an object only inherits is
 * absent too, unless it comes from a prototype other than `Object.prototype`.
 */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * How many levels of arrays and objects a recursive type is followed into. Deeper data is refused with the
 * code `depth`, so that no value can exhaust the stack.
 */
export const maxDepth = 256;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The member of that name, where reading `value.name` could find an inherited one (`constructor`). */
export function own(value: JsonObject, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

export function countProperties(value: JsonObject): number {
  let size = 0;
  for (const name in value) {
    if (Object.hasOwn(value, name)) size += 1;
  }
  return size;
}

/** The length of a text in Unicode code points, as JSON Schema counts; a lone surrogate counts as one. */
export function countCodePoints(text: string): number {
  let size = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    if (isHighSurrogate(text.charCodeAt(index)) && isLowSurrogate(text.charCodeAt(index + 1))) {
      size -= 1;
      index += 1;
    }
  }
  return size;
}

/** Whether a text has more code points than that; counts only where the number of code units leaves it open. */
export function isLongerThan(text: string, limit: number): boolean {
  return text.length > limit && (text.length > 2 * limit || countCodePoints(text) > limit);
}

/** Whether a text has fewer code points than that. */
export function isShorterThan(text: string, limit: number): boolean {
  return text.length < limit || (text.length < 2 * limit && countCodePoints(text) < limit);
}

/** Whether a number is a multiple in decimal, as its text says: 19.99 is a multiple of 0.01. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  if (!Number.isFinite(value)) return false;
  const dividend = toDecimal(value);
  const step = toDecimal(divisor);
  const exponent = Math.min(dividend.exponent, step.exponent);
  return scaled(dividend, exponent) % scaled(step, exponent) === 0n;
}

/** Whether a value is the same JSON as a constant. No deeper than the constant. */
export function isEqual(value: unknown, constant: unknown): boolean {
  if (isArray(constant)) {
    if (!isArray(value) || value.length !== constant.length) return false;
    return constant.every((item, index) => isEqual(value[index], item));
  }
  if (isObject(constant)) {
    if (!isObject(value) || countProperties(value) !== countProperties(constant)) return false;
    for (const name in constant) {
      if (!Object.hasOwn(value, name) || !isEqual(value[name], constant[name])) return false;
    }
    return true;
  }
  return value === constant;
}

/** Index of the first item that equals an earlier one, or -1. Linear in the size of the items, at any depth. */
export function indexOfDuplicate(items: readonly unknown[]): number {
  if (items.length < 2) return -1;
  const scalars = new Set<unknown>();
  const structures = new Set<string>();
  for (const [index, item] of items.entries()) {
    const structure = typeof item === 'object' && item !== null;
    const size = scalars.size + structures.size;
    if (structure) structures.add(canonicalText(item));
    else scalars.add(item);
    if (scalars.size + structures.size === size) return index;
  }
  return -1;
}

/** Whether a data rule holds; a rule that cannot be evaluated does not. */
export function ruleHolds(rule: (value: unknown) => boolean, value: unknown): boolean {
  return !ruleFails(rule, value, true);
}

/** Whether a data rule is broken. `errorsCount`: whether one that cannot be evaluated is. */
export function ruleFails(rule: (value: unknown) => boolean, value: unknown, errorsCount: boolean): boolean {
  try {
    return !rule(value);
  } catch (error) {
    if (error instanceof RuleError) return errorsCount;
    throw error;
  }
}

/** Whether arrays and objects are nested deeper than `maxDepth`. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth > maxDepth) return true;
  if (isArray(value)) return value.some((item) => isTooDeep(item, depth + 1));
  return Object.values(value).some((member) => isTooDeep(member, depth + 1));
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function toDecimal(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}

class Token {
  constructor(readonly text: string) {}
}

/** JSON text with sorted names: equal values have equal text. With a stack of its own, for data of any depth. */
function canonicalText(root: object): string {
  let text = '';
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const next = pending.pop();
    if (next instanceof Token) text += next.text;
    else if (isArray(next)) pushItems(pending, next);
    else if (isObject(next)) pushMembers(pending, next);
    else text += typeof next === 'string' ? JSON.stringify(next) : String(next);
  }
  return text;
}

function pushItems(pending: unknown[], items: readonly unknown[]): void {
  pending.push(new Token(']'));
  for (let index = items.length - 1; index >= 0; index -= 1) pending.push(new Token(','), items[index]);
  pending.push(new Token('['));
}

function pushMembers(pending: unknown[], members: JsonObject): void {
  pending.push(new Token('}'));
  for (const name of Object.keys(members).sort().reverse()) {
    pending.push(new Token(','), members[name], new Token(`${JSON.stringify(name)}:`));
  }
  pending.push(new Token('{'));
}
