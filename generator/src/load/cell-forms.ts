import { diagnose, printable, type Diagnostic, type DiagnosticCode } from '../diagnostics/index.js';
import { isSingleCode, stated, type CodeSpan, type InlineText, type Stated } from './inline-text.js';
import { checkName, type NameGrammar } from './name-grammars.js';

/** Reads a cell in the form that its column takes; `undefined` with a diagnostic when it has another form. */
export type CellForm<T> = (cell: InlineText, report: (diagnostic: Diagnostic) => void) => T | undefined;

/** An em dash says that there is nothing to say, as an empty cell does. */
function isEmpty({ text }: InlineText): boolean {
  return text === '' || text === '—';
}

function misformed(cell: InlineText, expected: string, code: DiagnosticCode = 'cell-form'): Diagnostic {
  const hasBareTick = cell.gaps.some((gap) => gap.includes('`'));
  return diagnose(code, cell.span, {
    message: hasBareTick
      ? 'The cell has a back-tick without its pair; a pipe inside a code span is written \\|.'
      : 'The cell does not have the form that its column takes.',
    expected,
    found: cell.text === '' ? 'an empty cell' : printable(cell.text),
  });
}

/** Any text, also none. */
export const text: CellForm<Stated<string>> = ({ text: value, span }) => ({ value, span });

/** Any text but none. */
export const someText: CellForm<Stated<string>> = (cell, report) => {
  if (!isEmpty(cell)) return stated(cell);
  report(misformed(cell, 'text'));
  return undefined;
};

/** Exactly one code span, such as an expression. */
export const code: CellForm<CodeSpan> = (cell, report) => {
  const [only] = cell.codes;
  if (only && isSingleCode(cell)) return only;
  report(misformed(cell, 'one code span'));
  return undefined;
};

/** Exactly one code span with a name. */
export function name(grammar: NameGrammar, whenEmpty: DiagnosticCode = 'cell-form'): CellForm<CodeSpan> {
  return (cell, report) => {
    if (isEmpty(cell) && whenEmpty !== 'cell-form') {
      report(
        diagnose(whenEmpty, cell.span, {
          message: `The row states no ${nounOf(grammar)}.`,
          expected: grammar.expected,
        }),
      );
      return undefined;
    }
    const only = code(cell, report);
    const fault = only && checkName(only, grammar);
    if (!fault) return only;
    report(fault);
    return undefined;
  };
}

function nounOf({ kind }: NameGrammar): string {
  return kind.replace(/^(?:an?|the) /, '');
}

/** One code span with a name, or nothing. */
export function optionalName(grammar: NameGrammar): CellForm<Stated<string | undefined>> {
  const form = name(grammar);
  return (cell, report) => (isEmpty(cell) ? { value: undefined, span: cell.span } : form(cell, report));
}

/** A name where the cell has a code span, and plain text (with no name) where it has none. */
export function nameOrText(grammar: NameGrammar): CellForm<NameOrText> {
  const form = name(grammar);
  return (cell, report) => {
    if (cell.codes.length === 0 && !isEmpty(cell) && !cell.text.includes('`')) {
      return { value: undefined, text: cell.text, span: cell.span };
    }
    const only = form(cell, report);
    return only && { value: only.value, text: cell.text, span: only.span };
  };
}

export interface NameOrText extends Stated<string | undefined> {
  readonly text: string;
}

/** Code spans separated by commas, possibly none. */
export const codes: CellForm<Stated<readonly CodeSpan[]>> = (cell, report) => {
  if (isEmpty(cell)) return { value: [], span: cell.span };
  const separated = cell.gaps.every((gap, place) => {
    const inside = place > 0 && place < cell.gaps.length - 1;
    return gap.trim() === (inside ? ',' : '');
  });
  if (separated && cell.codes.length > 0) return { value: cell.codes, span: cell.span };
  report(misformed(cell, 'code spans separated by commas, or — for none'));
  return undefined;
};

/** Names in code spans separated by commas, each once, possibly none. */
export function names(grammar: NameGrammar): CellForm<Stated<readonly CodeSpan[]>> {
  return (cell, report) => {
    const list = codes(cell, report);
    if (!list) return undefined;
    const faults = list.value.flatMap((item) => checkName(item, grammar) ?? []);
    faults.push(...repeated(list.value));
    faults.forEach(report);
    return faults.length === 0 ? list : undefined;
  };
}

/** A diagnostic for each name that stands in a list before, also when it differs by case only. */
export function repeated(list: readonly CodeSpan[]): Diagnostic[] {
  const seen = new Map<string, CodeSpan>();
  return list.flatMap((item) => {
    const key = item.value.toLowerCase();
    const first = seen.get(key);
    if (!first) {
      seen.set(key, item);
      return [];
    }
    const message =
      first.value === item.value
        ? `"${printable(item.value)}" stands twice in one row.`
        : `"${printable(item.value)}" and "${printable(first.value)}" differ by case only.`;
    return [
      diagnose('duplicate-row', item.span, {
        message,
        related: [{ span: first.span, message: 'first stated here' }],
      }),
    ];
  });
}

/** A whole number from 1, plain or in a code span. */
export const ordinal: CellForm<Stated<number>> = (cell, report) => {
  const { value, span } = stated(cell);
  if (/^[1-9][0-9]{0,5}$/.test(value)) return { value: Number(value), span };
  report(misformed(cell, 'a whole number from 1'));
  return undefined;
};

/** HTTP status codes in code spans separated by commas, possibly none. */
export const statuses: CellForm<Stated<readonly Stated<number>[]>> = (cell, report) => {
  const list = codes(cell, report);
  if (!list) return undefined;
  if (list.value.every(({ value }) => /^[1-5][0-9]{2}$/.test(value))) {
    return { value: list.value.map(({ value, span }) => ({ value: Number(value), span })), span: list.span };
  }
  report(misformed(cell, 'HTTP status codes such as `400`, `422`, or — for none'));
  return undefined;
};

/** One of a few words, plain or in a code span, in any case; each word stands for a value. */
export function word<T>(words: Readonly<Record<string, T>>): CellForm<Stated<T>> {
  return (cell, report) => {
    const { value, span } = stated(cell);
    const found = Object.entries(words).find(
      ([candidate]) => candidate.toLowerCase() === value.toLowerCase(),
    );
    if (found) return { value: found[1], span };
    report(misformed(cell, `one of ${Object.keys(words).join(', ')}`));
    return undefined;
  };
}
