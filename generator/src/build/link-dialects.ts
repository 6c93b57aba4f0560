import { diagnose, printable } from '../diagnostics/index.js';
import type { DialectRow } from '../load/index.js';
import type { Dialect, DialectReading, OrderRule, SchemaId } from '../model/index.js';
import { schemaOfType, type LinkContext } from './link-context.js';
import { checkCondition } from './link-data-rules.js';

/** The dialect table: its rows by dialect, in the order of the document. */
export function linkDialects(context: LinkContext, rules: readonly OrderRule[]): readonly Dialect[] {
  const rows = context.loaded.profile?.tables.dialects ?? [];
  const names = [...new Set(rows.map(({ dialect }) => dialect.value))];
  return names.map((name) => ({
    name,
    readings: rows
      .filter(({ dialect }) => dialect.value === name)
      .flatMap((row) => linkReading(context, row, rules) ?? []),
  }));
}

const forms =
  '`null is absent`, `is <Type>`, `failure`, `failure <Type>`, `waived`, `tool calls`, `grows` or `text`';

function linkReading(
  context: LinkContext,
  row: DialectRow,
  rules: readonly OrderRule[],
): DialectReading | undefined {
  const at = row.span;
  const [, word = '', type] =
    /^(null is absent|is|failure|waived|tool calls|grows|text)(?: ([A-Za-z]\w*))?$/.exec(
      row.reading.value.trim(),
    ) ?? ['', ''];
  if (word === '' || (word === 'is') !== (type !== undefined && word !== 'failure')) {
    context.report(
      diagnose('cell-form', row.reading.span, {
        message: 'The reading is written in no known form.',
        expected: forms,
        found: printable(row.reading.value),
      }),
    );
    return undefined;
  }
  if (word === 'waived') return linkWaived(context, row, rules);
  const schema = type === undefined ? undefined : linkType(context, row, type);
  if (type !== undefined && schema === undefined) return undefined;
  if (word === 'failure') {
    if (checkCondition(context, row.appliesTo, { kind: 'dyn' }) === undefined) return undefined;
    return { kind: 'failure', when: { value: row.appliesTo.value, at: row.appliesTo.span }, schema, at };
  }
  const path = linkPath(context, row);
  if (path === undefined) return undefined;
  if (schema !== undefined) return { kind: 'type', path, schema, at };
  if (word === 'tool calls') return { kind: 'tool-calls', path, at };
  if (word === 'grows' || word === 'text') return { kind: word, path, at };
  return { kind: 'null-is-absent', path, at };
}

/** A rule that no row states any more cannot be waived: the row goes with it. */
function linkWaived(
  context: LinkContext,
  { appliesTo, span }: DialectRow,
  rules: readonly OrderRule[],
): DialectReading | undefined {
  const rule = appliesTo.value;
  if (rules.some(({ name }) => name === rule)) return { kind: 'waived', rule, at: span };
  context.report(
    diagnose('dangling-reference', appliesTo.span, {
      message: `No order rule is called "${printable(rule)}".`,
    }),
  );
  return undefined;
}

function linkType(context: LinkContext, row: DialectRow, name: string): SchemaId | undefined {
  const named = schemaOfType(context, name);
  if (named === undefined && context.loaded.complete) {
    context.report(
      diagnose('unknown-name', row.reading.span, {
        message: `No type is called "${printable(name)}".`,
        expected: 'a type of types.schema.json or of the messages',
      }),
    );
  }
  return named?.id;
}

/** `choices[].delta.content` as `['choices', '[]', 'delta', 'content']`. */
function linkPath(context: LinkContext, { appliesTo }: DialectRow): readonly string[] | undefined {
  if (/^[A-Za-z_]\w*(?:\[\])?(?:\.[A-Za-z_]\w*(?:\[\])?)*$/.test(appliesTo.value)) {
    return appliesTo.value
      .split('.')
      .flatMap((name) => (name.endsWith('[]') ? [name.slice(0, -2), '[]'] : [name]));
  }
  context.report(
    diagnose('cell-form', appliesTo.span, {
      message: 'The cell is not a path of field names.',
      expected: 'a path from the message inwards, such as `choices[].delta.role`',
      found: printable(appliesTo.value),
    }),
  );
  return undefined;
}
