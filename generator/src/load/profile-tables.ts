import type { Diagnostic, Span } from '../diagnostics/index.js';
import { duplicateRows, type KeyedRow } from './duplicate-rows.js';
import { fieldFaults, listedEvents } from './event-rows.js';
import type { InlineText } from './inline-text.js';
import { loadTables } from './markdown.js';
import type { MarkdownDocument, Table, TableRow } from './markdown-document.js';
import { recogniseTable } from './match-headers.js';
import type { ProfileDocument, ProfileTables, RowsByKind } from './profile-document.js';
import { tableKinds, type Column, type TableKindName } from './table-kinds.js';

/**
 * Reads a profile document: its tables by kind, its lists of event types and its JSON examples.
 *
 * Tables of one kind add up, in document order. A row that is misformed is a diagnostic and left out.
 *
 * @param file the name that diagnostics give to the document
 * @param text as `decodeSource` returns it
 */
export function loadProfile(file: string, text: string): ProfileDocument {
  const document = loadTables(file, text);
  const { tables, diagnostics } = profileTables(document);
  return {
    ...(document.title ? { title: document.title } : {}),
    tables,
    examples: document.codeBlocks.filter(({ language }) => language === 'json'),
    diagnostics: [...document.diagnostics, ...diagnostics],
  };
}

type Report = (diagnostic: Diagnostic) => void;

/** Sorts the tables of a document by kind and reads their rows. */
export function profileTables(document: MarkdownDocument): {
  readonly tables: ProfileTables;
  readonly diagnostics: readonly Diagnostic[];
} {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => void diagnostics.push(diagnostic);
  const found = new Map(kindNames.map((kind) => [kind, [] as KeyedRow[]]));
  const other: Table[] = [];
  for (const table of document.tables) {
    const known = recogniseTable(table);
    if (!known) other.push(table);
    else if ('code' in known) report(known);
    else found.get(known.kind)?.push(...table.rows.map((row) => keyedRow(row, known.columns)));
  }
  const rows = [...found].map(([kind, list]): readonly [TableKindName, readonly Row[]] => {
    duplicateRows(kind, list).forEach(report);
    return [kind, list.flatMap((row) => readRow(kind, row, report) ?? [])];
  });
  // `readRow` has read each row by the columns of its kind, which is what the type derives from them.
  const byKind = Object.fromEntries(rows) as unknown as RowsByKind;
  byKind.events.flatMap(fieldFaults).forEach(report);
  const events = [
    ...byKind.events.map((row) => ({ ...row, listed: false as const })),
    ...listedEvents(document.lists, byKind.events, report),
  ];
  return { tables: { ...byKind, events, other }, diagnostics };
}

const kindNames = Object.keys(tableKinds) as readonly TableKindName[];

interface Row {
  readonly [column: string]: unknown;
  readonly span: Span;
}

function keyedRow(row: TableRow, columns: ReadonlyMap<string, number>): KeyedRow {
  const cells = new Map<string, InlineText>();
  for (const [column, place] of columns) {
    const cell = row.cells[place];
    if (cell) cells.set(column, cell);
  }
  return { cells, span: row.span };
}

/** All cells are read before the row is given up, so that each of its faults is told. */
function readRow(kind: TableKindName, { cells, span }: KeyedRow, report: Report): Row | undefined {
  const columns = Object.entries<Column<unknown>>(tableKinds[kind].columns);
  const values = columns.map(([column, { form }]) => {
    const cell = cells.get(column);
    return { column, fails: cell !== undefined, value: cell && form(cell, report) };
  });
  if (values.some(({ fails, value }) => fails && value === undefined)) return undefined;
  return { ...Object.fromEntries(values.map(({ column, value }) => [column, value])), span };
}
