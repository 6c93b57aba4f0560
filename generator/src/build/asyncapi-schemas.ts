import type { AsyncApiDocument, AsyncApiMessage } from '../load/index.js';
import type { NamedSchema, Schema, SchemaId } from '../model/index.js';
import { typeName } from '../names/index.js';
import type { NameTable } from './name-table.js';
import type { SchemaRoot } from './schema/index.js';
import { reference } from './synthetic-schema.js';

/** A message with the schema that its type comes from. */
export interface PlannedMessage {
  readonly message: AsyncApiMessage;
  /** The exported schema of the message. */
  readonly schema: SchemaId;
  /** Made here where the message names a schema of another name: an alias that says what the message is. */
  readonly alias: NamedSchema | undefined;
}

export interface AsyncApiPlan {
  readonly roots: readonly SchemaRoot[];
  readonly messages: readonly PlannedMessage[];
}

/**
 * Which schemas of an AsyncAPI document become types: every one under `components.schemas`, and one for each
 * message. A message whose payload is the schema of its own name shares that type.
 */
export function planAsyncApi(document: AsyncApiDocument, names: NameTable): AsyncApiPlan {
  const { file } = document;
  const roots: SchemaRoot[] = document.schemas.map(({ name, pointer, span }) => ({
    file,
    pointer,
    name: names.claim(name, span),
  }));
  const typeOf = new Map(roots.map((root) => [`${file}#${root.pointer}`, root.name]));
  const messages: PlannedMessage[] = [];
  for (const message of document.messages) {
    const planned = planMessage(message, file, names, typeOf);
    if (planned.root !== undefined) roots.push(planned.root);
    messages.push(planned.message);
  }
  return { roots, messages };
}

function planMessage(
  message: AsyncApiMessage,
  file: string,
  names: NameTable,
  typeOf: ReadonlyMap<SchemaId, string | undefined>,
): { readonly root?: SchemaRoot; readonly message: PlannedMessage } {
  const { payload } = message;
  const target = payload?.reference === undefined ? undefined : schemaIdOf(payload.reference, file);
  if (target !== undefined && typeOf.get(target) === typeName(message.name).name) {
    return { message: { message, schema: target, alias: undefined } };
  }
  const name = claimMessage(message, names);
  if (payload === undefined || target !== undefined) {
    const id = `${file}#${message.pointer}`;
    const schema: Schema =
      target === undefined
        ? { kind: 'boolean', value: true, at: message.span }
        : reference(target, message.span, message.description);
    const alias: NamedSchema = { id, name, at: message.span, schema, exported: true };
    // The place of the reference itself: a reference that leads nowhere is reported there.
    const root = payload === undefined ? {} : { root: { file, pointer: payload.pointer } };
    return { ...root, message: { message, schema: id, alias } };
  }
  const root = { file, pointer: payload.pointer, name };
  return { root, message: { message, schema: `${file}#${payload.pointer}`, alias: undefined } };
}

/** A message may bear the name of a schema that it only contains: the message is told apart by a suffix. */
function claimMessage(message: AsyncApiMessage, names: NameTable): string {
  const taken = names.isTaken(typeName(message.name).name);
  return names.claim(message.name, message.span, taken ? 'Message' : '');
}

/** The id that a reference names; the schema builder reports one that leads nowhere. */
export function schemaIdOf(reference: string, file: string): SchemaId {
  const [path = '', fragment = ''] = reference.split('#', 2);
  const target =
    path === '' ? file : `${file.slice(0, file.lastIndexOf('/') + 1)}${path.replace(/^\.\//, '')}`;
  return `${target}#${decodeFragment(fragment)}`;
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
