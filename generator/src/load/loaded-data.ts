import { diagnose, printable, type Diagnostic, type Span } from '../diagnostics/index.js';
import type { DataNode } from './data-node.js';

/** The deepest nesting of collections that a document may have; published specifications stay below 30. */
export const maxDepth = 200;

/**
 * The most members of one mapping or items of one list. What is emitted for a schema grows with its members,
 * and compilers of TypeScript and formatters give up on one expression with some ten thousand terms.
 */
export const maxMembers = 5_000;

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

/** What is told of a collection with so many members; nothing within the limit. */
export function checkSize(members: number, span: Span): readonly Diagnostic[] {
  if (members <= maxMembers) return [];
  return [
    diagnose('size-limit', span, {
      message: 'The collection has too many members.',
      expected: `at most ${String(maxMembers)}`,
      found: String(members),
    }),
  ];
}

export function duplicateKey(key: string, span: Span, first: Span): Diagnostic {
  return diagnose('duplicate-key', span, {
    message: `The key "${printable(key)}" stands twice in one mapping.`,
    related: [{ span: first, message: 'first stated here' }],
  });
}
