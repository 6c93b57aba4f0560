import type { CelConstant } from './node.js';
import { formatPath } from './path.js';
import { partsOf, type Typed } from './typed.js';

/** A constant of a rule. */
export interface CelLiteral {
  /** CEL ints are bigint, CEL doubles are number. */
  readonly value: CelConstant;
  /** Offset in the source (UTF-16 code units). */
  readonly offset: number;
  /** What it is compared with: the first path in the other operand of the operator or function. */
  readonly field?: string;
}

/** The paths that an expression reads, in order of appearance; of a chain of selects only the whole. */
export function fieldsOf(root: Typed): readonly string[] {
  const paths = new Set<string>();
  const visit = (node: Typed): void => {
    if (node.path === undefined) {
      partsOf(node).forEach(visit);
      return;
    }
    paths.add(formatPath(node.path));
    indexesOf(node).forEach(visit);
  };
  visit(root);
  return [...paths];
}

/** What a chain of selects and indexes computes on its way. */
function indexesOf(node: Typed): readonly Typed[] {
  if (node.kind === 'index') return [...indexesOf(node.operand), node.index];
  return node.kind === 'select' || node.kind === 'has' ? indexesOf(node.operand) : [];
}

export function literalsOf(root: Typed): readonly CelLiteral[] {
  const literals: CelLiteral[] = [];
  const visit = (node: Typed, field: string | undefined): void => {
    const { offset } = node;
    if (node.kind === 'literal') {
      literals.push({ value: node.value, offset, ...(field !== undefined && { field }) });
    }
    for (const part of partsOf(node)) visit(part, node.kind === 'list' ? field : besides(node, part));
  };
  visit(root, undefined);
  return literals;
}

function besides(node: Typed, part: Typed): string | undefined {
  if (node.kind !== 'binary' && node.kind !== 'call') return undefined;
  return partsOf(node)
    .filter((other) => other !== part)
    .flatMap(fieldsOf)
    .at(0);
}
