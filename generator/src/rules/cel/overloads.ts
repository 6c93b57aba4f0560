import { isEquality, isOrdering, type ArithmeticOperator, type BinaryOperator } from './node.js';
import {
  BOOL,
  DYN,
  joinTypes,
  kindOf,
  membersOf,
  type CelIntType,
  type CelStringType,
  type CelKind,
  type CelType,
} from './types.js';

/** What an operator gives for operands of two types. */
export interface Resolution {
  readonly type: CelType;
  /** Whether every combination of the operands' alternatives has an overload; else it shows at run time. */
  readonly certain: boolean;
}

export const MIN_INT64 = -(2n ** 63n);
export const MAX_INT64 = 2n ** 63n - 1n;
const INT64: CelIntType = { kind: 'int', minimum: MIN_INT64, maximum: MAX_INT64 };

/** The overloads of the CEL standard library that JSON values can use (cel-spec, "List of Standard Definitions"). */
const ARITHMETIC: Readonly<Record<ArithmeticOperator, readonly CelKind[]>> = {
  '+': ['int', 'double', 'string', 'list'],
  '-': ['int', 'double'],
  '*': ['int', 'double'],
  '/': ['int', 'double'],
  '%': ['int'],
};

const ORDERED: readonly CelKind[] = ['int', 'double', 'string', 'bool'];
const MAP_KEYS: readonly CelKind[] = ['int', 'double', 'string', 'bool'];

/** Undefined when no combination of the alternatives has an overload. */
export function resolveBinary(
  operator: BinaryOperator,
  left: CelType,
  right: CelType,
): Resolution | undefined {
  const results: CelType[] = [];
  let certain = true;
  for (const a of membersOf(left)) {
    for (const b of membersOf(right)) {
      const result = resolvePair(operator, a, b);
      if (result === undefined) certain = false;
      else results.push(result.type);
      certain &&= result?.certain ?? false;
    }
  }
  return results.length === 0 ? undefined : { type: joinTypes(results), certain };
}

function resolvePair(operator: BinaryOperator, a: CelType, b: CelType): Resolution | undefined {
  if (isEquality(operator)) return canEqual(a, b) ? { type: BOOL, certain: true } : undefined;
  if (isOrdering(operator)) return resolveOrdering(a, b);
  return operator === 'in' ? resolveMembership(a, b) : resolveArithmetic(operator, a, b);
}

/** Numbers compare across int and double; everything else only with its own kind. */
function resolveOrdering(a: CelType, b: CelType): Resolution | undefined {
  const [left, right] = [memberKind(a), memberKind(b)];
  if (left === 'dyn' || right === 'dyn') {
    const other = left === 'dyn' ? right : left;
    return other === 'dyn' || ORDERED.includes(other) ? { type: BOOL, certain: false } : undefined;
  }
  const fits = left === right ? ORDERED.includes(left) : isNumeric(left) && isNumeric(right);
  return fits ? { type: BOOL, certain: true } : undefined;
}

function resolveMembership(a: CelType, b: CelType): Resolution | undefined {
  if (b.kind === 'dyn') return { type: BOOL, certain: false };
  if (b.kind === 'list') return canEqual(a, b.items) ? { type: BOOL, certain: true } : undefined;
  if (memberKind(b) !== 'map') return undefined;
  const key = memberKind(a);
  if (key === 'dyn') return { type: BOOL, certain: false };
  const keys: CelType = b.kind === 'map' ? b.keys : { kind: 'string' };
  return MAP_KEYS.includes(key) && canEqual(a, keys) ? { type: BOOL, certain: true } : undefined;
}

function resolveArithmetic(operator: ArithmeticOperator, a: CelType, b: CelType): Resolution | undefined {
  const kinds = ARITHMETIC[operator];
  const [left, right] = [memberKind(a), memberKind(b)];
  if (left === 'dyn' && right === 'dyn') return { type: DYN, certain: false };
  if (left === 'dyn' || right === 'dyn') {
    const known = left === 'dyn' ? b : a;
    if (!kinds.includes(memberKind(known))) return undefined;
    const type =
      known.kind === 'int' ? INT64 : known.kind === 'list' ? { kind: 'list' as const, items: DYN } : known;
    return { type: withoutValues(type), certain: false };
  }
  if (left !== right || !kinds.includes(left)) return undefined;
  if (a.kind === 'int' && b.kind === 'int') return { type: rangeOf(operator, a, b), certain: true };
  if (a.kind === 'list' && b.kind === 'list') {
    return { type: { kind: 'list', items: joinTypes([a.items, b.items]) }, certain: true };
  }
  return { type: withoutValues(a), certain: true };
}

function withoutValues(type: CelType): CelType {
  return type.kind === 'string' ? { kind: 'string' } : type;
}

function memberKind(type: CelType): CelKind {
  return type.kind === 'union' ? 'dyn' : kindOf(type);
}

function isNumeric(kind: CelKind): boolean {
  return kind === 'int' || kind === 'double';
}

/** Whether some value of one type can equal a value of the other; lists and maps can always both be empty. */
function canEqual(left: CelType, right: CelType): boolean {
  return membersOf(left).some((a) => membersOf(right).some((b) => canMembersEqual(a, b)));
}

function canMembersEqual(a: CelType, b: CelType): boolean {
  const [left, right] = [memberKind(a), memberKind(b)];
  if (left === 'dyn' || right === 'dyn' || (isNumeric(left) && isNumeric(right))) return true;
  // CEL compares anything with null, and a rule may outlive the `nullable` that it was written for.
  if (left === 'null' || right === 'null') return true;
  return left === right && (a.kind !== 'string' || b.kind !== 'string' || haveCommonValue(a, b));
}

function haveCommonValue(a: CelStringType, b: CelStringType): boolean {
  const { values } = b;
  if (a.values === undefined || values === undefined || (a.constant === true && b.constant === true))
    return true;
  return a.values.some((value) => values.includes(value));
}

/** The ints that an operation can give, before the check that they fit in 64 bits. */
function rangeOf(operator: ArithmeticOperator, a: CelIntType, b: CelIntType): CelIntType {
  switch (operator) {
    case '+':
      return { kind: 'int', minimum: a.minimum + b.minimum, maximum: a.maximum + b.maximum };
    case '-':
      return { kind: 'int', minimum: a.minimum - b.maximum, maximum: a.maximum - b.minimum };
    case '*':
      return hull([
        a.minimum * b.minimum,
        a.minimum * b.maximum,
        a.maximum * b.minimum,
        a.maximum * b.maximum,
      ]);
    case '/': {
      // Division moves towards zero, and changes the sign where the divisor is negative.
      const bounds = b.minimum < 0n ? [a.minimum, a.maximum, -a.minimum, -a.maximum] : [a.minimum, a.maximum];
      return hull([0n, ...bounds]);
    }
    case '%': {
      // The remainder has the sign of the dividend, and is nearer to zero than dividend and divisor.
      const limit = magnitude(b) > 0n ? magnitude(b) - 1n : 0n;
      return {
        kind: 'int',
        minimum: a.minimum < 0n ? larger(a.minimum, -limit) : 0n,
        maximum: a.maximum > 0n ? -larger(-a.maximum, -limit) : 0n,
      };
    }
  }
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function magnitude(type: CelIntType): bigint {
  return larger(type.maximum, -type.minimum);
}

function hull(bounds: readonly bigint[]): CelIntType {
  const sorted = [...bounds].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return { kind: 'int', minimum: sorted[0] ?? 0n, maximum: sorted.at(-1) ?? 0n };
}
