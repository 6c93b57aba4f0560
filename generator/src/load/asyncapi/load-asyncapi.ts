import { diagnose, hasErrors, printable, type Diagnostic, type Span } from '../../diagnostics/index.js';
import { entryOf, stringOf, valueOf, type DataNode } from '../data-node.js';
import { checkReferences } from '../references.js';
import type { AsyncApiDocument } from './document.js';
import { officialFindings } from './official.js';
import { ownChecks } from './own-checks.js';
import { readDocument } from './read-document.js';

export interface LoadedAsyncApi {
  /** Absent when a diagnostic is an error. */
  readonly document?: AsyncApiDocument;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a YAML or JSON document as AsyncAPI 2.x; what is not, or breaks that specification, is reported. */
export async function loadAsyncApi(file: string, root: DataNode): Promise<LoadedAsyncApi> {
  const kind = documentKind(file, root);
  if (kind !== undefined) return { diagnostics: [kind] };
  const references = checkReferences(root);
  const own = ownChecks(root);
  // A reference that leads outside must not reach any other reader, not even one that would ignore it.
  const leavesFolder = references.some(({ code }) => code === 'ref-outside');
  const official = leavesFolder ? [] : await officialFindings(root);
  const diagnostics = [...references, ...own, ...official];
  return hasErrors(diagnostics) ? { diagnostics } : { document: readDocument(file, root), diagnostics };
}

function documentKind(file: string, root: DataNode): Diagnostic | undefined {
  const fault = (span: Span, found: string): Diagnostic =>
    diagnose('document-kind', span, {
      message: `${file.split('/').at(-1) ?? file} is not an AsyncAPI document of version 2.`,
      expected: 'a mapping with `asyncapi: 2.x.y`',
      found,
    });
  if (root.kind !== 'mapping') return fault(root.span, root.kind === 'sequence' ? 'a sequence' : 'a scalar');
  const entry = entryOf(root, 'asyncapi');
  if (entry === undefined) return fault(root.span, 'a mapping without `asyncapi`');
  const version = stringOf(valueOf(root, 'asyncapi'));
  if (version === undefined || !/^2\.\d+\.\d+$/.test(version)) {
    return fault(entry.value.span, version === undefined ? 'no version' : printable(version));
  }
  return undefined;
}
