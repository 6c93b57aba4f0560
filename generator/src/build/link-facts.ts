import { diagnose, printable, type Span } from '../diagnostics/index.js';
import type { Stated, Table } from '../load/index.js';
import type { Fact, FactTable, Situation } from '../model/index.js';
import { camelCase } from '../names/index.js';
import { schemaOfType, type LinkContext } from './link-context.js';

export interface Facts {
  readonly identity: readonly Fact[];
  readonly delivery: readonly Fact[];
  readonly failures: readonly Fact[];
  readonly situations: readonly Situation[];
  readonly tables: readonly FactTable[];
}

/** What a profile states about itself and its surroundings, beside types and rules. */
export function linkFacts(context: LinkContext): Facts {
  const tables = context.loaded.profile?.tables;
  return {
    identity: (tables?.identity ?? []).map((row) => fact(row.field, row.value)),
    delivery: (tables?.delivery ?? []).map((row) => fact(row.phase, row.delivery)),
    failures: (tables?.failures ?? []).map((row) => fact(row.failure, row.mapping)),
    situations: linkSituations(context),
    tables: factTables(tables?.other ?? []),
  };
}

function fact(name: Stated<string>, value: Stated<string>): Fact {
  return { name: name.value, value: value.value, at: name.span };
}

function linkSituations(context: LinkContext): readonly Situation[] {
  return (context.loaded.profile?.tables.situations ?? []).map((row): Situation => {
    const body = row.body.value;
    if (body !== undefined && schemaOfType(context, body) === undefined && context.loaded.complete) {
      context.report(
        diagnose('unknown-name', row.body.span, {
          message: `No type is called "${printable(body)}".`,
          expected: 'a type of types.schema.json',
        }),
      );
    }
    return {
      name: row.situation.value,
      status: row.status.value.map(({ value }) => value),
      body,
      description: row.description.value,
      at: row.situation.span,
    };
  });
}

/** Constants of `profile.ts` that carry tables of known kinds. */
const reservedNames = new Set([
  'identity',
  'delivery',
  'failures',
  'situations',
  'servers',
  'operations',
  'levels',
]);

/**
 * Tables of no known kind, named after their heading and first column. Tables with the same columns under one heading
 * are one table that prose interrupts.
 */
function factTables(tables: readonly Table[]): readonly FactTable[] {
  const byName = new Map<string, FactTable>();
  for (const table of tables) {
    const columns = table.header.map((cell) => cell.text);
    const heading = table.headings.at(-1) ?? '';
    const name = nameFor(byName, heading, columns);
    const rows = table.rows.map((row) => ({
      cells: row.cells.map((cell) => plainText(cell.text)),
      at: row.span satisfies Span,
    }));
    const known = byName.get(name);
    byName.set(
      name,
      known === undefined
        ? { name, heading, columns, rows, at: table.span }
        : { ...known, rows: [...known.rows, ...rows] },
    );
  }
  return [...byName.values()];
}

function nameFor(known: ReadonlyMap<string, FactTable>, heading: string, columns: readonly string[]): string {
  const base = camelCase(`${heading} ${columns[0] ?? ''}`) || 'table';
  const isFree = (name: string): boolean => {
    const table = known.get(name);
    if (table === undefined) return !reservedNames.has(name);
    return table.heading === heading && table.columns.join('\n') === columns.join('\n');
  };
  let name = base;
  for (let count = 2; !isFree(name); count++) name = `${base}${String(count)}`;
  return name;
}

/** A cell as a string: one code span that stands alone loses its back-ticks. */
function plainText(text: string): string {
  return /^`([^`]+)`$/.exec(text)?.[1] ?? text;
}
