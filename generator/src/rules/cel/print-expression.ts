import type { ExpressionUse } from './check.js';
import {
  callRuntime,
  exactly,
  Precedence,
  type BoundName,
  type Code,
  type PrintScope,
  type TypeScriptText,
} from './code.js';
import { NO_FACTS } from './facts.js';
import { isPlainType } from './print-access.js';
import { printCondition } from './print-logic.js';
import { print } from './print.js';
import { partsOf, type Binding, type Typed } from './typed.js';
import { kindsOf } from './types.js';

/** A variable as the printer needs it. */
interface PrintedVariable {
  readonly name: string;
  readonly identifier: string;
}

export interface PrintedExpression {
  readonly text: string;
  readonly mayThrow: boolean;
  readonly usesRuntime: boolean;
}

export function printExpression(
  root: Typed,
  variables: readonly PrintedVariable[],
  text: TypeScriptText,
  runtime: string,
  use: ExpressionUse,
): PrintedExpression {
  let usesRuntime = false;
  const scope: PrintScope = {
    text,
    runtime,
    reserved: new Set([runtime, ...variables.map(({ identifier }) => identifier)]),
    names: boundNames(root, variables),
    narrowings: NO_FACTS,
    useRuntime: () => {
      usesRuntime = true;
    },
  };
  if (use === 'condition') {
    const mayThrow = root.fallible || root.known.kind !== 'bool';
    return { text: printCondition(root, scope).text, mayThrow, usesRuntime };
  }
  const piece = exactly(print(root, scope));
  if (isJson(piece)) return { text: piece.text, mayThrow: root.fallible, usesRuntime };
  return { text: callRuntime(scope, 'toJson', [piece.text]), mayThrow: true, usesRuntime: true };
}

/** The variables that the expression refers to, as the emitted code holds them. */
function boundNames(root: Typed, variables: readonly PrintedVariable[]): ReadonlyMap<Binding, BoundName> {
  const names = new Map<Binding, BoundName>();
  const visit = (node: Typed): void => {
    const { binding } = node.kind === 'variable' ? node : { binding: undefined };
    const variable = variables.find(({ name }) => name === binding?.key);
    if (binding !== undefined && variable !== undefined) {
      const { known } = binding;
      names.set(binding, { text: variable.identifier, known, plain: isPlainType(known), raw: true });
    }
    partsOf(node).forEach(visit);
  };
  visit(root);
  return names;
}

/** Whether a value is JSON as it stands. */
function isJson(piece: Code): boolean {
  const scalars = ['string', 'bool', 'null', 'int'];
  const isScalar = piece.plain && [...kindsOf(piece.known)].every((kind) => scalars.includes(kind));
  const isFinite = piece.literal && piece.known.kind === 'double' && piece.precedence >= Precedence.unary;
  return piece.raw || isScalar || isFinite;
}
