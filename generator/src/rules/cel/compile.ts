import { diagnose, hasErrors, type Diagnostic, type Span } from '../../diagnostics/index.js';
import { checkNodes, type ExpressionUse } from './check.js';
import type { TypeScriptText } from './code.js';
import { parameterType, type CelParameter } from './parameter-type.js';
import { parseCel } from './parse.js';
import { printExpression } from './print-expression.js';
import { fieldsOf, literalsOf, type CelLiteral } from './references.js';
import type { Report } from './report.js';
import type { Typed } from './typed.js';
import { DYN, type CelType } from './types.js';

/** Where an offset (UTF-16 code units) of the CEL source stands in the document. */
export type SpanOf = (offset: number) => Span;

/** What a rule may refer to, and how the emitted code sees it. */
export interface CelEnvironment {
  readonly variables: readonly CelVariable[];
  /** The escapers of the emitter (`emit/text`): rules know no layer that writes. */
  readonly text: TypeScriptText;
  /** The name under which the emitted module sees the runtime's `cel.ts` as a namespace; `cel` if absent. */
  readonly runtime?: string;
}

export interface CelVariable {
  /** The name in CEL: `this`, `choice`, `request`. The fields of `this` are top-level names too. */
  readonly name: string;
  /** The TypeScript identifier that holds the value where the expression stands: `value`. */
  readonly identifier: string;
  readonly type: CelType;
  /**
   * True when the expression is only evaluated on a value that satisfies `type` (its validator reported no issue)
   * and whose integers are safe integers: the emitted code then reads fields directly. False when the value may
   * be anything: `type` still catches misspellings and type errors, and the emitted code checks what it reads.
   */
  readonly validated: boolean;
}

/** What a rule refers to. */
export interface CelReferences {
  /**
   * The paths that the rule reads, in order of appearance, without duplicates: `this.usage.total_tokens`,
   * `this.choices[].delta.role` (`[]` is any item or map entry), `this["a.b"]` where the name is not an identifier.
   */
  readonly fields: readonly string[];
  /** The constants of the rule, in order of appearance, each with the path that it is compared with. */
  readonly literals: readonly CelLiteral[];
}

/** A rule as TypeScript. */
export interface CompiledCel extends CelReferences {
  readonly source: string;
  /** One TypeScript expression, not parenthesised: write `(${text})` where an operator follows or precedes. */
  readonly text: string;
  /** False when no value makes the expression throw. */
  readonly mayThrow: boolean;
  /** The names of the runtime package that `text` uses: the namespace that the environment names, or none. */
  readonly runtimeNames: readonly string[];
  /** The variables that `text` refers to, in the order of the environment, with the least type each must have. */
  readonly parameters: readonly CelParameter[];
}

export interface CelResult {
  /** Absent when a diagnostic is an error. */
  readonly expression?: CompiledCel;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compiles a rule condition: CEL source to a TypeScript expression of type `boolean`.
 *
 * The contract with the code that embeds `expression.text`:
 * - it is one expression of type `boolean` that compiles under the strictest flags where every
 *   `parameters[i].identifier` is in scope as a parameter or constant of type `parameters[i].type`, and the
 *   `runtimeNames` are imported. Declare that type, as in `(value: <type>) => <text>`: an interface emitted for the
 *   schema is assignable to it, while literal types of the interface could make TypeScript refuse a comparison;
 * - true means that the rule holds. An evaluation error of CEL (missing field, overflow, division by zero, no
 *   overload, ...) throws `RuleError` of the runtime, and nothing else is ever thrown, whatever the value;
 *   when `mayThrow` is false it does not throw;
 * - it reads own properties only, mutates nothing, and evaluates no operand twice;
 * - everything from the source passes the escapers of the environment.
 *
 * Semantics: the CEL specification (github.com/google/cel-spec, doc/langdef.md), on values as `JSON.parse` returns them.
 * A number is an int or a double as its declared type says; where nothing is declared, a safe integer is an int and
 * any other number a double. Ints are exact: an operation whose result leaves the safe integers continues as bigint
 * inside the runtime, and one that leaves int64 is an error. (`JSON.parse` has rounded an integer beyond 2^53
 * before a rule sees it: such an input counts as a double.)
 *
 * @param source The CEL text, on one line.
 * @param at Where the first character of `source` stands, or where each offset stands (in a table cell, that wrote
 *   `\|` for `|`).
 * @returns The expression, or every problem: `rule-syntax`, `rule-type`, `rule-constant`, `rule-unknown-field`, `rule-unsupported`.
 */
export function compileCel(source: string, at: Span | SpanOf, environment: CelEnvironment): CelResult {
  return compile(source, at, environment, 'condition');
}

/**
 * Compiles an expression of any type, whose value the emitted code stores (`set <path> = <CEL>`).
 *
 * As `compileCel`, but `text` evaluates to a JSON value: an int beyond the safe integers, a double that is not
 * finite and a map whose keys are not strings have no JSON form and throw `RuleError`.
 */
export function compileCelExpression(
  source: string,
  at: Span | SpanOf,
  environment: CelEnvironment,
): CelResult {
  return compile(source, at, environment, 'value');
}

/** Checks a rule without printing it: for the layers that report problems and need no TypeScript. */
export function checkCel(
  source: string,
  at: Span | SpanOf,
  variables: readonly Omit<CelVariable, 'identifier'>[],
  use: ExpressionUse = 'condition',
): { readonly references?: CelReferences; readonly diagnostics: readonly Diagnostic[] } {
  const { checked, diagnostics } = parseAndCheck(source, at, variables, use);
  return checked === undefined ? { diagnostics } : { references: referencesOf(checked), diagnostics };
}

function compile(
  source: string,
  at: Span | SpanOf,
  environment: CelEnvironment,
  use: ExpressionUse,
): CelResult {
  const { checked, diagnostics } = parseAndCheck(source, at, environment.variables, use);
  if (checked === undefined) return { diagnostics };
  const { variables, text, runtime = 'cel' } = environment;
  const printed = printExpression(checked, variables, text, runtime, use);
  const parameters = variables.flatMap(({ name, identifier, type, validated }): CelParameter[] => {
    const parameter = parameterType(name, validated ? type : DYN, checked, text);
    return parameter === undefined ? [] : [{ name, identifier, type: parameter }];
  });
  const runtimeNames = printed.usesRuntime ? [runtime] : [];
  const mayThrow = printed.mayThrow;
  return {
    expression: { source, text: printed.text, mayThrow, runtimeNames, parameters, ...referencesOf(checked) },
    diagnostics,
  };
}

function referencesOf(checked: Typed): CelReferences {
  return { fields: fieldsOf(checked), literals: literalsOf(checked) };
}

function parseAndCheck(
  source: string,
  at: Span | SpanOf,
  variables: readonly Omit<CelVariable, 'identifier'>[],
  use: ExpressionUse,
): { readonly checked?: Typed; readonly diagnostics: readonly Diagnostic[] } {
  const spanOf: SpanOf = typeof at === 'function' ? at : (offset) => ({ ...at, column: at.column + offset });
  const diagnostics: Diagnostic[] = [];
  const report: Report = (code, offset, details) => diagnostics.push(diagnose(code, spanOf(offset), details));
  const node = parseCel(source, report);
  const checked = node === undefined ? undefined : checkNodes(node, variables, report, use);
  return checked === undefined || hasErrors(diagnostics) ? { diagnostics } : { checked, diagnostics };
}
