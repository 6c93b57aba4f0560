import { printable } from '../../diagnostics/index.js';
import type { DataNode } from '../../load/index.js';

/** What stands at a place, for the `found` of a diagnostic. */
export function describeNode(node: DataNode): string {
  switch (node.kind) {
    case 'sequence':
      return node.items.length === 0 ? 'an empty list' : 'a list';
    case 'mapping':
      return 'an object';
    case 'scalar':
      if (typeof node.value === 'string') return `"${printable(node.value)}"`;
      return printable(node.raw ?? String(node.value));
  }
}
