import { diagnose, printable } from '../diagnostics/index.js';
import { type DataNode, entryOf, stringOf, valueOf } from '../load/index.js';
import type { CapabilityType, Envelope, EventType, Operation, SchemaId } from '../model/index.js';
import type { PlannedMessage } from './asyncapi-schemas.js';
import { spanAt } from './link-capabilities.js';
import type { LinkContext } from './link-context.js';
import { checkInstance } from './schema/index.js';
import { toJson } from './to-json.js';

/** The examples of a specification follow the schemas that they illustrate; one that does not is an error at its value. */
export function checkExamples(
  context: LinkContext,
  messages: readonly PlannedMessage[],
  parts: {
    readonly events: readonly EventType[];
    readonly envelope: Envelope | undefined;
    readonly operations: readonly Operation[];
    readonly capabilityType: CapabilityType | undefined;
  },
): void {
  for (const { message, schema } of messages) {
    for (const example of message.examples) checkExample(context, schema, example.payload);
  }
  for (const block of context.loaded.profile?.examples ?? []) {
    if (block.root === undefined || isOfLostOperation(context, block.root, parts.operations)) continue;
    const schema = schemaOfExample(block.root, parts);
    if (schema !== undefined) checkExample(context, schema, block.root);
  }
  for (const named of context.schemas.values()) {
    if (named.schema.kind !== 'keywords') continue;
    for (const { value, at } of named.schema.examples ?? []) {
      for (const { pointer, message } of checkInstance(context.schemas, named.id, value)) {
        context.report(
          diagnose('example-invalid', at, {
            message: `The example breaks the schema at "${printable(pointer)}": ${message}.`,
          }),
        );
      }
    }
  }
}

/** What a JSON block of a profile document illustrates, told by the members that only one kind of object has. */
function schemaOfExample(root: DataNode, parts: Parameters<typeof checkExamples>[2]): SchemaId | undefined {
  const type = stringOf(valueOf(root, 'type'));
  const event = parts.events.find((candidate) => candidate.type === type);
  if (event !== undefined) return event.schema;
  if (entryOf(root, 'operation') !== undefined && entryOf(root, 'body') !== undefined)
    return parts.envelope?.schema;
  if (entryOf(root, 'compatibility_levels') !== undefined) return parts.capabilityType?.schema;
  return undefined;
}

/** Deleting an operation is one edit: an envelope that asks for it illustrates nothing any more, and is told. */
function isOfLostOperation(context: LinkContext, root: DataNode, operations: readonly Operation[]): boolean {
  const node = valueOf(root, 'operation');
  const name = stringOf(node);
  if (node === undefined || name === undefined || entryOf(root, 'body') === undefined) return false;
  if (operations.some(({ wireName }) => wireName === name)) return false;
  context.report(
    diagnose('dangling-reference', node.span, {
      message: `No row declares the operation "${printable(name)}" of the example.`,
    }),
  );
  return true;
}

function checkExample(context: LinkContext, schema: SchemaId, value: DataNode): void {
  for (const { pointer, message, at } of checkInstance(context.schemas, schema, toJson(value))) {
    context.report(
      diagnose('example-invalid', spanAt(value, pointer), {
        message: `The example breaks its schema: ${message}.`,
        related: [{ span: at, message: 'demanded here' }],
      }),
    );
  }
}
