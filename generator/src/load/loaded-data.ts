import { diagnose, printable, type Diagnostic, type Span } from '../diagnostics/index.js';
import type { DataNode } from './data-node.js';

/** The deepest nesting of collections that a document may have; published specifications stay below 30. */
export const maxDepth = 200;

export interface LoadedData {
  /** Absent when the text has no sound reading at all; present beside diagnostics about parts of it. */
  readonly root?: DataNode;
  readonly diagnostics: readonly Diagnostic[];
}

export function tooDeep(span: Span): Diagnostic {
  return diagnose('depth-limit', span, {
    message: 'The document is nested too deeply.',
    expected: `at most ${String(maxDepth)} levels`,
  });
}

export function duplicateKey(key: string, span: Span, first: Span): Diagnostic {
  return diagnose('duplicate-key', span, {
    message: `The key "${printable(key)}" stands twice in one mapping.`,
    related: [{ span: first, message: 'first stated here' }],
  });
}
