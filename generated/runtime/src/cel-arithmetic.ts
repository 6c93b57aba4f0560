import { double, kindOf, noOverload, RuleError, toNumber } from './cel-values.js';

const MIN_INT = -(2n ** 63n);
const MAX_INT = 2n ** 63n - 1n;

/** An int as it is held; an error where it does not fit in 64 bits. */
export function toInt64(value: bigint): number | bigint {
  if (value < MIN_INT || value > MAX_INT) throw new RuleError('int overflow');
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

interface Operation {
  readonly sign: string;
  readonly ints: (a: bigint, b: bigint) => bigint;
  readonly doubles?: (a: number, b: number) => number;
}

function calculate(operation: Operation, a: unknown, b: unknown): unknown {
  const [left, right] = [toNumber(a), toNumber(b)];
  const kind = kindOf(a);
  if (left === undefined || right === undefined || kind !== kindOf(b)) throw noOverload(operation.sign, a, b);
  if (kind === 'int') return toInt64(operation.ints(BigInt(left), BigInt(right)));
  if (operation.doubles === undefined) throw noOverload(operation.sign, a, b);
  return double(operation.doubles(Number(left), Number(right)));
}

export function add(a: unknown, b: unknown): unknown {
  if (typeof a === 'string' && typeof b === 'string') return a + b;
  if (Array.isArray(a) && Array.isArray(b)) return [...(a as unknown[]), ...(b as unknown[])];
  return calculate({ sign: '+', ints: (x, y) => x + y, doubles: (x, y) => x + y }, a, b);
}

export function subtract(a: unknown, b: unknown): unknown {
  return calculate({ sign: '-', ints: (x, y) => x - y, doubles: (x, y) => x - y }, a, b);
}

export function multiply(a: unknown, b: unknown): unknown {
  return calculate({ sign: '*', ints: (x, y) => x * y, doubles: (x, y) => x * y }, a, b);
}

/** Of ints towards zero, and by zero an error; of doubles as IEEE 754 has it. */
export function divide(a: unknown, b: unknown): unknown {
  return calculate({ sign: '/', ints: (x, y) => x / nonZero(y), doubles: (x, y) => x / y }, a, b);
}

/** The remainder has the sign of the dividend. */
export function modulo(a: unknown, b: unknown): unknown {
  return calculate({ sign: '%', ints: (x, y) => x % nonZero(y) }, a, b);
}

function nonZero(divisor: bigint): bigint {
  if (divisor === 0n) throw new RuleError('division by zero');
  return divisor;
}

export function negate(value: unknown): unknown {
  const number = toNumber(value);
  if (number === undefined) throw noOverload('-', value);
  return kindOf(value) === 'int' ? toInt64(-BigInt(number)) : double(-Number(number));
}
