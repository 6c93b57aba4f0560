import { diagnose, printable } from '../../diagnostics/index.js';
import type { DataNode, MappingEntry, ScalarNode } from '../../load/index.js';
import type { Located } from '../../model/index.js';
import { describeNode } from './describe-node.js';
import { numberOf } from './json-value.js';
import type { SchemaScope } from './scope.js';

/** Reports a keyword whose value has the wrong form. */
export function refuseValue(keyword: string, node: DataNode, expected: string, scope: SchemaScope): void {
  const message = `\`${printable(keyword)}\` has a value that it does not take.`;
  scope.report(diagnose('keyword-value', node.span, { message, expected, found: describeNode(node) }));
}

export function readString(entry: MappingEntry, scope: SchemaScope): Located<string> | undefined {
  const { key, value } = entry;
  if (value.kind === 'scalar' && typeof value.value === 'string')
    return { value: value.value, at: value.span };
  refuseValue(key, value, 'a string', scope);
  return undefined;
}

export function readBoolean(entry: MappingEntry, scope: SchemaScope): Located<boolean> | undefined {
  const { key, value } = entry;
  if (value.kind === 'scalar' && typeof value.value === 'boolean')
    return { value: value.value, at: value.span };
  refuseValue(key, value, '`true` or `false`', scope);
  return undefined;
}

export function readNumber(entry: MappingEntry, scope: SchemaScope): Located<number> | undefined {
  const node = numericNode(entry, 'a number', scope);
  const value = node && numberOf(node, scope.report);
  return node && value !== undefined ? { value, at: node.span } : undefined;
}

/** A count: an integer from 0. `2.0` is one, as in all of JSON Schema. */
export function readCount(entry: MappingEntry, scope: SchemaScope): Located<number> | undefined {
  const expected = 'an integer from 0';
  const node = numericNode(entry, expected, scope);
  const value = node && numberOf(node, scope.report);
  if (node === undefined || value === undefined) return undefined;
  if (Number.isInteger(value) && value >= 0) return { value, at: node.span };
  refuseValue(entry.key, node, expected, scope);
  return undefined;
}

function numericNode(entry: MappingEntry, expected: string, scope: SchemaScope): ScalarNode | undefined {
  const { key, value } = entry;
  if (value.kind === 'scalar' && typeof value.value === 'number') return value;
  refuseValue(key, value, expected, scope);
  return undefined;
}

/** A list of different strings, each where it stands. */
export function readStrings(keyword: string, node: DataNode, scope: SchemaScope): readonly Located<string>[] {
  return readDistinct(keyword, node, scope, (item) =>
    typeof item.value === 'string' ? item.value : undefined,
  );
}

/**
 * A list of different property names. YAML reads a plain `1e3` as a number; the key of the property that it means
 * was read as text, so it is text here too.
 */
export function readNames(keyword: string, node: DataNode, scope: SchemaScope): readonly Located<string>[] {
  return readDistinct(keyword, node, scope, (item) => {
    if (typeof item.value === 'string') return item.value;
    return scope.isYaml ? item.raw : undefined;
  });
}

function readDistinct(
  keyword: string,
  node: DataNode,
  scope: SchemaScope,
  textOf: (item: ScalarNode) => string | undefined,
): readonly Located<string>[] {
  if (node.kind !== 'sequence') {
    refuseValue(keyword, node, 'a list of strings', scope);
    return [];
  }
  const strings = new Map<string, Located<string>>();
  for (const item of node.items) {
    const value = item.kind === 'scalar' ? textOf(item) : undefined;
    if (value === undefined) {
      refuseValue(keyword, item, 'a string', scope);
      continue;
    }
    const first = strings.get(value);
    if (first === undefined) {
      strings.set(value, { value, at: item.span });
      continue;
    }
    const message = `\`${keyword}\` lists "${printable(value)}" twice.`;
    const related = [{ span: first.at, message: 'first listed here' }];
    scope.report(diagnose('keyword-value', item.span, { message, related }));
  }
  return [...strings.values()];
}
