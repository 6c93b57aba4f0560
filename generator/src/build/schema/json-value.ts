import { diagnose, type Diagnostic, type Span } from '../../diagnostics/index.js';
import type { DataNode, ScalarNode } from '../../load/index.js';
import type { JsonValue } from '../../model/index.js';
import { describeNode } from './describe-node.js';
import { isExact } from './exact-number.js';

/** The deepest nesting of schemas in schemas, and of values in values. */
export const maxDepth = 200;

export function tooDeep(span: Span): Diagnostic {
  return diagnose('depth-limit', span, {
    message: 'The schema is nested too deeply.',
    expected: `at most ${String(maxDepth)} levels`,
  });
}

/**
 * The plain value of a node. Own keys of any name stay own keys; numbers that JSON or a double does not have are
 * reported (`keyword-value`, `number-range`) where they stand, and so is what lies deeper than 200 levels.
 */
export function jsonOf(node: DataNode, report: (diagnostic: Diagnostic) => void, depth = 0): JsonValue {
  if (node.kind === 'scalar') {
    if (typeof node.value !== 'number') return node.value;
    return numberOf(node, report) ?? null;
  }
  if (depth >= maxDepth) {
    report(tooDeep(node.span));
    return null;
  }
  if (node.kind === 'sequence') return node.items.map((item) => jsonOf(item, report, depth + 1));
  // fromEntries defines properties; assignment would treat `__proto__` as the prototype.
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, jsonOf(value, report, depth + 1)]));
}

/** A finite number that means what is written; undefined (and reported) otherwise. Negative zero is zero. */
export function numberOf(node: ScalarNode, report: (diagnostic: Diagnostic) => void): number | undefined {
  const { value, span } = node;
  if (typeof value !== 'number') return undefined;
  const found = describeNode(node);
  if (!isExact(node)) {
    const message = 'The number cannot be represented exactly: validators compare doubles.';
    report(
      diagnose('number-range', span, { message, expected: 'a number that an IEEE 754 double holds', found }),
    );
    return undefined;
  }
  if (!Number.isFinite(value)) {
    report(
      diagnose('keyword-value', span, {
        message: 'JSON has no such number.',
        expected: 'a finite number',
        found,
      }),
    );
    return undefined;
  }
  return value === 0 ? 0 : value;
}
