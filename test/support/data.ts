import type { Diagnostic, Span } from '../../generator/src/diagnostics/index.js';
import type { DataNode, ScalarNode } from '../../generator/src/load/data-node.js';

/** What a node holds, as `JSON.parse` would give it: `__proto__` is an own property. */
export function plainValue(node: DataNode | undefined): unknown {
  switch (node?.kind) {
    case undefined:
      return undefined;
    case 'scalar':
      return node.value;
    case 'sequence':
      return node.items.map(plainValue);
    case 'mapping':
      return Object.fromEntries(node.entries.map(({ key, value }) => [key, plainValue(value)]));
  }
}

/** All scalars in document order. */
export function scalarsOf(node: DataNode | undefined): readonly ScalarNode[] {
  switch (node?.kind) {
    case undefined:
      return [];
    case 'scalar':
      return [node];
    case 'sequence':
      return node.items.flatMap(scalarsOf);
    case 'mapping':
      return node.entries.flatMap(({ value }) => scalarsOf(value));
  }
}

/** The rest of the text from a position on; lines end at LF. */
export function textAt(text: string, { line, column }: Pick<Span, 'line' | 'column'>): string {
  const lines = text.split('\n').slice(line - 1);
  return lines.join('\n').slice(column - 1);
}

/** `line:column code` of every finding. */
export function findings({
  diagnostics,
}: {
  readonly diagnostics: readonly Diagnostic[];
}): readonly string[] {
  return diagnostics.map(({ code, span }) => `${String(span.line)}:${String(span.column)} ${code}`);
}
