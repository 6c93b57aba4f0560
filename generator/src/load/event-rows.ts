import { diagnose, printable, type Diagnostic } from '../diagnostics/index.js';
import { repeated } from './cell-forms.js';
import type { CodeSpan } from './inline-text.js';
import type { NameList } from './markdown-document.js';
import type { EventTableRow, ListedEvent } from './profile-document.js';
import { tableKinds } from './table-kinds.js';

/** An event states at least one field, and each of its fields once over both lists. */
export function fieldFaults(row: EventTableRow): readonly Diagnostic[] {
  const fields = [...row.requiredFields.value, ...(row.optionalFields?.value ?? [])];
  if (fields.length > 0) return repeated(fields);
  const message = `The event ${printable(row.eventType.value)} states no fields.`;
  return [diagnose('missing-fields', row.requiredFields.span, { message, expected: 'at least one field' })];
}

/** The names that lists introduce as event types ("Minimum event types:") and no table has a row for. */
export function listedEvents(
  lists: readonly NameList[],
  rows: readonly EventTableRow[],
  report: (diagnostic: Diagnostic) => void,
): readonly ListedEvent[] {
  const form = tableKinds.events.columns.eventType.form;
  const stated = new Set(rows.map(({ eventType }) => eventType.value));
  const events: ListedEvent[] = [];
  for (const { names, others } of lists.filter(introducesEvents)) {
    others.forEach((item) => form(item, report));
    repeated(names).forEach(report);
    for (const name of names) {
      if (!form(asCell(name), report) || stated.has(name.value)) continue;
      stated.add(name.value);
      events.push(listed(name));
    }
  }
  return events;
}

function introducesEvents({ caption }: NameList): boolean {
  return /\bevent types$/i.test(caption);
}

function asCell(code: CodeSpan): Parameters<typeof tableKinds.events.columns.eventType.form>[0] {
  return { text: code.value, codes: [code], gaps: ['', ''], span: code.span };
}

function listed(eventType: CodeSpan): ListedEvent {
  return {
    listed: true,
    eventType,
    requiredFields: undefined,
    optionalFields: undefined,
    description: undefined,
    span: eventType.span,
  };
}
