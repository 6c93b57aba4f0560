import { diagnose, printable } from '../diagnostics/index.js';
import type { HttpOperation, Level, Operation, SchemaId } from '../model/index.js';
import type { LinkContext } from './link-context.js';

/** The operations of the table, each with the bodies that the OpenAPI document gives to its wire name. */
export function linkOperations(context: LinkContext, http: readonly HttpOperation[]): readonly Operation[] {
  const rows = context.loaded.profile?.tables.operations ?? [];
  const operations = rows.map((row): Operation => {
    const wireName = row.wireName.value;
    const bodies = http.find((operation) => operation.operationId === wireName);
    return {
      title: row.operation.value,
      wireName,
      requirement: row.requirement.value,
      request: bodies?.request?.schema,
      response: successBody(bodies, 'application/json'),
      streamEvent: successBody(bodies, 'text/event-stream'),
      at: wireName === undefined ? row.span : row.wireName.span,
    };
  });
  if (operations.length > 0) reportUnlisted(context, http, operations);
  return operations;
}

function successBody(operation: HttpOperation | undefined, mediaType: string): SchemaId | undefined {
  return operation?.responses.find(
    (response) => response.status.startsWith('2') && response.mediaType === mediaType,
  )?.schema;
}

/** Bodies of an operation that the table has no row for are types without a use: said, and kept. */
function reportUnlisted(
  context: LinkContext,
  http: readonly HttpOperation[],
  operations: readonly Operation[],
): void {
  for (const { operationId, at } of http) {
    if (operations.some((operation) => operation.wireName === operationId)) continue;
    context.report(
      diagnose('dangling-reference', at, {
        message: `No row of an operations table has the wire name "${printable(operationId)}".`,
      }),
    );
  }
}

/** The levels of the table. An operation that no row declares is left out of its level, with a warning. */
export function linkLevels(context: LinkContext, operations: readonly Operation[]): readonly Level[] {
  const rows = context.loaded.profile?.tables.levels ?? [];
  return rows.map((row): Level => {
    const [known, unknown] = partition(row.requiredOperations.value, (name) =>
      operations.some((operation) => operation.wireName === name.value),
    );
    for (const { value, span } of unknown) {
      context.report(
        diagnose('dangling-reference', span, {
          message: `Level ${String(row.level.value)} requires the operation "${printable(value)}", which no row declares.`,
        }),
      );
    }
    return {
      level: row.level.value,
      name: row.name.value,
      requiredOperations: known.map(({ value, span }) => ({ value, at: span })),
      purpose: row.purpose.value,
      at: row.level.span,
    };
  });
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [readonly T[], readonly T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
