import type { DataNode } from '../load/index.js';
import type { JsonValue } from '../model/index.js';

/** The plain JSON value of a node; `__proto__` stays an own key. */
export function toJson(node: DataNode): JsonValue {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'sequence') return node.items.map(toJson);
  return Object.fromEntries(node.entries.map((entry) => [entry.key, toJson(entry.value)]));
}
