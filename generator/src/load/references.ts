import { diagnose, printable, type Diagnostic } from '../diagnostics/index.js';
import { entryOf, stringOf, type DataNode } from './data-node.js';

/** The longest chain of references that is followed; a longer one goes in a circle. */
const longestChain = 64;

/** A node together with the JSON pointer to where it is written, references followed. */
export interface Placed {
  readonly node: DataNode;
  /** Empty for the root; only meaningful inside the document. */
  readonly pointer: string;
}

/** A JSON pointer with one more token. */
export function pointerTo(pointer: string, token: string | number): string {
  return `${pointer}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The member of an object or array at one token. */
export function member(placed: Placed, token: string | number): Placed | undefined {
  const { node } = placed;
  const child =
    node.kind === 'mapping'
      ? entryOf(node, String(token))?.value
      : node.kind === 'sequence'
        ? node.items[Number(token)]
        : undefined;
  return child === undefined ? undefined : { node: child, pointer: pointerTo(placed.pointer, token) };
}

/** Follows `$ref`s inside the document; undefined when one points at nothing or the chain does not end. */
export function follow(root: DataNode, placed: Placed): Placed | undefined {
  let current: Placed | undefined = placed;
  for (let step = 0; current !== undefined && step < longestChain; step++) {
    const reference = referenceOf(current.node);
    if (reference === undefined) return current;
    current = reference.startsWith('#') ? at(root, reference.slice(1)) : undefined;
  }
  return undefined;
}

/** The text of `$ref`, when the node is a reference. */
export function referenceOf(node: DataNode): string | undefined {
  return stringOf(entryOf(node, '$ref')?.value);
}

/** The node at a JSON pointer in URI fragment form, percent-encoded. */
export function at(root: DataNode, fragment: string): Placed | undefined {
  return atPointer(root, decode(fragment));
}

/** The node at a JSON pointer. */
export function atPointer(root: DataNode, pointer: string): Placed | undefined {
  if (pointer !== '' && !pointer.startsWith('/')) return undefined;
  let current: Placed | undefined = { node: root, pointer: '' };
  for (const token of pointer.split('/').slice(1)) {
    if (current === undefined) return undefined;
    current = member(current, token.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return current;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/**
 * Checks every `$ref` of a document before anything else looks at it: one that names the network, the file
 * system or a place outside the folder is refused, one into the document must lead somewhere.
 */
export function checkReferences(root: DataNode): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const visit = (node: DataNode): void => {
    if (node.kind === 'sequence') node.items.forEach(visit);
    if (node.kind !== 'mapping') return;
    for (const { key, value } of node.entries) {
      if (key === '$ref') diagnostics.push(...checkReference(root, value));
      visit(value);
    }
  };
  visit(root);
  return diagnostics;
}

function checkReference(root: DataNode, value: DataNode): readonly Diagnostic[] {
  // A property may be called `$ref`: then its value is a schema and no reference.
  const reference = stringOf(value);
  if (reference === undefined) return [];
  if (leavesFolder(reference)) {
    return [
      diagnose('ref-outside', value.span, {
        message: 'The reference leaves the folder of the specification; nothing is opened or fetched.',
        expected: 'a place in this document or a file beside it',
        found: printable(reference),
      }),
    ];
  }
  if (!reference.startsWith('#') || !/^#(\/|$)/.test(reference) || at(root, reference.slice(1)) !== undefined)
    return [];
  return [
    diagnose('ref-unresolved', value.span, {
      message: 'The reference points at nothing.',
      found: printable(reference),
    }),
  ];
}

/**
 * What is wrong with a reference that stands outside of a schema: it leads into another file, from which only
 * schemas are read, or back to itself. One that leads to nothing is a finding of `checkReferences`.
 */
export function frameReferenceFault(root: DataNode, node: DataNode): Diagnostic | undefined {
  const value = entryOf(node, '$ref')?.value;
  const reference = referenceOf(node);
  if (value === undefined || reference === undefined || leavesFolder(reference)) return undefined;
  const found = printable(reference);
  if (!reference.startsWith('#')) {
    const message = 'Only schemas are read from other files, and the reference stands outside of a schema.';
    return diagnose('ref-unresolved', value.span, { message, found });
  }
  if (!isEndless(root, reference)) return undefined;
  return diagnose('ref-cycle', value.span, { message: 'The reference leads back to itself.', found });
}

function isEndless(root: DataNode, reference: string): boolean {
  let next: string | undefined = reference;
  for (let step = 0; step < longestChain; step++) {
    const target: Placed | undefined = next?.startsWith('#') ? at(root, next.slice(1)) : undefined;
    if (target === undefined) return false;
    next = referenceOf(target.node);
  }
  return next !== undefined;
}

/** Whether a reference names a scheme, a host, a root or a parent; percent escapes are undone first. */
function leavesFolder(reference: string): boolean {
  const path = decode(reference.split('#', 1)[0] ?? '').replaceAll('\\', '/');
  if (path === '') return false;
  // The published metaschema is built in: naming it opens nothing.
  if (path === 'http://json-schema.org/draft-07/schema') return false;
  return /^[A-Za-z][A-Za-z0-9+.-]*:|^\/|^~/.test(path) || path.split('/').includes('..');
}
