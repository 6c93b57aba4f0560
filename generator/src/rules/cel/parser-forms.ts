import type { parse } from '@bufbuild/cel';
import type { BinaryOperator, TestMacroName } from './node.js';

/** The parser's protobuf tree (cel.expr.Expr). */
export type ParserExpr = ReturnType<typeof parse>['expr'];
export type ParserCase<Case> = Extract<ParserExpr['exprKind'], { case: Case }>['value'];

/** The parser spells operators as functions: `_+_`, `@in`. */
export function binaryOperatorOf(functionName: string): BinaryOperator | undefined {
  return BINARY_OPERATORS.get(functionName);
}

const BINARY_OPERATORS: ReadonlyMap<string, BinaryOperator> = new Map([
  ['_==_', '=='],
  ['_!=_', '!='],
  ['_<_', '<'],
  ['_<=_', '<='],
  ['_>_', '>'],
  ['_>=_', '>='],
  ['_+_', '+'],
  ['_-_', '-'],
  ['_*_', '*'],
  ['_/_', '/'],
  ['_%_', '%'],
  ['@in', 'in'],
]);

const TEST_MACROS: ReadonlyMap<string, TestMacroName> = new Map([
  ['all', 'all'],
  ['exists', 'exists'],
  ['exists_one', 'exists_one'],
  ['existsOne', 'exists_one'],
  ['filter', 'filter'],
]);

/** What a macro does with each element. */
type MacroBody =
  | { readonly macro: TestMacroName; readonly test: ParserExpr | undefined }
  | { readonly macro: 'map'; readonly test?: ParserExpr | undefined; readonly step: ParserExpr | undefined };

/**
 * What the author wrote in a macro. The parser has expanded it to a fold (cel-spec, "Macros"), whose step is
 * - all, exists: `@result && test`, `@result || test`;
 * - exists_one, filter: `test ? ... : @result`;
 * - map: `@result + [step]`, or `test ? @result + [step] : @result`.
 */
export function macroBody(name: string, fold: ParserCase<'comprehensionExpr'>): MacroBody {
  const [first, second] = args(fold.loopStep);
  const macro = TEST_MACROS.get(name);
  if (macro !== undefined) return { macro, test: macro === 'all' || macro === 'exists' ? second : first };
  if (callee(fold.loopStep) === '_?_:_')
    return { macro: 'map', test: first, step: appended(args(second)[1]) };
  return { macro: 'map', step: appended(second) };
}

/** `x` of `[x]`. */
function appended(list: ParserExpr | undefined): ParserExpr | undefined {
  return list?.exprKind.case === 'listExpr' ? list.exprKind.value.elements[0] : undefined;
}

function callee(expr: ParserExpr | undefined): string | undefined {
  return expr?.exprKind.case === 'callExpr' ? expr.exprKind.value.function : undefined;
}

function args(expr: ParserExpr | undefined): readonly ParserExpr[] {
  return expr?.exprKind.case === 'callExpr' ? expr.exprKind.value.args : [];
}
