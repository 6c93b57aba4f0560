import type { EventRow, InlineText, ProfileDocument, Table } from '../load/index.js';
import type { Fact, Row, Section } from './section.js';

/** What a Markdown profile states, table by table; positions are those of the cells that name each row. */
export function profileSections({ tables, examples }: ProfileDocument): readonly Section[] {
  const section = <T>(key: string, title: string, rows: readonly T[], row: (item: T) => Row): Section => ({
    key,
    title,
    rows: rows.map(row),
  });
  return [
    section('identity', 'Identity', tables.identity, ({ field, value }) => ({
      span: field.span,
      facts: { name: field.value, value: value.value },
    })),
    section('levels', 'Levels', tables.levels, (row) => ({
      span: row.level.span,
      facts: {
        level: row.level.value,
        name: row.name.value,
        required_operations: values(row.requiredOperations.value),
        purpose: row.purpose.value,
      },
    })),
    section('operations', 'Operations', tables.operations, (row) => ({
      span: row.operation.span,
      facts: {
        name: row.wireName.value ?? row.operation.value,
        operation: row.operation.value,
        wire_name: row.wireName.value,
        requirement: row.requirement.value,
      },
    })),
    section('envelope', 'Request envelope', tables.envelope, (row) => ({
      span: row.field.span,
      facts: { name: row.field.value, required: row.required.value, description: row.description.value },
    })),
    section('delivery', 'Delivery', tables.delivery, (row) => ({
      span: row.phase.span,
      facts: { name: row.phase.value, delivery: row.delivery.value },
    })),
    section('events', 'Event types', tables.events, eventRow),
    section('failures', 'Failures', tables.failures, (row) => ({
      span: row.failure.span,
      facts: { name: row.failure.value, mapping: row.mapping.value },
    })),
    section('stream_messages', 'Stream messages', tables.streamMessages, (row) => ({
      span: row.message.span,
      facts: { name: row.message.value, type: row.type.value, description: row.description.value },
    })),
    section('situations', 'Situations', tables.situations, (row) => ({
      span: row.situation.span,
      facts: { name: row.situation.value, status: values(row.status.value), body: row.body.value },
    })),
    ...ruleSections(tables),
    ...mappingSections(tables),
    section('other_tables', 'Other tables', tables.other, otherTable),
    section('examples', 'Examples', examples, (block) => ({
      span: block.span,
      facts: { name: block.headings.at(-1) ?? block.language },
    })),
  ];
}

function ruleSections(tables: ProfileDocument['tables']): readonly Section[] {
  return [
    {
      key: 'data_rules',
      title: 'Data rules',
      rows: tables.dataRules.map((row) => ({
        span: row.rule.span,
        facts: {
          name: row.rule.value,
          applies_to: row.appliesTo.value,
          condition: row.condition.value,
          code: row.code.value,
        },
      })),
    },
    {
      key: 'symbols',
      title: 'Symbols',
      rows: tables.symbols.map((row) => ({
        span: row.symbol.span,
        facts: { name: row.symbol.value, matches: row.matches.value },
      })),
    },
    {
      key: 'order_rules',
      title: 'Order rules',
      rows: tables.orderRules.map((row) => ({
        span: row.rule.span,
        facts: { name: row.rule.value, constraint: row.constraint.value, scope: row.scope.value },
      })),
    },
  ];
}

function mappingSections(tables: ProfileDocument['tables']): readonly Section[] {
  return [
    {
      key: 'chunk_mappings',
      title: 'Chunk mappings',
      rows: tables.chunkMapping.map((row) => ({
        span: row.chunkField.span,
        facts: {
          name: row.chunkField.value,
          event_type: row.eventType.value,
          fields: values(row.fields.value),
        },
      })),
    },
    {
      key: 'backend_errors',
      title: 'Backend errors',
      rows: tables.backendErrors.map((row) => ({
        span: row.signal.span,
        facts: {
          name: row.signal.value,
          type: row.errorType.value,
          code: row.errorCode.value,
          terminal: row.terminal.value,
        },
      })),
    },
    {
      key: 'think_controls',
      title: 'Think control',
      rows: tables.thinkControls.map((row) => ({
        span: row.provider.span,
        facts: { name: row.provider.value, when: row.when.value, effect: row.effect.value },
      })),
    },
  ];
}

function eventRow(row: EventRow): Row {
  return {
    span: row.eventType.span,
    facts: {
      name: row.eventType.value,
      required_fields: row.requiredFields === undefined ? undefined : values(row.requiredFields.value),
      optional_fields: row.optionalFields === undefined ? undefined : values(row.optionalFields.value),
      description: row.description?.value ?? 'named in a list; no table states its fields',
    },
  };
}

function otherTable(table: Table): Row {
  return {
    span: table.span,
    facts: {
      name: table.headings.at(-1) ?? '',
      columns: table.header.map((cell: InlineText) => cell.text),
      rows: table.rows.length,
    },
  };
}

function values(stated: readonly { readonly value: string | number }[]): readonly Fact[] {
  return stated.map(({ value }) => value);
}
