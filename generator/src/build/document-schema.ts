import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import {
  diagnose,
  printable,
  type Diagnostic,
  type DiagnosticCode,
  type Span,
} from '../diagnostics/index.js';
import type { DataNode } from '../load/index.js';
import { toJson } from './to-json.js';

/**
 * A check of documents against one of profilegen's own schemas (never one that a spec brings): every
 * fault becomes a diagnostic at the key or value that it is about.
 */
export type DocumentCheck = (root: DataNode) => readonly Diagnostic[];

export function documentCheck(schema: object, code: DiagnosticCode): DocumentCheck {
  const validate = new Ajv2020({ allErrors: true, strict: true }).compile(schema);
  return (root) => {
    if (validate(toJson(root))) return [];
    return (validate.errors ?? []).map((error) => finding(error, root, code));
  };
}

function finding(error: ErrorObject, root: DataNode, code: DiagnosticCode): Diagnostic {
  const node = nodeAt(root, error.instancePath);
  const params = error.params as Readonly<Record<string, unknown>>;
  const extra = params['additionalProperty'];
  if (typeof extra === 'string') {
    return diagnose(code, keySpan(node, extra), {
      message: `Unknown property "${printable(extra)}".`,
      ...expectation(error),
    });
  }
  const path = error.instancePath === '' ? 'The document' : `"${printable(error.instancePath.slice(1))}"`;
  return diagnose(code, node.span, {
    message: `${path} ${error.message ?? 'is not valid'}.`,
    ...found(node),
  });
}

function expectation(error: ErrorObject): { expected?: string } {
  const known = (error.parentSchema as { properties?: object } | undefined)?.properties;
  return known === undefined ? {} : { expected: `one of ${Object.keys(known).join(', ')}` };
}

function found(node: DataNode): { found?: string } {
  if (node.kind === 'mapping') return { found: 'an object' };
  if (node.kind === 'sequence') return { found: 'an array' };
  return { found: printable(JSON.stringify(node.value)) };
}

/** The node that a JSON pointer leads to, or the last one on the way that exists. */
export function nodeAt(root: DataNode, pointer: string): DataNode {
  let node = root;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    const next =
      node.kind === 'mapping'
        ? node.entries.find((entry) => entry.key === key)?.value
        : node.kind === 'sequence'
          ? node.items[Number(key)]
          : undefined;
    if (next === undefined) return node;
    node = next;
  }
  return node;
}

function keySpan(node: DataNode, key: string): Span {
  const entry = node.kind === 'mapping' ? node.entries.find((candidate) => candidate.key === key) : undefined;
  return entry?.keySpan ?? node.span;
}
