import { diagnose, printable, type Diagnostic, type Span } from '../diagnostics/index.js';
import { stated, type InlineText, type Stated } from './inline-text.js';
import { tableKinds, type TableKindName } from './table-kinds.js';

/** A row by the columns of its kind, as written: one with a misformed cell can repeat another all the same. */
export interface KeyedRow {
  readonly cells: ReadonlyMap<string, InlineText>;
  readonly span: Span;
}

/** A diagnostic with both positions for each row that states again what an earlier row of its kind states. */
export function duplicateRows(kind: TableKindName, rows: readonly KeyedRow[]): readonly Diagnostic[] {
  return tableKinds[kind].keys.flatMap((columns: readonly string[]) => duplicatesBy(columns, kind, rows));
}

interface Identified {
  readonly shown: Stated<string>;
  readonly row: KeyedRow;
}

function duplicatesBy(
  columns: readonly string[],
  kind: TableKindName,
  rows: readonly KeyedRow[],
): readonly Diagnostic[] {
  const seen = new Map<string, Identified>();
  return rows.flatMap((row) => {
    const parts = columns.flatMap((column) => partOf(kind, column, row) ?? []);
    const [shown] = parts;
    if (!shown || parts.length < columns.length) return [];
    // Names that differ by case only become one file on some systems and mislead readers on all of them.
    const key =
      columns.length === 1 ? shown.value.toLowerCase() : JSON.stringify(parts.map(({ value }) => value));
    const first = seen.get(key);
    const identified = { shown, row };
    if (first) return [conflict(kind, first, identified)];
    seen.set(key, identified);
    return [];
  });
}

/** What a cell contributes to the identity of its row; a wire name that is plain text is none. */
function partOf(kind: TableKindName, column: string, { cells }: KeyedRow): Stated<string> | undefined {
  const cell = cells.get(column);
  if (!cell || (kind === 'operations' && column === 'wireName' && cell.codes.length === 0)) return undefined;
  const part = stated(cell);
  return part.value === '' ? undefined : part;
}

function conflict(kind: TableKindName, first: Identified, second: Identified): Diagnostic {
  const { value, span } = second.shown;
  const related = [{ span: first.shown.span, message: 'first stated here' }];
  if (value !== first.shown.value) {
    const message = `"${printable(value)}" and "${printable(first.shown.value)}" differ by case only.`;
    return diagnose('duplicate-row', span, { message, related });
  }
  const [before, now] = [valueOf(first.row), valueOf(second.row)];
  if (kind === 'identity' && before !== now) {
    const message = `"${printable(value)}" is stated twice, with different values.`;
    const details = { message, expected: printable(before), found: printable(now), related };
    return diagnose('identity-conflict', span, details);
  }
  const message = `"${printable(value)}" is stated twice in the tables of ${tableKinds[kind].title}.`;
  return diagnose('duplicate-row', span, { message, related });
}

function valueOf({ cells }: KeyedRow): string {
  const cell = cells.get('value');
  return cell ? stated(cell).value : '';
}
