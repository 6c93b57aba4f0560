import { diagnose, printable, type Diagnostic, type Span } from '../../diagnostics/index.js';
import type { Reference } from './constraint.js';

/** `name(argument, argument)` as text with positions, before anything is known about the name. */
export interface Call {
  readonly name: Reference;
  readonly arguments: readonly Reference[];
  /** Where the closing parenthesis stands. */
  readonly end: Span;
}

export interface ReadCall {
  readonly call?: Call;
  readonly diagnostics: readonly Diagnostic[];
}

const example = 'a constraint such as `precedence(a, b)`';

/** Splits a constraint into its name and arguments. The source stands on one line, from `at` on. */
export function readCall(source: string, at: Span): ReadCall {
  const spanAt = (offset: number): Span => ({ ...at, column: at.column + offset });
  const fail = (offset: number, message: string, expected: string, found: string): ReadCall => ({
    diagnostics: [diagnose('rule-syntax', spanAt(offset), { message, expected, found })],
  });
  const shown = (offset: number): string => {
    const rest = source.slice(offset).trim();
    return rest === '' ? 'the end' : `"${printable(rest, 40)}"`;
  };

  const open = source.indexOf('(');
  const head = open === -1 ? source : source.slice(0, open);
  const name = trimmed(head, 0, spanAt);
  if (name.name === '') return fail(0, 'The constraint has no name.', example, shown(0));
  if (open === -1) {
    return fail(head.trimEnd().length, 'The constraint has no arguments.', '`(`', 'the end');
  }
  const close = source.indexOf(')', open);
  if (close === -1) return fail(source.trimEnd().length, 'The constraint is not closed.', '`)`', 'the end');
  const rest = source.slice(close + 1);
  if (rest.trim() !== '') {
    const offset = close + 1 + rest.length - rest.trimStart().length;
    return fail(offset, 'Text follows the constraint.', 'one constraint a rule', shown(offset));
  }

  const inner = source.slice(open + 1, close);
  const list = inner.trim() === '' ? [] : splitArguments(inner, open + 1, spanAt);
  return { call: { name, arguments: list, end: spanAt(close) }, diagnostics: [] };
}

type SpanAt = (offset: number) => Span;

function splitArguments(inner: string, start: number, spanAt: SpanAt): readonly Reference[] {
  const list: Reference[] = [];
  let offset = start;
  for (const part of inner.split(',')) {
    list.push(trimmed(part, offset, spanAt));
    offset += part.length + 1;
  }
  return list;
}

function trimmed(text: string, offset: number, spanAt: SpanAt): Reference {
  const name = text.trim();
  const leading = name === '' ? 0 : text.length - text.trimStart().length;
  return { name, span: spanAt(offset + leading) };
}
