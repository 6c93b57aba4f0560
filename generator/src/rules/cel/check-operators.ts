import { checkCondition } from './check.js';
import { checkHas, unknownValue } from './check-access.js';
import { negation, NO_BRANCHES, type Branches } from './facts.js';
import { isEquality, isOrdering, type BinaryOperator, type EqualityOperator } from './node.js';
import { MAX_INT64, MIN_INT64, resolveBinary } from './overloads.js';
import type { Scope } from './scope.js';
import type { Typed } from './typed.js';
import {
  BOOL,
  describeType,
  DYN,
  joinTypes,
  kindsOf,
  membersOf,
  type CelIntType,
  type CelKind,
  type CelType,
} from './types.js';

export function checkNot(operand: Typed, offset: number, scope: Scope): Typed {
  const certain = checkCondition(operand, scope);
  const branches = negation(operand.branches);
  return {
    kind: 'not',
    operand,
    offset,
    type: BOOL,
    known: BOOL,
    fallible: !certain || operand.fallible,
    branches,
  };
}

export function checkNegate(operand: Typed, offset: number, scope: Scope): Typed {
  const type = negated(operand.type);
  if (type === undefined) {
    const found = describeType(operand.type);
    const message = `The negative of a value of type ${found} does not exist.`;
    scope.report('rule-type', offset, { message, expected: 'int or double', found });
    return unknownValue(offset);
  }
  const known = negated(operand.known) ?? DYN;
  const certain = membersOf(operand.known).every(
    (member) => member.kind === 'int' || member.kind === 'double',
  );
  const fits = known.kind !== 'int' || fitsInt64(known);
  const fallible = operand.fallible || !certain || !fits;
  return {
    kind: 'negate',
    operand,
    offset,
    type: clipped(type),
    known: clipped(known),
    fallible,
    branches: NO_BRANCHES,
  };
}

function negated(type: CelType): CelType | undefined {
  const results = membersOf(type).flatMap((member): CelType[] => {
    if (member.kind === 'int') return [{ kind: 'int', minimum: -member.maximum, maximum: -member.minimum }];
    return member.kind === 'double' || member.kind === 'dyn' ? [member] : [];
  });
  return results.length === 0 ? undefined : joinTypes(results);
}

export function checkBinary(
  operator: BinaryOperator,
  left: Typed,
  right: Typed,
  offset: number,
  scope: Scope,
): Typed {
  const declared = resolveBinary(operator, left.type, right.type);
  if (declared === undefined) {
    reportOperands(operator, left.type, right.type, offset, scope);
    return { ...unknownValue(offset), type: isTest(operator) ? BOOL : DYN };
  }
  const key = operator === 'in' ? constantKey(left, right) : undefined;
  if (key !== undefined) return checkHas(right, key, left.offset, scope, true);
  const known = resolveBinary(operator, left.known, right.known) ?? { type: DYN, certain: false };
  const certain =
    (isEquality(operator) || known.certain) &&
    cannotFail(operator, known.type, right.known) &&
    !(comparesContents(operator) && canContain(left.known) && canContain(right.known));
  return {
    kind: 'binary',
    operator,
    left,
    right,
    offset,
    type: clipped(declared.type),
    known: isTest(operator) ? BOOL : clipped(known.type),
    fallible: left.fallible || right.fallible || !certain,
    branches: isEquality(operator) ? nullTest(operator, left, right) : NO_BRANCHES,
  };
}

/** Whether an operator gives a bool. */
function isTest(operator: BinaryOperator): boolean {
  return isEquality(operator) || isOrdering(operator) || operator === 'in';
}

/** `"key" in object`: on objects this asks the same as `has(object.key)`. */
function constantKey(left: Typed, right: Typed): string | undefined {
  if (left.kind !== 'literal' || typeof left.value !== 'string') return undefined;
  const isObject = (type: CelType): boolean => membersOf(type).every((member) => member.kind === 'object');
  return isObject(right.type) && isObject(right.known) ? left.value : undefined;
}

/** What a comparison with null tells of the other side. */
function nullTest(operator: EqualityOperator, left: Typed, right: Typed): Branches {
  const isNull = (node: Typed): boolean => node.kind === 'literal' && node.value === null;
  const tested = isNull(left) ? right : isNull(right) ? left : undefined;
  if (tested?.key === undefined) return NO_BRANCHES;
  const branches = {
    whenTrue: new Set([`null:${tested.key}`]),
    whenFalse: new Set([`nonnull:${tested.key}`]),
  };
  return operator === '==' ? branches : negation(branches);
}

function comparesContents(operator: BinaryOperator): boolean {
  return isEquality(operator) || operator === 'in';
}

/** Whether a value can have parts: comparing those of two values that are too large is an error. */
function canContain(type: CelType): boolean {
  return [...kindsOf(type)].some((kind) => kind === 'list' || kind === 'map' || kind === 'dyn');
}

function cannotFail(operator: BinaryOperator, result: CelType, divisor: CelType): boolean {
  if (result.kind !== 'int') return true;
  const divides = operator === '/' || operator === '%';
  const zero = divisor.kind === 'int' && divisor.minimum <= 0n && divisor.maximum >= 0n;
  return fitsInt64(result) && !(divides && zero);
}

function fitsInt64(type: CelIntType): boolean {
  return type.minimum >= MIN_INT64 && type.maximum <= MAX_INT64;
}

/** An int that left 64 bits is an error, so what goes on is within them. */
function clipped(type: CelType): CelType {
  if (type.kind === 'union') return { kind: 'union', members: membersOf(type).map(clipped) };
  if (type.kind !== 'int' || fitsInt64(type)) return type;
  const clip = (bound: bigint): bigint =>
    bound < MIN_INT64 ? MIN_INT64 : bound > MAX_INT64 ? MAX_INT64 : bound;
  return { kind: 'int', minimum: clip(type.minimum), maximum: clip(type.maximum) };
}

const EXPECTED: Readonly<Record<BinaryOperator, readonly CelKind[] | string>> = {
  '==': 'two types that have a value in common',
  '!=': 'two types that have a value in common',
  '<': 'two numbers, strings or bools',
  '<=': 'two numbers, strings or bools',
  '>': 'two numbers, strings or bools',
  '>=': 'two numbers, strings or bools',
  '+': ['int', 'double', 'string', 'list'],
  '-': ['int', 'double'],
  '*': ['int', 'double'],
  '/': ['int', 'double'],
  '%': ['int'],
  in: 'a list that can hold the value, or a map that can have the key',
};

function reportOperands(
  operator: BinaryOperator,
  left: CelType,
  right: CelType,
  offset: number,
  scope: Scope,
): void {
  const [a, b] = [describeOperand(left, right), describeOperand(right, left)];
  const expected = EXPECTED[operator];
  const always =
    operator === '==' ? 'is never true' : operator === '!=' ? 'is always true' : 'has no overload';
  const code = always === 'has no overload' ? 'rule-type' : 'rule-constant';
  scope.report(code, offset, {
    message: `The operation ${a} ${operator} ${b} ${always}.`,
    expected:
      typeof expected === 'string'
        ? expected
        : expected.map((kind) => `${kind} ${operator} ${kind}`).join(', '),
    found: `${a} ${operator} ${b}`,
  });
}

/** Two strings can only clash by their values, so those are what the message must show. */
function describeOperand(type: CelType, other: CelType): string {
  const valuesOf = (of: CelType): readonly string[] | undefined =>
    of.kind === 'string' ? of.values : undefined;
  const values = valuesOf(type);
  if (values === undefined || valuesOf(other) === undefined) return describeType(type);
  const [only] = values;
  const quoted = values.map((value) => JSON.stringify(value));
  return values.length === 1 && only !== undefined ? JSON.stringify(only) : `(${quoted.join(' | ')})`;
}
