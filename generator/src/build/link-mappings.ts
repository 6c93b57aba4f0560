import { diagnose, printable } from '../diagnostics/index.js';
import type { CodeSpan } from '../load/inline-text.js';
import type { ChunkMappingRow } from '../load/profile-document.js';
import type { BackendError, ChunkMapping, EventType } from '../model/index.js';
import { celTypeOf } from '../rules/cel/index.js';
import { parseAssignment, parseChunkField } from '../rules/mapping/index.js';
import { checkCondition } from './link-data-rules.js';
import { schemaOfType, type LinkContext } from './link-context.js';

/** The type that the signals of backend errors speak of. */
const failureSignal = 'FailureSignal';

/** How chunks of a backend become events; a row for an event that no row declares is left out, with a warning. */
export function linkChunkMappings(
  context: LinkContext,
  events: readonly EventType[],
): readonly ChunkMapping[] {
  return (context.loaded.profile?.tables.chunkMapping ?? []).flatMap((row): ChunkMapping[] => {
    const eventType = row.eventType.value;
    checkChunkField(context, row.chunkField);
    const event = events.find((candidate) => candidate.type === eventType);
    if (event === undefined) {
      context.report(
        diagnose('dangling-reference', row.eventType.span, {
          message: `No event has the type "${printable(eventType)}".`,
        }),
      );
      return [];
    }
    checkFields(context, row, event);
    return [
      {
        chunkField: { value: row.chunkField.value, at: row.chunkField.span },
        eventType,
        fields: row.fields.value.map(({ value, span }) => ({ value, at: span })),
        at: row.span,
      },
    ];
  });
}

/** A chunk field is a path, and starts at a type that the documents declare when it names one. */
function checkChunkField(context: LinkContext, { value, span }: CodeSpan): void {
  const { field, diagnostics } = parseChunkField(value, span);
  diagnostics.forEach(context.report);
  if (field?.schema === undefined || schemaOfType(context, field.schema) !== undefined) return;
  context.report(
    diagnose('unknown-name', span, {
      message: `No type has the name "${printable(field.schema)}".`,
      expected: 'a type of the documents beside the profile',
    }),
  );
}

/** Every assignment can be read, is to a field of the event, and each required field has one. */
function checkFields(context: LinkContext, row: ChunkMappingRow, event: EventType): void {
  const given = new Set<string>();
  let unread = false;
  for (const { value, span } of row.fields.value) {
    const { assignment, diagnostics } = parseAssignment(value, span);
    diagnostics.forEach(context.report);
    const [name] = assignment?.target ?? [];
    if (name === undefined) {
      // What cannot be read may be the assignment that would be missed below.
      unread = true;
      continue;
    }
    given.add(name);
    if (event.fields.some((field) => field.name === name)) continue;
    context.report(
      diagnose('dangling-reference', span, {
        message: `The event "${printable(event.type)}" has no field "${printable(name)}".`,
      }),
    );
  }
  if (unread) return;
  const lacking = event.fields.filter(
    (field) => field.required && field.name !== 'type' && !given.has(field.name),
  );
  for (const { name } of lacking) {
    context.report(
      diagnose('missing-fields', row.fields.span, {
        message: `The row gives no "${printable(name)}", which the event "${printable(event.type)}" requires.`,
        expected: `an assignment to ${printable(name)}`,
      }),
    );
  }
}

/** What each failure of a backend is called in the words of the profile, first match first. */
export function linkBackendErrors(context: LinkContext): readonly BackendError[] {
  const rows = context.loaded.profile?.tables.backendErrors ?? [];
  const signal = schemaOfType(context, failureSignal);
  // A table of signals in words stands by itself; one over the type is CEL.
  if (signal !== undefined) {
    const type = celTypeOf(signal.schema, context.schemas);
    for (const row of rows) checkCondition(context, row.signal, type);
  }
  return rows.map((row) => ({
    signal: { value: row.signal.value, at: row.signal.span },
    type: row.errorType.value,
    code: row.errorCode.value,
    terminal: row.terminal.value,
    at: row.span,
  }));
}
