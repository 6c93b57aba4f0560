import type { Span } from '../diagnostics/index.js';

/** A JSON-shaped value that remembers where each part of it stands in its document. */
export type DataNode = ScalarNode | SequenceNode | MappingNode;

export interface ScalarNode {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  /** The text of a number or plain YAML scalar as written, to report values that a double cannot hold. */
  readonly raw?: string;
  readonly span: Span;
}

export interface SequenceNode {
  readonly kind: 'sequence';
  readonly items: readonly DataNode[];
  readonly span: Span;
}

export interface MappingNode {
  readonly kind: 'mapping';
  /** In document order; keys are unique (a duplicate is a diagnostic of the loader). */
  readonly entries: readonly MappingEntry[];
  readonly span: Span;
}

export interface MappingEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: DataNode;
}

/** The entry with that own key; never a prototype name by accident. */
export function entryOf(node: DataNode | undefined, key: string): MappingEntry | undefined {
  if (node?.kind !== 'mapping') return undefined;
  if (node.entries.length <= smallMapping) return node.entries.find((entry) => entry.key === key);
  let index = indexes.get(node);
  if (!index) indexes.set(node, (index = new Map(node.entries.map((entry) => [entry.key, entry]))));
  return index.get(key);
}

/** Up to so many entries a search is as fast as an index. */
const smallMapping = 16;

/** Thousands of references into one large mapping would search it thousands of times; nodes never change. */
const indexes = new WeakMap<MappingNode, ReadonlyMap<string, MappingEntry>>();

export function valueOf(node: DataNode | undefined, key: string): DataNode | undefined {
  return entryOf(node, key)?.value;
}

export function stringOf(node: DataNode | undefined): string | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}
