import {
  callRuntime,
  code,
  exactly,
  place,
  plainKind,
  Precedence,
  widened,
  type Code,
  type PrintScope,
} from './code.js';
import { isEquality, isOrdering, type ArithmeticOperator, type BinaryOperator } from './node.js';
import { resolveBinary } from './overloads.js';
import { notNull } from './print-access.js';
import { printComparison, printEquality } from './print-comparisons.js';
import { canShareType } from './print-literals.js';
import { print } from './print.js';
import type { Typed } from './typed.js';
import { BOOL, DYN, joinTypes, soleKindOf, STRING, type CelType } from './types.js';

export function printBinary(
  node: Typed,
  operator: BinaryOperator,
  left: Typed,
  right: Typed,
  scope: PrintScope,
): Code {
  const [a, b] = [print(left, scope), print(right, scope)];
  if (isEquality(operator)) return printEquality(operator, a, b, scope);
  if (isOrdering(operator)) return printComparison(operator, a, b, scope);
  return operator === 'in' ? printMembership(a, b, scope) : printArithmetic(node, operator, a, b, scope);
}

/** `value in list`, `key in map`. */
function printMembership(a: Code, b: Code, scope: PrintScope): Code {
  const kind = plainKind(a);
  const items = b.known.kind === 'list' ? soleKindOf(b.known.items) : undefined;
  const test = (text: string): Code => code({ text, precedence: Precedence.member, known: BOOL });
  if (b.plain && (kind === 'string' || kind === 'int') && items === kind && a.exact === undefined) {
    return test(`${place(b, Precedence.member)}.includes(${a.text})`);
  }
  if (plainKind(b) === 'map' && kind === 'string') return test(callRuntime(scope, 'has', [b.text, a.text]));
  return test(callRuntime(scope, 'isIn', [exactly(a).text, exactly(b).text]));
}

const HELPERS: Readonly<Record<ArithmeticOperator, string>> = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
  '%': 'modulo',
};

function printArithmetic(
  node: Typed,
  operator: ArithmeticOperator,
  left: Code,
  right: Code,
  scope: PrintScope,
): Code {
  const [a, b] = [notNull(left, scope), notNull(right, scope)];
  const kinds = [plainKind(a), plainKind(b)];
  const [kind] = kinds;
  if (operator === '+' && soleKindOf(node.known) === 'string') return printConcatenation(a, b, scope);
  if (kinds.every((other) => other === kind)) {
    if (kind === 'int') return printInts(node, operator, a, b, scope);
    if (kind === 'double') return infix(operator, a, b, { known: node.known });
    if (kind === 'list' && operator === '+') return printListConcatenation(node, a, b, scope);
  }
  return printArithmeticCall(node, operator, a, b, scope);
}

/** Where the sum must be a string, both sides must be. */
function printConcatenation(a: Code, b: Code, scope: PrintScope): Code {
  return infix('+', asString(a, scope), asString(b, scope), { known: STRING });
}

export function asString(piece: Code, scope: PrintScope): Code {
  if (plainKind(piece) === 'string') return piece;
  return code({
    text: callRuntime(scope, 'asString', [piece.text]),
    precedence: Precedence.member,
    known: STRING,
  });
}

function printListConcatenation(node: Typed, a: Code, b: Code, scope: PrintScope): Code {
  const known = joinTypes([a.known, b.known]);
  if (canShareType([a, b], known)) {
    return code({
      text: `[...${a.text}, ...${b.text}]`,
      precedence: Precedence.primary,
      known,
      declared: node.type,
    });
  }
  const [x, y] = [widened(scope, a, node.type), widened(scope, b, node.type)];
  return code({
    text: callRuntime(scope, 'add', [x, y]),
    precedence: Precedence.member,
    known: node.known,
    declared: node.type,
    plain: false,
  });
}

function printArithmeticCall(
  node: Typed,
  operator: ArithmeticOperator,
  a: Code,
  b: Code,
  scope: PrintScope,
): Code {
  return code({
    text: callRuntime(scope, HELPERS[operator], [widened(scope, a, DYN), widened(scope, b, DYN)]),
    precedence: Precedence.member,
    known: node.known,
    declared: node.type,
    plain: false,
  });
}

const PRECEDENCE: Readonly<Record<ArithmeticOperator, number>> = {
  '+': Precedence.additive,
  '-': Precedence.additive,
  '*': Precedence.multiplicative,
  '/': Precedence.multiplicative,
  '%': Precedence.multiplicative,
};

function infix(
  operator: ArithmeticOperator,
  a: Code,
  b: Code,
  parts: Pick<Code, 'known'> & Partial<Code>,
): Code {
  const precedence = PRECEDENCE[operator];
  return code({
    text: `${place(a, precedence)} ${operator} ${place(b, precedence + 1)}`,
    precedence,
    ...parts,
  });
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

function isSafe(type: CelType): boolean {
  return type.kind === 'int' && type.minimum >= -MAX_SAFE && type.maximum <= MAX_SAFE;
}

function isNatural(type: CelType): boolean {
  return type.kind === 'int' && type.minimum >= 0n;
}

/**
 * Ints as JavaScript numbers. Of two exact operands, the sum, difference or product is rounded once, which keeps it
 * beyond the safe integers where it is beyond them; so does a sum that only grows. Such a text serves for a
 * comparison with an exact int; everywhere else the runtime computes.
 */
function printInts(node: Typed, operator: ArithmeticOperator, a: Code, b: Code, scope: PrintScope): Code {
  const exact = (): Code => printArithmeticCall(node, operator, a, b, scope);
  const known = resolveBinary(operator, a.known, b.known)?.type ?? DYN;
  const areExact = a.exact === undefined && b.exact === undefined;
  if (operator === '/' || operator === '%') {
    if (!areExact || canBeZero(b.known) || !isSafe(known)) return exact();
    const result = infix(operator, a, b, { known });
    return operator === '%'
      ? result
      : code({ text: `Math.trunc(${result.text})`, precedence: Precedence.member, known });
  }
  if (areExact && isSafe(known)) return infix(operator, a, b, { known });
  const grows = operator === '+' && isNatural(a.known) && isNatural(b.known);
  if (node.fallible && !fitsInt64(known)) return exact();
  return areExact || grows ? infix(operator, a, b, { known, exact }) : exact();
}

function canBeZero(type: CelType): boolean {
  return type.kind !== 'int' || (type.minimum <= 0n && type.maximum >= 0n);
}

function fitsInt64(type: CelType): boolean {
  return type.kind === 'int' && type.minimum >= -(2n ** 63n) && type.maximum < 2n ** 63n;
}

export function printNegate(node: Typed, operandNode: Typed, scope: PrintScope): Code {
  const operand = exactly(notNull(print(operandNode, scope), scope));
  const kind = plainKind(operand);
  if (kind === 'double' || (kind === 'int' && isSafe(node.known))) {
    const inner = operand.text.startsWith('-') ? `(${operand.text})` : place(operand, Precedence.unary);
    return code({
      text: `-${inner}`,
      precedence: Precedence.unary,
      known: node.known,
      literal: operand.literal,
    });
  }
  return code({
    text: callRuntime(scope, 'negate', [widened(scope, operand, DYN)]),
    precedence: Precedence.member,
    known: node.known,
    declared: node.type,
    plain: false,
  });
}
