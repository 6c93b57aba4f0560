import {
  callRuntime,
  code,
  exactly,
  place,
  plainKind,
  Precedence,
  type Code,
  type PrintScope,
} from './code.js';
import { negation, NO_BRANCHES, type Branches } from './facts.js';
import type { EqualityOperator, OrderingOperator } from './node.js';
import { notNull } from './print-access.js';
import { BOOL, kindsOf, type CelKind } from './types.js';

function isNumber(piece: Code): boolean {
  const kind = plainKind(piece);
  return kind === 'int' || kind === 'double';
}

/**
 * Two numbers that JavaScript compares as CEL does: exact ones, or one exact int beside one that is only exact
 * within the safe integers.
 */
function numbersToCompare(a: Code, b: Code): boolean {
  if (!isNumber(a) || !isNumber(b)) return false;
  if (a.exact === undefined && b.exact === undefined) return true;
  const other = a.exact === undefined ? a : b;
  return other.exact === undefined && plainKind(other) === 'int';
}

export function printComparison(
  operator: OrderingOperator,
  left: Code,
  right: Code,
  scope: PrintScope,
): Code {
  const [a, b] = [notNull(left, scope), notNull(right, scope)];
  const text = numbersToCompare(a, b)
    ? `${place(a, Precedence.additive)} ${operator} ${place(b, Precedence.additive)}`
    : `${callRuntime(scope, 'compare', [exactly(a).text, exactly(b).text])} ${operator} 0`;
  return code({ text, precedence: Precedence.relational, known: BOOL });
}

export function printEquality(operator: EqualityOperator, a: Code, b: Code, scope: PrintScope): Code {
  const branches = narrowingOf(a, b, scope);
  if (branches === undefined) {
    const call = callRuntime(scope, 'equals', [exactly(a).text, exactly(b).text]);
    const [text, precedence] = operator === '==' ? [call, Precedence.member] : [`!${call}`, Precedence.unary];
    return code({ text, precedence, known: BOOL, ...(operator === '!=' && { opposite: call }) });
  }
  const text = (sign: string): string =>
    `${place(a, Precedence.additive)} ${sign} ${place(b, Precedence.additive)}`;
  const [same, different] = [text('==='), text('!==')];
  return code({
    text: operator === '==' ? same : different,
    opposite: operator === '==' ? different : same,
    precedence: Precedence.equality,
    known: BOOL,
    branches: operator === '==' ? branches : negation(branches),
  });
}

/**
 * What TypeScript makes of `a === b`, if that means what CEL means and TypeScript does not see that it cannot be
 * true; undefined if the runtime has to compare.
 */
function narrowingOf(a: Code, b: Code, scope: PrintScope): Branches | undefined {
  if (isNullLiteral(a) !== isNullLiteral(b)) return nullBranches(isNullLiteral(a) ? b : a);
  if (
    !isStrictlyComparable(a, b) ||
    isNarrowed(a, scope) ||
    isNarrowed(b, scope) ||
    (a.literal && b.literal)
  ) {
    return undefined;
  }
  const facts = new Set([a, b].filter((piece) => piece.reference).map((piece) => `literal:${piece.text}`));
  const bool = [a, b].some((piece) => kindsOf(piece.known).has('bool'));
  return { whenTrue: facts, whenFalse: bool ? facts : NO_BRANCHES.whenFalse };
}

function isNullLiteral(piece: Code): boolean {
  return piece.text === 'null';
}

function isNarrowed(piece: Code, scope: PrintScope): boolean {
  return ['literal', 'null', 'absent'].some((fact) => scope.narrowings.has(`${fact}:${piece.text}`));
}

function nullBranches(tested: Code): Branches {
  if (!tested.reference) return NO_BRANCHES;
  return { whenTrue: new Set([`null:${tested.text}`]), whenFalse: new Set([`nonnull:${tested.text}`]) };
}

const SCALARS: readonly CelKind[] = ['int', 'double', 'string', 'bool', 'null'];

/** Whether `===` decides: values of scalar types, or one such type beside a value that JSON gave. */
function isStrictlyComparable(a: Code, b: Code): boolean {
  const [left, right] = [scalarKinds(a), scalarKinds(b)];
  if (left !== undefined && right !== undefined) {
    if (!haveCommonType(left, right)) return false;
    const inexact = a.exact !== undefined || b.exact !== undefined;
    return !inexact || numbersToCompare(a, b);
  }
  const scalar = left ?? right;
  const other = left === undefined ? a : b;
  const exact = a.exact === undefined && b.exact === undefined;
  return scalar !== undefined && exact && !other.plain && other.raw;
}

function scalarKinds(piece: Code): ReadonlySet<CelKind> | undefined {
  const kinds = kindsOf(piece.known);
  return piece.plain && [...kinds].every((kind) => SCALARS.includes(kind)) ? kinds : undefined;
}

function haveCommonType(left: ReadonlySet<CelKind>, right: ReadonlySet<CelKind>): boolean {
  const typeOf = (kind: CelKind): string => (kind === 'int' || kind === 'double' ? 'number' : kind);
  const types = new Set([...left].map(typeOf));
  return [...right].some((kind) => types.has(typeOf(kind)));
}
