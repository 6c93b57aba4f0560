import { diagnose, printable } from '../diagnostics/index.js';
import type { AsyncApiDocument } from '../load/index.js';
import type { Located, MessageStream, SchemaId, StreamMessage, StreamOperation } from '../model/index.js';
import type { AsyncApiPlan, PlannedMessage } from './asyncapi-schemas.js';
import { behindReferences, schemaOfType, type LinkContext } from './link-context.js';
import { addSchema } from './link-events.js';
import { reference } from './synthetic-schema.js';
import { toJson } from './to-json.js';

/** The stream of a profile, from its AsyncAPI document or from its table of stream messages. */
export function linkStream(context: LinkContext, plan: AsyncApiPlan | undefined): MessageStream | undefined {
  const { asyncapi } = context.loaded;
  const stream =
    asyncapi !== undefined && plan !== undefined ? fromAsyncApi(context, asyncapi, plan) : fromTable(context);
  if (stream !== undefined) {
    addSchema(context, {
      id: `${stream.at.file}#/stream`,
      name: 'StreamMessage',
      at: stream.at,
      exported: true,
      schema: {
        kind: 'keywords',
        at: stream.at,
        description: 'Every message of the stream.',
        anyOf: {
          value: stream.messages.map((message) => reference(message.schema, message.at)),
          at: stream.at,
        },
      },
    });
  }
  return stream;
}

function fromAsyncApi(
  context: LinkContext,
  document: AsyncApiDocument,
  plan: AsyncApiPlan,
): MessageStream | undefined {
  const operations = document.channels.flatMap((channel) =>
    channel.operations.map((operation) => ({ channel, operation })),
  );
  // `subscribe` is what a client receives; a document that only publishes describes the other direction.
  const received = operations.filter(({ operation }) => operation.action === 'subscribe');
  const carried = new Set(
    (received.length > 0 ? received : operations).flatMap(({ operation }) => operation.messages),
  );
  const planned = plan.messages.filter(({ message }) => carried.has(message.pointer));
  if (planned.length === 0) return undefined;
  const nameOf = new Map(plan.messages.map(({ message }) => [message.pointer, message.name]));
  const bound = document.channels.find((channel) => channel.sse !== undefined);
  return {
    messages: planned.map((message) => streamMessage(context, document, message)),
    operations: operations.map(({ channel, operation }): StreamOperation => ({
      operationId: operation.operationId ?? '',
      action: operation.action,
      channel: channel.name,
      summary: operation.summary,
      messages: operation.messages.map((pointer) => nameOf.get(pointer) ?? ''),
      at: operation.span,
    })),
    terminator: bound?.sse?.terminator?.value,
    servers: document.servers.map(({ span, security, ...server }) => ({
      ...server,
      security: security.map(({ span: at, ...scheme }) => ({ ...scheme, at })),
      at: span,
    })),
    at: bound?.sse?.terminator?.span ?? bound?.span ?? document.span,
  };
}

function streamMessage(
  context: LinkContext,
  document: AsyncApiDocument,
  { message, schema }: PlannedMessage,
): StreamMessage {
  const texts = textsOf(context, schema);
  const contentType = message.contentType;
  return {
    name: message.name,
    schema,
    encoding: isText(contentType, texts, acceptsOnlyStrings(context, schema)) ? 'text' : 'json',
    texts,
    contentType: contentType ?? document.defaultContentType,
    title: message.title,
    description: message.description,
    examples: message.examples.map(({ name, payload }) => ({
      name,
      value: toJson(payload),
      at: payload.span,
    })),
    at: message.span,
  };
}

/** A message travels as plain text when it says so, or when it says nothing and is a fixed string such as `[DONE]`. */
function isText(
  contentType: string | undefined,
  texts: readonly string[] | undefined,
  string: boolean,
): boolean {
  if (contentType === undefined) return texts !== undefined;
  return !/[/+]json\b/.test(contentType) && string;
}

function fromTable(context: LinkContext): MessageStream | undefined {
  const rows = context.loaded.profile?.tables.streamMessages ?? [];
  const messages: StreamMessage[] = [];
  for (const row of rows) {
    const named = schemaOfType(context, row.type.value);
    if (named === undefined) {
      if (context.loaded.complete) {
        context.report(
          diagnose('unknown-name', row.type.span, {
            message: `No type is called "${printable(row.type.value)}".`,
            expected: 'a type of types.schema.json',
          }),
        );
      }
      continue;
    }
    const texts = textsOf(context, named.id);
    messages.push({
      name: row.message.value,
      schema: named.id,
      encoding: texts === undefined ? 'json' : 'text',
      texts,
      contentType: undefined,
      title: '',
      description: row.description.value,
      examples: [],
      at: row.message.span,
    });
  }
  const [first] = messages;
  if (first === undefined) return undefined;
  const text = messages.find((message) => message.texts?.length === 1);
  return {
    messages,
    operations: [],
    // A fixed text among JSON messages can only be the sentinel that ends the stream.
    terminator: text?.texts?.[0],
    servers: [],
    at: text?.at ?? first.at,
  };
}

/** The strings that a schema lists, when it admits nothing else. */
function textsOf(context: LinkContext, id: SchemaId): readonly string[] | undefined {
  const schema = behindReferences(context, context.schemas.get(id)?.schema);
  if (schema?.kind !== 'keywords') return undefined;
  const values: Located<readonly unknown[]> | undefined =
    schema.const === undefined ? schema.enum : { value: [schema.const.value], at: schema.const.at };
  const strings = values?.value.filter((value) => typeof value === 'string');
  return strings !== undefined && strings.length === values?.value.length ? strings : undefined;
}

function acceptsOnlyStrings(context: LinkContext, id: SchemaId): boolean {
  const schema = behindReferences(context, context.schemas.get(id)?.schema);
  if (schema?.kind !== 'keywords') return false;
  return textsOf(context, id) !== undefined || (schema.type?.value ?? []).join() === 'string';
}
