import { diagnose, printable, type Diagnostic } from '../diagnostics/index.js';
import type { Table } from './markdown-document.js';
import { tableKinds, type Column, type TableKindName } from './table-kinds.js';

/** A table of a known kind: which column of the table holds which column of the kind. */
export interface RecognisedTable {
  readonly kind: TableKindName;
  readonly columns: ReadonlyMap<string, number>;
}

/** Headers of this many kinds of prose tables: to share only these with a known kind means nothing. */
const commonHeaders: ReadonlySet<string> = new Set([
  'Field',
  'Value',
  'Name',
  'Type',
  'Description',
  'Code',
  'Purpose',
]);

/**
 * The kind of a table by its headers, a diagnostic when they nearly are those of a kind, or nothing: then
 * it is a table of the author's own.
 */
export function recogniseTable(table: Table): RecognisedTable | Diagnostic | undefined {
  const headers = table.header.map((cell) => cell.text.replace(/\s+/g, ' '));
  const fits = kindNames.map((kind) => fit(kind, headers)).sort((a, b) => b.score - a.score);
  const exact = fits.find(({ faults }) => faults === 0);
  if (exact) return { kind: exact.kind, columns: exact.columns };
  const near = fits.find(isNear);
  return near && nearMiss(table, headers, near);
}

const kindNames = Object.keys(tableKinds) as readonly TableKindName[];

interface Fit {
  readonly kind: TableKindName;
  readonly columns: ReadonlyMap<string, number>;
  /** Headers that are exactly, or nearly, those of the kind. */
  readonly shared: readonly { readonly header: string; readonly column: Column<unknown> }[];
  readonly missing: number;
  readonly extra: number;
  readonly faults: number;
  readonly score: number;
}

function fit(kind: TableKindName, headers: readonly string[]): Fit {
  const known = Object.entries<Column<unknown>>(tableKinds[kind].columns);
  const columns = new Map<string, number>();
  const shared: Fit['shared'][number][] = [];
  const taken = new Set<number>();
  const take = (isSame: (header: string, name: string) => boolean): number => {
    const before = columns.size;
    for (const [key, column] of known) {
      const place = columns.has(key)
        ? -1
        : headers.findIndex(
            (header, at) => !taken.has(at) && column.headers.some((name) => isSame(header, name)),
          );
      if (place === -1) continue;
      columns.set(key, place);
      taken.add(place);
      shared.push({ header: column.headers[0] ?? key, column });
    }
    return columns.size - before;
  };
  const exact = take((header, name) => header === name);
  const misspelt = take(isMisspelt);
  const missing = known.filter(([key, column]) => !column.optional && !columns.has(key)).length;
  const extra = headers.length - taken.size;
  const faults = misspelt + missing + extra;
  return { kind, columns, shared, missing, extra, faults, score: 3 * exact + 2 * misspelt - missing - extra };
}

function isNear({ shared, missing, extra }: Fit): boolean {
  if (shared.some(({ column }) => column.telling)) return true;
  if (missing === 0) return extra <= 1;
  const uncommon = shared.some(({ header }) => !commonHeaders.has(header));
  return uncommon && shared.length >= 2 && missing <= 1 && extra <= 1;
}

function nearMiss(table: Table, headers: readonly string[], near: Fit): Diagnostic {
  const { title } = tableKinds[near.kind];
  const known = Object.values<Column<unknown>>(tableKinds[near.kind].columns);
  const accepted = new Set(known.flatMap((column) => column.headers));
  const place = headers.findIndex((header, at) => !accepted.has(header) || headers.indexOf(header) !== at);
  const culprit = table.header[place];
  return diagnose('unknown-header', culprit?.span ?? table.span, {
    message: `The table looks like one of ${title}, but its headers are not those of that kind.`,
    expected: known.map(shown).join(' | '),
    found: headers.map((header) => printable(header)).join(' | '),
  });
}

function shown({ headers, optional }: Column<unknown>): string {
  return headers.join(' or ') + (optional ? ' (optional)' : '');
}

/** Another case, a few other letters, or a half of the header: what a slip of the author makes of it. */
function isMisspelt(header: string, known: string): boolean {
  const [a, b] = [header.toLowerCase(), known.toLowerCase()];
  const longer = Math.max(a.length, b.length);
  if (commonPrefix(a, b) >= Math.max(5, longer / 2)) return true;
  return Math.abs(a.length - b.length) <= longer / 4 && editDistance(a, b) <= longer / 4;
}

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** Levenshtein distance: insertions, deletions and replacements of characters. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
