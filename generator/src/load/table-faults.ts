import { codePointName, diagnose, printable, type Diagnostic, type Span } from '../diagnostics/index.js';
import type { InlineText } from './inline-text.js';
import type { TableRow } from './markdown-document.js';

/** A row that has more or fewer cells than its table has columns: GFM would drop the ones, and invent the others. */
export function rowWidth(row: TableRow, header: readonly InlineText[]): Diagnostic {
  const columns = header.map(({ text }) => printable(text)).join(' | ');
  return diagnose('row-width', row.span, {
    message: `The row has ${count(row.cells.length, 'cell')}, its table ${count(header.length, 'column')}.${hint(row)}`,
    expected: columns,
    found: row.cells.map(({ text }) => printable(text, 40)).join(' | '),
  });
}

function count(number: number, unit: string): string {
  return `${String(number)} ${unit}${number === 1 ? '' : 's'}`;
}

function hint({ cells }: TableRow): string {
  if (cells.some(({ gaps }) => gaps.some((gap) => gap.includes('`')))) {
    return ' A pipe inside a code span is written \\|.';
  }
  const lookalike = /[\uff5c\u00a6\u2502\u2223\u01c0]/.exec(cells.map(({ text }) => text).join(''));
  return lookalike
    ? ` ${codePointName(lookalike[0])} separates no cells; a pipe is ${codePointName('|')}.`
    : '';
}

const delimiterRow = /^\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?[ \t]*)?$/;

/** A paragraph that was meant to be a table: GFM reads it as prose when its second line does not fit the first. */
export function brokenTable(source: string, span: Span): readonly Diagnostic[] {
  const lines = source.split('\n').map((line) => line.trim());
  const place = lines.findIndex((line) => delimiterRow.test(line));
  if (place > 0) {
    const at = { ...span, line: span.line + place };
    const message = 'The line under the header of a table has another number of cells than the header.';
    return [diagnose('row-width', at, { message, found: printable(lines[place] ?? '') })];
  }
  const row = lines.findIndex((line) => line.startsWith('|'));
  if (row === -1) return [];
  const at = { ...span, line: span.line + row };
  const message = 'The line looks like the row of a table but belongs to none.';
  return [diagnose('syntax', at, { message, expected: 'a header and a line of dashes above it' })];
}
