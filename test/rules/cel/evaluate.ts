import * as text from '../../../generator/src/emit/text/index.js';
import {
  compileCel,
  compileCelExpression,
  type CelVariable,
  type CompiledCel,
} from '../../../generator/src/rules/cel/index.js';
import * as cel from '../../../templates/runtime/cel.js';

/** What an expression came to. */
export type Outcome = { readonly value: unknown } | { readonly error: string };

const at = { file: 'profile.md', line: 1, column: 1 };

/** Compiles a condition or value; the diagnostics as an error when there are any. */
export function compiled(
  source: string,
  variables: readonly CelVariable[],
  use: 'condition' | 'value',
): CompiledCel {
  const compile = use === 'condition' ? compileCel : compileCelExpression;
  const { expression, diagnostics } = compile(source, at, { variables, text });
  if (expression !== undefined && diagnostics.length === 0) return expression;
  throw new Error(
    `${source}\n${diagnostics.map(({ span, message }) => `${String(span.column)}: ${message}`).join('\n')}`,
  );
}

/** The emitted text as a function; it uses no syntax that JavaScript lacks. */
export function evaluator(expression: CompiledCel): (values: Readonly<Record<string, unknown>>) => Outcome {
  const names = expression.parameters.map(({ identifier }) => identifier);
  const body = `"use strict"; return (${expression.text});`;
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const run = new Function('cel', ...names, body) as (...args: unknown[]) => unknown;
  return (values) => outcomeOf(() => run(cel, ...expression.parameters.map(({ name }) => values[name])));
}

/** Only `RuleError` is an outcome; anything else that is thrown fails the test. */
export function outcomeOf(run: () => unknown, ruleError: unknown = cel.RuleError): Outcome {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof (ruleError as typeof cel.RuleError)) return { error: error.message };
    throw error;
  }
}
