import { diagnose, printable } from '../diagnostics/index.js';
import type { EventRow } from '../load/index.js';
import type { EventType, Field, NamedSchema, Property } from '../model/index.js';
import { fieldSchema, type FieldUse } from './field-types.js';
import type { LinkContext } from './link-context.js';
import { constant, object, reference, union } from './synthetic-schema.js';

/** The member that tells events apart; its value is the event type. */
const discriminator = 'type';

export function eventFieldUses(rows: readonly EventRow[]): readonly FieldUse[] {
  return rows.flatMap((row) =>
    [...(row.requiredFields?.value ?? []), ...(row.optionalFields?.value ?? [])].map((field) => ({
      owner: row.eventType.value,
      field: field.value,
      span: field.span,
    })),
  );
}

/** The event types of a profile: a schema for each row, and the union over all of them. */
export function linkEvents(context: LinkContext): readonly EventType[] {
  const rows = context.loaded.profile?.tables.events ?? [];
  const events = rows.flatMap((row) => linkEvent(context, row) ?? []);
  const [first] = events;
  if (first === undefined) return [];
  const file = first.at.file;
  addSchema(context, {
    id: `${file}#/events`,
    name: 'ProfileEvent',
    at: first.at,
    exported: true,
    schema: union(
      events.map((event) => reference(event.schema, event.at)),
      first.at,
      'Every event of the profile, told apart by its type.',
    ),
  });
  return events;
}

function linkEvent(context: LinkContext, row: EventRow): EventType | undefined {
  const type = row.eventType.value;
  if (row.listed) {
    context.report(
      diagnose('missing-fields', row.span, {
        message: `No table states the fields of the event ${printable(type)}.`,
        expected: 'a row in a table with the headers `Event type | Required fields | Description`',
      }),
    );
    return undefined;
  }
  const at = row.eventType.span;
  const stated = [
    ...row.requiredFields.value.map((field) => ({ ...field, required: true })),
    ...(row.optionalFields?.value ?? []).map((field) => ({ ...field, required: false })),
  ].filter((field) => field.value !== discriminator);
  const properties: Property[] = [{ name: discriminator, at, schema: constant(type, at) }];
  const fields: Field[] = [];
  for (const { value: name, span, required } of stated) {
    const schema = fieldSchema(context, { owner: type, field: name, span });
    if (schema === undefined) continue;
    properties.push({ name, at: span, schema: reference(schema, span) });
    fields.push({ name, required, description: '', at: span });
  }
  const required = [
    { value: discriminator, at },
    ...fields.filter((field) => field.required).map((field) => ({ value: field.name, at: field.at })),
  ];
  const description = row.description.value;
  const id = `${at.file}#/events/${type}`;
  const name = context.names.claim(type, at, 'Event');
  addSchema(context, { id, name, at, exported: true, schema: object(properties, required, at, description) });
  return { type, fields, description, schema: id, at };
}

export function addSchema(context: LinkContext, schema: NamedSchema): void {
  context.schemas.set(schema.id, schema);
}
