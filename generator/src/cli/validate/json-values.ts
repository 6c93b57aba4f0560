import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';

import { diagnose, type Diagnostic } from '../../diagnostics/index.js';
import { createLineIndex } from '../../load/index.js';

/** A value of the input and where it starts. */
export interface InputValue {
  readonly value: unknown;
  /** From 1. */
  readonly line: number;
}

export interface JsonValues {
  readonly values: readonly InputValue[];
  /** Every text that is no JSON; then there are no values. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads one JSON document, or JSON lines: a text of several lines that is no document by itself, and whose
 * first line is one.
 *
 * @param file the name that diagnostics give to the input
 */
export function parseJsonValues(file: string, text: string): JsonValues {
  const whole = tryParse(text);
  if (whole !== undefined) return { values: [{ value: whole.value, line: 1 }], diagnostics: [] };
  const lines = text.split(/\r?\n/).map((content, index) => ({ content, line: index + 1 }));
  const filled = lines.filter(({ content }) => content.trim() !== '');
  const first = filled[0];
  if (first === undefined || filled.length === 1 || tryParse(first.content) === undefined) {
    return { values: [], diagnostics: [syntaxError(file, text)] };
  }
  const values: InputValue[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { content, line } of filled) {
    const parsed = tryParse(content);
    if (parsed === undefined) diagnostics.push(syntaxError(file, content, line));
    else values.push({ value: parsed.value, line });
  }
  return diagnostics.length > 0 ? { values: [], diagnostics } : { values, diagnostics };
}

/** Boxed, because `null` is a value. */
function tryParse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** `JSON.parse` decides what is JSON; a second parser tells where it goes wrong, which V8 does not always. */
function syntaxError(file: string, text: string, line = 1): Diagnostic {
  const error = firstError(text);
  const span = createLineIndex(file, text, { line, column: 1 }).spanAt(error?.offset ?? 0);
  return diagnose('syntax', span, {
    message: 'The text is not JSON.',
    expected: 'one JSON document, or one a line',
    ...(error === undefined ? {} : { found: words(printParseErrorCode(error.error)) }),
  });
}

function firstError(text: string): ParseError | undefined {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch (cause) {
    // Nested so deep that the second parser runs out of stack; where it was then tells nothing.
    if (!(cause instanceof RangeError)) throw cause;
  }
  return errors[0];
}

/** `InvalidSymbol` as `invalid symbol`. */
function words(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
