import { printable, type DiagnosticCode, type DiagnosticDetails } from '../../diagnostics/index.js';
import type { SchemaIndex } from './schema-index.js';
import type { SchemaPlace } from './schema-place.js';
import {
  documentUri,
  hasScheme,
  isDocumentUri,
  leavesFolder,
  resolveUri,
  splitFragment,
  type UriParts,
} from './uri.js';

export type Resolution =
  { readonly place: SchemaPlace } | { readonly code: DiagnosticCode; readonly details: DiagnosticDetails };

/**
 * Finds the schema that a `$ref` inside `from` names, among the documents and the identifiers in them.
 * Nothing is ever read or fetched for it.
 *
 * @returns the place, or why there is none: `ref-outside` (it leads to the network, to the file system, or out of
 *   the folder of the specification), or `ref-unresolved` (it stays inside and points at nothing)
 */
export function resolveReference(index: SchemaIndex, from: SchemaPlace, reference: string): Resolution {
  const { file } = from.document;
  const relative = !hasScheme(reference);
  if (relative ? isDocumentUri(from.base) && leavesFolder(reference, file) : isDocumentUri(reference)) {
    return outside(reference);
  }
  const named = partsOf(reference, from.base);
  // A schema with an `$id` of its own still lies in a file, and its author may mean the files beside that.
  const beside =
    relative && !leavesFolder(reference, file) ? partsOf(reference, documentUri(file)) : undefined;
  for (const parts of [named, beside]) {
    const resource = parts && index.resource(parts.resource);
    if (resource) return selectFragment(index, resource, parts, reference);
  }
  if (named === undefined) return unresolved('The reference is not a URI reference.', reference);
  if (!isDocumentUri(named.resource)) return outside(reference);
  return unresolved(
    'The reference names a document that is not among those of the specification.',
    reference,
  );
}

function partsOf(reference: string, base: string): UriParts | undefined {
  const uri = resolveUri(reference, base);
  return uri === undefined ? undefined : splitFragment(uri);
}

function selectFragment(
  index: SchemaIndex,
  resource: SchemaPlace,
  parts: UriParts,
  reference: string,
): Resolution {
  const { fragment } = parts;
  const named = fragment !== '' && !fragment.startsWith('/');
  if (!named && !isSchemaPlace(resource, fragment)) {
    return unresolved('The reference points at a part of the document that is not a schema.', reference);
  }
  const place = named ? index.anchor(parts.resource, fragment) : index.select(resource, fragment);
  return place === undefined ? unresolved('The reference points at nothing.', reference) : { place };
}

/** Whether a schema can stand at that pointer: AsyncAPI and OpenAPI documents are no schemas, nor are their sections. */
function isSchemaPlace(resource: SchemaPlace, fragment: string): boolean {
  const { dialect } = resource.document;
  if (dialect === 'draft-07' || dialect === '2020-12') return true;
  const pointer = `${resource.pointer}${fragment}`;
  const [, section, kind, , member] = pointer.split('/');
  if (section === undefined || kind === undefined) return false;
  if (section !== 'components') return true;
  return kind === 'schemas' ? pointer !== '/components/schemas' : member !== undefined;
}

function outside(reference: string): Resolution {
  return {
    code: 'ref-outside',
    details: {
      message: 'The reference leads out of the folder of its specification.',
      expected: 'a place in a document of the same folder',
      found: printable(reference),
    },
  };
}

function unresolved(message: string, reference: string): Resolution {
  return { code: 'ref-unresolved', details: { message, found: printable(reference) } };
}
