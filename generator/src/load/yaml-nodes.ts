import {
  isAlias,
  isScalar,
  isSeq,
  Scalar,
  type Alias,
  type ParsedNode,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { diagnose, printable, type Diagnostic, type Span } from '../diagnostics/index.js';
import type { DataNode, MappingEntry, ScalarNode } from './data-node.js';
import type { LineIndex } from './line-index.js';
import { checkSize, duplicateKey } from './loaded-data.js';

/** How many nodes all aliases of a document may add to it. Hand-written documents stay far below. */
export const maxAliasedNodes = 10_000;

/** A node with what an alias to it costs: the number of nodes in its expansion. */
interface Converted {
  readonly node: DataNode;
  readonly size: number;
}

interface Conversion {
  readonly lines: LineIndex;
  readonly diagnostics: Diagnostic[];
  /** The latest node with that anchor; `open` while it is being converted, so an alias to it would be endless. */
  readonly anchors: Map<string, Converted | 'open'>;
  aliasedNodes: number;
  /** Set when the document has no finite reading: nothing of it is handed on. */
  unreadable: boolean;
}

/** Turns the nodes of the YAML library into data with positions; aliases become the nodes that they name. */
export function convertYaml(
  contents: ParsedNode,
  lines: LineIndex,
): { readonly root?: DataNode; readonly diagnostics: readonly Diagnostic[] } {
  const state: Conversion = {
    lines,
    diagnostics: [],
    anchors: new Map(),
    aliasedNodes: 0,
    unreadable: false,
  };
  const { node } = convert(contents, state);
  return state.unreadable
    ? { diagnostics: state.diagnostics }
    : { root: node, diagnostics: state.diagnostics };
}

function convert(node: ParsedNode, state: Conversion): Converted {
  if (isAlias(node)) return expandAlias(node, state);
  const anchor = node.anchor;
  if (anchor !== undefined) state.anchors.set(anchor, 'open');
  const span = state.lines.spanAt(node.range[0]);
  const converted = isScalar(node)
    ? { node: convertScalar(node, span), size: 1 }
    : isSeq(node)
      ? convertSequence(node, span, state)
      : convertMapping(node, span, state);
  if (anchor !== undefined) state.anchors.set(anchor, converted);
  return converted;
}

function convertScalar(node: Scalar, span: Span): ScalarNode {
  // The core schema makes nothing else of a scalar.
  const value = node.value as ScalarNode['value'];
  const plain = node.type === Scalar.PLAIN && node.source !== undefined;
  return { kind: 'scalar', value, ...(plain ? { raw: node.source } : {}), span };
}

function convertSequence(node: YAMLSeq<ParsedNode>, span: Span, state: Conversion): Converted {
  const items: DataNode[] = [];
  state.diagnostics.push(...checkSize(node.items.length, span));
  let size = 1;
  for (const item of node.items) {
    const converted = convert(item, state);
    items.push(converted.node);
    size += converted.size;
  }
  return { node: { kind: 'sequence', items, span }, size };
}

function convertMapping(
  node: YAMLMap<ParsedNode, ParsedNode | null>,
  span: Span,
  state: Conversion,
): Converted {
  const entries = new Map<string, MappingEntry>();
  const merged: Converted[] = [];
  state.diagnostics.push(...checkSize(node.items.length, span));
  let size = 1;
  for (const { key: keyNode, value: valueNode } of node.items) {
    const keySpan = state.lines.spanAt(keyNode.range[0]);
    const key = keyText(keyNode, keySpan, state);
    const value = valueNode
      ? convert(valueNode, state)
      : { node: { kind: 'scalar', value: null, span: keySpan } as const, size: 1 };
    if (key === undefined) continue;
    if (isMergeKey(keyNode)) {
      merged.push(value);
      continue;
    }
    size += value.size;
    const first = entries.get(key);
    if (first) state.diagnostics.push(duplicateKey(key, keySpan, first.keySpan));
    else entries.set(key, { key, keySpan, value: value.node });
  }
  for (const source of merged) size += mergeInto(entries, source, state);
  return { node: { kind: 'mapping', entries: [...entries.values()], span }, size };
}

/** A key of JSON-shaped data is text; `200:` and `on:` mean the text that is written, as their authors expect. */
function keyText(node: ParsedNode, span: Span, state: Conversion): string | undefined {
  if (isScalar(node)) {
    if (typeof node.value === 'string') return node.value;
    if (node.source !== '') return node.source;
  }
  const details = {
    message: 'A mapping has a key that is not text.',
    expected: 'a scalar key',
    found: isScalar(node) ? 'nothing' : isAlias(node) ? 'an alias' : 'a collection',
  };
  state.diagnostics.push(diagnose('syntax', span, details));
  return undefined;
}

function expandAlias(node: Alias.Parsed, state: Conversion): Converted {
  const span = state.lines.spanAt(node.range[0]);
  const name = printable(node.source);
  const target = state.anchors.get(node.source);
  const nothing: Converted = { node: { kind: 'scalar', value: null, span }, size: 1 };
  if (target === undefined) {
    state.diagnostics.push(
      diagnose('syntax', span, { message: `No anchor &${name} stands before the alias *${name}.` }),
    );
    return nothing;
  }
  if (target === 'open') {
    state.unreadable = true;
    const message = `The alias *${name} stands inside the node that it names: its expansion has no end.`;
    state.diagnostics.push(diagnose('alias-limit', span, { message }));
    return nothing;
  }
  const withinLimit = state.aliasedNodes <= maxAliasedNodes;
  state.aliasedNodes += target.size;
  if (state.aliasedNodes <= maxAliasedNodes) return target;
  state.unreadable = true;
  if (withinLimit) {
    const message = `With the alias *${name}, aliases add too many nodes to the document.`;
    const expected = `at most ${String(maxAliasedNodes)} nodes`;
    state.diagnostics.push(diagnose('alias-limit', span, { message, expected }));
  }
  return nothing;
}

/** `<<` is no part of the core schema, yet every YAML reader of this field merges; keys that stand in the mapping win. */
function isMergeKey(node: ParsedNode): boolean {
  return isScalar(node) && node.type === Scalar.PLAIN && node.value === '<<';
}

/** Adds the entries of a merge; returns how many nodes they are. Earlier sources win over later ones. */
function mergeInto(entries: Map<string, MappingEntry>, source: Converted, state: Conversion): number {
  const { node } = source;
  const mappings = node.kind === 'sequence' ? node.items : [node];
  for (const mapping of mappings) {
    if (mapping.kind !== 'mapping') {
      const details = {
        message: 'Only a mapping can be merged.',
        expected: 'a mapping or a list of mappings',
      };
      state.diagnostics.push(diagnose('syntax', mapping.span, details));
      continue;
    }
    for (const entry of mapping.entries) {
      if (!entries.has(entry.key)) entries.set(entry.key, entry);
    }
  }
  return source.size;
}
