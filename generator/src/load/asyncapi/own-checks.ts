import { diagnose, printable, type Diagnostic } from '../../diagnostics/index.js';
import { stringOf, valueOf, type DataNode } from '../data-node.js';
import { at, follow, frameReferenceFault, pointerTo, referenceOf } from '../references.js';
import { isMessagePlace, isSchemaPlace } from './skeleton.js';

/** What the official parser does not tell, or tells without the other position. */
export function ownChecks(root: DataNode): readonly Diagnostic[] {
  const channels = channelsOf(root);
  return [
    ...duplicateOperationIds(channels),
    ...channels.flatMap((channel) => sseFaults(valueOf(valueOf(channel, 'bindings'), 'x-sse'))),
    ...frameFaults(root, root, ''),
  ];
}

/** The channels, references followed. */
function channelsOf(root: DataNode): readonly DataNode[] {
  const channels = valueOf(root, 'channels');
  const entries = channels?.kind === 'mapping' ? channels.entries : [];
  return entries.map(({ value }) => follow(root, { node: value, pointer: '' })?.node ?? value);
}

function duplicateOperationIds(channels: readonly DataNode[]): readonly Diagnostic[] {
  const first = new Map<string, DataNode>();
  const operations = channels.flatMap((channel) => [
    valueOf(channel, 'publish'),
    valueOf(channel, 'subscribe'),
  ]);
  return operations.flatMap((operation) => {
    const id = valueOf(operation, 'operationId');
    const name = stringOf(id);
    if (id === undefined || name === undefined) return [];
    const known = first.get(name);
    if (known === undefined) {
      first.set(name, id);
      return [];
    }
    const message = `The operationId "${printable(name)}" stands twice.`;
    const related = [{ span: known.span, message: 'first stated here' }];
    return [diagnose('duplicate-row', id.span, { message, related })];
  });
}

const sseFields = ['mediaType', 'eventField', 'terminator'];

/** The `x-sse` binding is read as text, field by field: another field would be lost without a word. */
function sseFaults(binding: DataNode | undefined): readonly Diagnostic[] {
  if (binding === undefined) return [];
  if (binding.kind !== 'mapping') {
    const details = { message: 'The x-sse binding is not an object.', expected: sseFields.join(', ') };
    return [diagnose('keyword-value', binding.span, details)];
  }
  return binding.entries.flatMap(({ key, keySpan, value }) => {
    if (!sseFields.includes(key)) {
      const message = `The x-sse binding has an unknown field "${printable(key)}".`;
      return [diagnose('unsupported-keyword', keySpan, { message, expected: sseFields.join(', ') })];
    }
    if (stringOf(value)) return [];
    const message = `The field "${key}" of the x-sse binding is not text.`;
    return [diagnose('keyword-value', value.span, { message, expected: 'a string that is not empty' })];
  });
}

/** Faults of what stands outside of schemas and examples, which the compiler of schemas never looks at. */
function frameFaults(root: DataNode, node: DataNode, pointer: string): readonly Diagnostic[] {
  if (node.kind === 'scalar' || isSchemaPlace(pointer)) return [];
  if (node.kind === 'sequence') {
    return node.items.flatMap((item, index) => frameFaults(root, item, pointerTo(pointer, index)));
  }
  const isMessage = isMessagePlace(pointer);
  return [
    ...referenceFaults(root, node, pointer),
    ...(isMessage ? schemaFormatFaults(node) : []),
    ...node.entries
      .filter(({ key }) => !(isMessage && key === 'examples'))
      .flatMap(({ key, value }) => frameFaults(root, value, pointerTo(pointer, key))),
  ];
}

function referenceFaults(root: DataNode, node: DataNode, pointer: string): readonly Diagnostic[] {
  const fault = frameReferenceFault(root, node);
  if (fault) return [fault];
  const value = valueOf(node, '$ref');
  const target = at(root, referenceOf(node)?.slice(1) ?? '');
  if (value === undefined || !isMessagePlace(pointer) || !target || !isSchemaPlace(target.pointer)) return [];
  const message = 'The reference of a message leads to a schema.';
  return [diagnose('invalid-document', value.span, { message, found: printable(referenceOf(node) ?? '') })];
}

/** The formats in which a payload is a JSON Schema: AsyncAPI's own, and draft-07 by its name. */
const jsonSchemaFormat =
  /^application\/(?:vnd\.aai\.asyncapi(?:\+json|\+yaml)?;\s*version=2\.\d+\.\d+|schema\+(?:json|yaml);\s*version=draft-07)$/;

function schemaFormatFaults(message: DataNode): readonly Diagnostic[] {
  const value = valueOf(message, 'schemaFormat');
  if (value === undefined || jsonSchemaFormat.test(stringOf(value) ?? '')) return [];
  return [
    diagnose('unsupported-keyword', value.span, {
      message: 'The payload is not written in JSON Schema.',
      expected: 'a schemaFormat of AsyncAPI 2 or of JSON Schema draft-07',
      found: printable(stringOf(value) ?? value.kind),
    }),
  ];
}
