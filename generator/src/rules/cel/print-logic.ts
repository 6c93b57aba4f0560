import {
  callRuntime,
  code,
  place,
  plainKind,
  Precedence,
  widened,
  type Code,
  type PrintScope,
} from './code.js';
import { allOf, conjunction, disjunction, negation, NO_BRANCHES, NO_FACTS, type Branches } from './facts.js';
import { canShareType } from './print-literals.js';
import { print } from './print.js';
import type { Typed } from './typed.js';
import { BOOL, joinTypes } from './types.js';

/** A value in a place that takes a bool; of any other kind, it is an error. */
export function printCondition(node: Typed, scope: PrintScope): Code {
  const piece = print(node, scope);
  if (plainKind(piece) !== 'bool') {
    return code({
      text: callRuntime(scope, 'asBool', [piece.text]),
      precedence: Precedence.member,
      known: BOOL,
    });
  }
  if (!piece.reference) return piece;
  const facts = new Set([`literal:${piece.text}`]);
  return { ...piece, branches: { whenTrue: facts, whenFalse: facts } };
}

/** Text inside `() => ...`: TypeScript forgets there what it narrowed outside. */
export function inFunction(scope: PrintScope): PrintScope {
  return { ...scope, narrowings: NO_FACTS };
}

export function functionBody(piece: Code): string {
  return piece.text.startsWith('{') ? `(${piece.text})` : piece.text;
}

/**
 * `&&` and `||` of CEL take either side first: an error on one side is nothing when the other decides. JavaScript's do
 * the same as long as only the last operand can fail; from the first other one on, the runtime evaluates them.
 */
export function printChain(kind: 'and' | 'or', operands: readonly Typed[], scope: PrintScope): Code {
  const risky = operands.findIndex((operand) => operand.fallible || operand.known.kind !== 'bool');
  const native = risky === -1 || risky === operands.length - 1 ? operands.length : risky;
  let branches: Branches | undefined;
  const pieces = operands.slice(0, native).map((operand) => {
    const before =
      branches === undefined ? NO_FACTS : kind === 'and' ? branches.whenTrue : branches.whenFalse;
    const piece = printCondition(operand, { ...scope, narrowings: allOf(scope.narrowings, before) });
    const join = kind === 'and' ? conjunction : disjunction;
    branches = branches === undefined ? piece.branches : join(branches, piece.branches);
    return piece;
  });
  if (native < operands.length) {
    const last = printErrorAbsorbing(kind, operands.slice(native), scope);
    pieces.push(last);
    branches = (kind === 'and' ? conjunction : disjunction)(branches ?? NO_BRANCHES, last.branches);
  }
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined ? only : joined(kind, pieces, branches ?? NO_BRANCHES);
}

function printErrorAbsorbing(kind: 'and' | 'or', operands: readonly Typed[], scope: PrintScope): Code {
  const inner = inFunction(scope);
  const tests = operands.map((operand) => `() => ${functionBody(printCondition(operand, inner))}`);
  return code({ text: callRuntime(scope, kind, tests), precedence: Precedence.member, known: BOOL });
}

/** Mixed `&&` and `||` stand in parentheses, though only one way needs them. */
function joined(kind: 'and' | 'or', pieces: readonly Code[], branches: Branches): Code {
  const sign = kind === 'and' ? ' && ' : ' || ';
  return code({
    text: pieces.map((piece) => place(piece, Precedence.equality)).join(sign),
    precedence: Precedence[kind],
    known: BOOL,
    branches,
  });
}

export function printNot(operand: Typed, scope: PrintScope): Code {
  const piece = printCondition(operand, scope);
  const branches = negation(piece.branches);
  const { opposite, text } = piece;
  if (opposite !== undefined) {
    return code({ text: opposite, opposite: text, precedence: piece.precedence, known: BOOL, branches });
  }
  const negated = `!${place(piece, Precedence.unary)}`;
  return code({ text: negated, precedence: Precedence.unary, known: BOOL, branches, literal: piece.literal });
}

export function printConditional(
  node: Typed,
  test: Typed,
  whenTrue: Typed,
  whenFalse: Typed,
  scope: PrintScope,
): Code {
  const condition = printCondition(test, scope);
  const inside = (branch: Typed, facts: ReadonlySet<string>): Code =>
    print(branch, { ...scope, narrowings: allOf(scope.narrowings, facts) });
  const [a, b] = [
    inside(whenTrue, condition.branches.whenTrue),
    inside(whenFalse, condition.branches.whenFalse),
  ];
  const known = joinTypes([a.known, b.known]);
  const plain = canShareType([a, b], known);
  const text = (piece: Code): string =>
    plain ? place(piece, Precedence.conditional) : widened(scope, piece, node.type);
  return code({
    text: `${place(condition, Precedence.or)} ? ${text(a)} : ${text(b)}`,
    precedence: Precedence.conditional,
    known,
    declared: node.type,
    plain,
    raw: a.raw && b.raw,
    literal: a.literal || b.literal,
  });
}
