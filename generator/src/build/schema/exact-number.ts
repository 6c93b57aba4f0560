import type { ScalarNode } from '../../load/index.js';

interface Decimal {
  readonly negative: boolean;
  /** Without leading and trailing zeros; empty for zero. */
  readonly digits: string;
  /** The power of ten that the last digit counts. */
  readonly exponent: number;
}

/**
 * Whether a number means the same as a double and as written: reading it and printing it again gives the same
 * decimal. `0.1` does, `9007199254740993`, `1e999` and `1e-400` do not.
 */
export function isExact(node: ScalarNode): boolean {
  if (typeof node.value !== 'number' || node.raw === undefined) return true;
  if (/^[-+]?\.(nan|inf)$/i.test(node.raw)) return true;
  if (/^0[xo]/i.test(node.raw)) return BigInt(node.raw) === BigInt(node.value);
  const written = decimalOf(node.raw);
  const read = decimalOf(String(node.value));
  if (written === undefined || read === undefined) return false;
  if (written.digits === '') return read.digits === '';
  return (
    written.negative === read.negative && written.digits === read.digits && written.exponent === read.exponent
  );
}

function decimalOf(text: string): Decimal | undefined {
  const match = /^([-+]?)(\d*)(?:\.(\d*))?(?:e([-+]?\d+))?$/i.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', power = '0'] = match;
  const significant = `${whole}${fraction}`.replace(/^0+/, '');
  const digits = significant.replace(/0+$/, '');
  const exponent = Number(power) - fraction.length + (significant.length - digits.length);
  return { negative: sign === '-', digits, exponent };
}
