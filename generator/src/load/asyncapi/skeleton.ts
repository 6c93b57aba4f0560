import type { DataNode } from '../data-node.js';
import { pointerTo } from '../references.js';

/** The frame of a document as plain JSON: everything but its schemas and examples. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Where messages and their traits stand: only there are `payload`, `headers` and `examples` what they seem. */
const messagePlace =
  /^\/components\/message(s|Traits)\/[^/]+(\/traits\/\d+)?$|\/(publish|subscribe)\/message(\/oneOf\/\d+)?(\/traits\/\d+)?$/;

const schemaPlace = /^\/components\/schemas\/[^/]+$|\/parameters\/[^/]+\/schema$/;

export function isMessagePlace(pointer: string): boolean {
  return messagePlace.test(pointer);
}

/** Whether a schema stands at a pointer, given the pointer of the object around it. */
export function isSchemaPlace(pointer: string): boolean {
  const slash = pointer.lastIndexOf('/');
  const isBody = /^\/(?:payload|headers)$/.test(pointer.slice(slash));
  return schemaPlace.test(pointer) || (isBody && isMessagePlace(pointer.slice(0, slash)));
}

/** Before names of `Object.prototype`: the parser's libraries call `hasOwnProperty` on the document, and set `__proto__`. */
const standIn = 'own-key-';

function safeKey(key: string): string {
  return key in Object.prototype ? standIn + key : key;
}

/** References follow the keys that they name. */
function safeReference(reference: string): string {
  return reference.split('/').map(safeKey).join('/');
}

export function skeleton(node: DataNode, pointer = ''): Json {
  const isSchemaMap = pointer === '/components/schemas' && node.kind === 'mapping';
  if (isSchemaMap || isSchemaPlace(pointer)) return {};
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'sequence')
    return node.items.map((item, index) => skeleton(item, pointerTo(pointer, index)));
  const isMessage = isMessagePlace(pointer);
  const members = node.entries
    // What a `schemaFormat` means for the payload is checked apart, with the payload.
    .filter(({ key }) => !(isMessage && (key === 'examples' || key === 'schemaFormat')))
    .map(({ key, value }): [string, Json] => [
      safeKey(key),
      key === '$ref' && value.kind === 'scalar' && typeof value.value === 'string'
        ? safeReference(value.value)
        : skeleton(value, pointerTo(pointer, key)),
    ]);
  return Object.fromEntries(members);
}

/** What the parser says of a skeleton, in the words of the document. */
export function inWordsOfDocument(text: string): string {
  return text.replaceAll(standIn, '');
}
