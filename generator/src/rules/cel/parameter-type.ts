import type { TypeScriptText } from './code.js';
import { fieldNamesOf, lookupField } from './fields.js';
import { ELEMENT, type CelPath } from './path.js';
import { partsOf, type Typed } from './typed.js';
import { membersOf, type CelType } from './types.js';

/** A variable of the emitted expression. */
export interface CelParameter {
  /** Its name in CEL. */
  readonly name: string;
  readonly identifier: string;
  /**
   * The TypeScript type that the expression needs: the fields that it reads and no more, with `string` for any
   * enumeration. What an interface emitted for the schema says is assignable to it; `unknown` when not validated.
   */
  readonly type: string;
}

/** The paths of an expression as a tree: `.name` and `[]` lead on. */
interface Reads {
  readonly steps: Map<string, Reads>;
}

/** The type of a variable as far as an expression reads it; undefined when it does not. */
export function parameterType(
  variable: string,
  known: CelType,
  root: Typed,
  text: TypeScriptText,
): string | undefined {
  const reads = readsOf(root).steps.get(variable);
  return reads === undefined ? undefined : printType(known, reads, text);
}

function readsOf(root: Typed): Reads {
  const reads: Reads = { steps: new Map() };
  const visit = (node: Typed): void => {
    if (node.path !== undefined) record(reads, node.path);
    partsOf(node).forEach(visit);
  };
  visit(root);
  return reads;
}

function record(reads: Reads, path: CelPath): void {
  let place = reads;
  for (const step of path) {
    const next = place.steps.get(step) ?? { steps: new Map() };
    place.steps.set(step, next);
    place = next;
  }
}

const NOTHING: Reads = { steps: new Map() };

/** A list of lists may go on without end; no rule compares deeper. */
const MAX_DEPTH = 32;

function printType(type: CelType, reads: Reads, text: TypeScriptText, depth = 0): string {
  const members = membersOf(type);
  const objects = members.filter((member) => member.kind === 'object');
  const printed = members
    .filter((member) => member.kind !== 'object')
    .map((member) => printMember(member, reads, text, depth + 1));
  if (objects.length > 0)
    printed.push(printObject({ kind: 'union', members: objects }, reads, text, depth + 1));
  const distinct = [...new Set(printed)];
  return depth > MAX_DEPTH || distinct.includes('unknown') ? 'unknown' : distinct.join(' | ');
}

function printMember(type: CelType, reads: Reads, text: TypeScriptText, depth: number): string {
  const element = reads.steps.get(ELEMENT) ?? NOTHING;
  if (type.kind === 'int' || type.kind === 'double') return 'number';
  if (type.kind === 'bool') return 'boolean';
  if (type.kind === 'string' || type.kind === 'null') return type.kind;
  if (type.kind === 'map') return `Readonly<Record<string, ${printType(type.values, element, text, depth)}>>`;
  if (type.kind !== 'list') return 'unknown';
  const items = printType(type.items, element, text, depth);
  return `readonly ${isAtomic(type.items, items) ? items : `(${items})`}[]`;
}

function isAtomic(type: CelType, text: string): boolean {
  return type.kind === 'object' || !text.includes(' ');
}

/** The fields that are read, of an object or of the alternatives of one; nothing is said of an object read as a whole. */
function printObject(type: CelType, reads: Reads, text: TypeScriptText, depth: number): string {
  const fields = fieldNamesOf(type).flatMap((name): string[] => {
    const next = reads.steps.get(`.${name}`);
    const lookup = lookupField(type, name);
    if (next === undefined || lookup?.sure !== true || text.isPrototypeName(name)) return [];
    const key = text.propertyKey(name);
    const value = printType(lookup.type, next, text, depth);
    const absent = lookup.optional && value !== 'unknown' ? ' | undefined' : '';
    return [`readonly ${key}${lookup.optional ? '?' : ''}: ${value}${absent}`];
  });
  return fields.length === 0 ? 'unknown' : `{ ${fields.join('; ')} }`;
}
