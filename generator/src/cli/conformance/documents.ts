import { diagnose, printable, type Diagnostic } from '../../diagnostics/index.js';
import { decodeSource, loadJson, maxSourceBytes, type DataNode } from '../../load/index.js';
import type { Context } from '../context.js';
import { absolutePath } from '../places.js';
import { readRegularFile } from '../read-file.js';

export interface ReadDocument {
  /** Absent when there are diagnostics. */
  readonly root?: DataNode;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a JSON file that the caller named, with positions. */
export function readJsonDocument(context: Context, path: string): ReadDocument {
  const start = { file: path, line: 1, column: 1 };
  const read = readRegularFile(absolutePath(context, path), { maxBytes: maxSourceBytes });
  if (!read.ok) {
    const { code, ...details } = read.failure;
    return { diagnostics: [diagnose(code, start, details)] };
  }
  const { text, diagnostics } = decodeSource(path, read.bytes);
  if (text === undefined) return { diagnostics };
  const { root, diagnostics: faults } = loadJson(path, text);
  return root === undefined || faults.length > 0 ? { diagnostics: faults } : { root, diagnostics: [] };
}

/** A fault of a document that another one demands. */
export function documentFault(
  span: Diagnostic['span'],
  pointer: string,
  message: string,
  related: NonNullable<Diagnostic['related']> = [],
): Diagnostic {
  const place = pointer === '' ? 'The document' : printable(pointer);
  return diagnose('invalid-document', span, { message: `${place}: ${message}.`, related });
}
