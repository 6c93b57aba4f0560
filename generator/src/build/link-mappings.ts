import { diagnose, printable } from '../diagnostics/index.js';
import type { BackendError, ChunkMapping, EventType } from '../model/index.js';
import type { LinkContext } from './link-context.js';

/** How chunks of a backend become events; a row for an event that no row declares is left out, with a warning. */
export function linkChunkMappings(
  context: LinkContext,
  events: readonly EventType[],
): readonly ChunkMapping[] {
  return (context.loaded.profile?.tables.chunkMapping ?? []).flatMap((row): ChunkMapping[] => {
    const eventType = row.eventType.value;
    if (!events.some((event) => event.type === eventType)) {
      context.report(
        diagnose('dangling-reference', row.eventType.span, {
          message: `No event has the type "${printable(eventType)}".`,
        }),
      );
      return [];
    }
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

/** What each failure of a backend is called in the words of the profile, first match first. */
export function linkBackendErrors(context: LinkContext): readonly BackendError[] {
  return (context.loaded.profile?.tables.backendErrors ?? []).map((row) => ({
    signal: { value: row.signal.value, at: row.signal.span },
    type: row.errorType.value,
    code: row.errorCode.value,
    terminal: row.terminal.value,
    at: row.span,
  }));
}
