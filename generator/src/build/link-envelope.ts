import type { EnvelopeRow } from '../load/index.js';
import type { Envelope, Field, Operation, Property, Schema, SchemaId, SpecPosition } from '../model/index.js';
import { wordsOf } from '../names/index.js';
import { envelopeOwner, fieldSchema, type FieldUse } from './field-types.js';
import type { LinkContext } from './link-context.js';
import { addSchema } from './link-events.js';
import { constant, object, reference, union } from './synthetic-schema.js';

export function envelopeFieldUses(rows: readonly EnvelopeRow[]): readonly FieldUse[] {
  return rows.map((row) => ({ owner: envelopeOwner, field: row.field.value, span: row.field.span }));
}

type WireOperation = Operation & { readonly wireName: string };

/**
 * The request envelope: one schema for each operation, which fixes `operation` and the type of `body`, and the
 * union over them. A field that bears the name of an identity row (`schema_version`) has the value of that row.
 */
export function linkEnvelope(context: LinkContext, operations: readonly Operation[]): Envelope | undefined {
  const rows = context.loaded.profile?.tables.envelope ?? [];
  const [first] = rows;
  if (first === undefined) return undefined;
  const at = first.field.span;
  const typed = rows.flatMap((row) => typedField(context, row) ?? []);
  const fields = typed.map(({ field }) => field);
  // Without a field that names the operation, nothing tells the envelopes of operations apart.
  const isTold = fields.some(({ name }) => name === 'operation');
  const wired = operations.filter(
    (operation): operation is WireOperation => isTold && operation.wireName !== undefined,
  );
  const members = wired.map((operation) => envelopeOf(context, operation, typed));
  const schema = `${at.file}#/envelope`;
  const description = 'One request: the operation and its body, with hints for the transport beside it.';
  addSchema(context, {
    id: schema,
    name: context.names.claim(envelopeOwner, at),
    at,
    exported: true,
    schema:
      members.length === 0
        ? object(
            typed.map(({ property }) => property),
            requiredOf(fields),
            at,
            description,
          )
        : union(
            members.map((id, index) => reference(id, wired[index]?.at ?? at)),
            at,
            description,
          ),
  });
  return { fields, schema, at };
}

interface TypedField {
  readonly field: Field;
  readonly property: Property;
}

function typedField(context: LinkContext, row: EnvelopeRow): TypedField | undefined {
  const { value: name, span: at } = row.field;
  const description = row.description.value;
  const identity = identityValue(context, name);
  const id = fieldSchema(context, { owner: envelopeOwner, field: name, span: at });
  if (id === undefined && identity === undefined) return undefined;
  const schema: Schema =
    identity !== undefined
      ? constant(identity.value, identity.at, description)
      : reference(id ?? '', at, description);
  return { field: { name, required: row.required.value, description, at }, property: { name, at, schema } };
}

function identityValue(
  context: LinkContext,
  field: string,
): { readonly value: string; readonly at: SpecPosition } | undefined {
  const row = context.loaded.profile?.tables.identity.find(
    (candidate) => wordsOf(candidate.field.value).join('_').toLowerCase() === field,
  );
  return row === undefined ? undefined : { value: row.value.value, at: row.value.span };
}

function envelopeOf(context: LinkContext, operation: WireOperation, typed: readonly TypedField[]): SchemaId {
  const { at, wireName } = operation;
  const properties = typed.map(({ property }): Property => {
    if (property.name === 'operation') return { ...property, schema: constant(wireName, at) };
    if (property.name === 'body' && operation.request !== undefined) {
      return { ...property, schema: reference(operation.request, property.at) };
    }
    return property;
  });
  const id = `${at.file}#/envelope/${wireName}`;
  addSchema(context, {
    id,
    name: context.names.claim(wireName, at, 'Envelope'),
    at,
    exported: true,
    schema: object(
      properties,
      requiredOf(typed.map(({ field }) => field)),
      at,
      `The envelope of ${operation.title}.`,
    ),
  });
  return id;
}

function requiredOf(fields: readonly Field[]): { readonly value: string; readonly at: SpecPosition }[] {
  return fields.filter((field) => field.required).map((field) => ({ value: field.name, at: field.at }));
}
