import { compareSpans, diagnose, type Diagnostic } from '../../diagnostics/index.js';
import type { Located, NamedSchema, Schema, SchemaId, SchemaSet } from '../../model/index.js';
import { maxDepth } from './json-value.js';
import { stronglyConnected } from './strongly-connected.js';
import { schemasOfSameValue } from './subschemas.js';

/** How many schemas may judge one value, every path through references counted; real unions stay below a hundred. */
export const maxSchemasPerValue = 50_000;

/** What one schema and the references in it do with one and the same value. */
interface Judgement {
  readonly references: readonly Located<SchemaId>[];
  /** How many schemas are written out in it. */
  readonly schemas: number;
}

interface Reach {
  /** How many schemas judge one value through it. */
  readonly schemas: number;
  /** The longest chain of references. */
  readonly depth: number;
  /** Whether it, or a part of it, has been reported as too large. */
  isReported: boolean;
}

/**
 * Reports references that lead back to themselves while they judge the same value (`ref-cycle`, no validator would
 * come to an end), chains longer than 200 (`depth-limit`), and references that multiply (`ref-expansion`).
 * Recursion through a property or an item is sound and is not touched.
 */
export function checkReferenceGraph(schemas: SchemaSet, report: (diagnostic: Diagnostic) => void): void {
  const judgements = new Map([...schemas.values()].map(({ id, schema }) => [id, judge(schema)]));
  const targetsOf = (id: SchemaId): readonly SchemaId[] =>
    (judgements.get(id)?.references ?? []).map((reference) => reference.value);
  const reaches = new Map<SchemaId, Reach>();
  for (const component of stronglyConnected(schemas.keys(), targetsOf)) {
    const [first = ''] = component;
    if (component.length > 1 || targetsOf(first).includes(first)) {
      reportCycle(component, judgements, report);
      continue;
    }
    const named = schemas.get(first);
    const judgement = judgements.get(first);
    if (!named || !judgement) continue;
    const reach = reachOf(judgement, reaches);
    reaches.set(first, reach);
    // What is too large is reported where it becomes so, not once more in each schema that uses it.
    if (reach.isReported) continue;
    reach.isReported = reportLimits(named, reach, report);
  }
}

function judge(schema: Schema): Judgement {
  const references: Located<SchemaId>[] = [];
  let schemas = 0;
  const waiting = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    schemas += 1;
    if (next.kind === 'boolean') continue;
    if (next.ref) references.push(next.ref);
    for (const inner of schemasOfSameValue(next)) waiting.push(inner);
  }
  return { references, schemas };
}

function reachOf(judgement: Judgement, reaches: ReadonlyMap<SchemaId, Reach>): Reach {
  let { schemas } = judgement;
  let depth = 0;
  let isReported = false;
  for (const { value } of judgement.references) {
    const target = reaches.get(value);
    schemas += target?.schemas ?? 0;
    depth = Math.max(depth, 1 + (target?.depth ?? 0));
    isReported ||= target?.isReported ?? false;
  }
  return { schemas, depth, isReported };
}

function reportCycle(
  component: readonly SchemaId[],
  judgements: ReadonlyMap<SchemaId, Judgement>,
  report: (diagnostic: Diagnostic) => void,
): void {
  const members = new Set(component);
  const references = component
    .flatMap((id) => judgements.get(id)?.references ?? [])
    .filter((reference) => members.has(reference.value))
    .sort((a, b) => compareSpans(a.at, b.at));
  const [first, ...others] = references;
  if (first === undefined) return;
  const message = 'The reference leads back to itself without a property or an item in between.';
  const related = others.map(({ at }) => ({ span: at, message: 'part of the same circle' }));
  const expected = 'a schema that ends, or that contains itself in a property or an item';
  const details = { message, expected };
  report(diagnose('ref-cycle', first.at, related.length > 0 ? { ...details, related } : details));
}

function reportLimits(named: NamedSchema, reach: Reach, report: (diagnostic: Diagnostic) => void): boolean {
  if (reach.depth > maxDepth) {
    const message = 'The schema is a chain of references that is too long.';
    report(
      diagnose('depth-limit', named.at, { message, expected: `at most ${String(maxDepth)} references` }),
    );
    return true;
  }
  if (reach.schemas > maxSchemasPerValue) {
    const message = 'The references of the schema multiply: they judge one value over and over.';
    const expected = `at most ${String(maxSchemasPerValue)} schemas for one value`;
    report(diagnose('ref-expansion', named.at, { message, expected }));
    return true;
  }
  return false;
}
