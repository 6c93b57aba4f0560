import type { KeywordSchema, Schema } from '../../../model/index.js';
import { assertionsOf, isPureReference, isTrivial, type SchemaDraft } from './assertions.js';

/**
 * Keywords that read each other, so that they can only move from one schema into another together, and only
 * where the other has none of them.
 */
const groups: readonly (readonly (keyof KeywordSchema)[])[] = [
  ['properties', 'patternProperties', 'additionalProperties'],
  ['prefixItems', 'items'],
  ['contains', 'minContains', 'maxContains'],
  ['if', 'then', 'else'],
];

/** Moves the branches of `allOf` into the schema itself where that changes nothing; drops repetitions. */
export function openAllOf(draft: SchemaDraft): void {
  if (draft.allOf === undefined) return;
  const { at, value } = draft.allOf;
  delete draft.allOf;
  const rest: Schema[] = [];
  const seen = new Set<string>();
  for (const branch of value.flatMap(opened)) {
    if (isPureReference(branch)) {
      if (seen.has(branch.ref.value) || draft.ref?.value === branch.ref.value) continue;
      seen.add(branch.ref.value);
    }
    if (!absorb(draft, branch)) rest.push(branch);
  }
  if (rest.length > 0) draft.allOf = { at, value: rest };
}

/** The branches of a branch that is nothing but an `allOf`. */
function opened(branch: Schema): readonly Schema[] {
  if (isTrivial(branch)) return [];
  if (branch.kind === 'boolean' || branch.allOf === undefined) return [branch];
  return assertionsOf(branch).length === 1 ? branch.allOf.value : [branch];
}

function absorb(draft: SchemaDraft, branch: Schema): boolean {
  if (branch.kind === 'boolean' || branch.nullable !== undefined) return false;
  const names = assertionsOf(branch) as (keyof KeywordSchema)[];
  if (!names.every((name) => fits(draft, branch, name))) return false;
  const { required, dependentRequired, properties } = draft;
  for (const name of names) {
    if (name !== 'type' || draft.type === undefined) Object.assign(draft, { [name]: branch[name] });
  }
  if (required !== undefined) draft.required = [...required, ...(branch.required ?? [])];
  if (dependentRequired !== undefined) {
    draft.dependentRequired = [...dependentRequired, ...(branch.dependentRequired ?? [])];
  }
  if (properties !== undefined) draft.properties = [...properties, ...(branch.properties ?? [])];
  return true;
}

function fits(draft: SchemaDraft, branch: KeywordSchema, name: keyof KeywordSchema): boolean {
  if (name === 'required' || name === 'dependentRequired') return true;
  if (name === 'type' && draft.type !== undefined) {
    return String(draft.type.value) === String(branch.type?.value);
  }
  if (name === 'properties' && haveDisjointProperties(draft, branch)) return true;
  const group = groups.find((keys) => keys.includes(name)) ?? [name];
  return group.every((key) => draft[key] === undefined);
}

/** Whether two schemas only list properties, and different ones. */
function haveDisjointProperties(left: KeywordSchema, right: KeywordSchema): boolean {
  for (const schema of [left, right]) {
    if (schema.patternProperties !== undefined || schema.additionalProperties !== undefined) return false;
  }
  const names = new Set((left.properties ?? []).map(({ name }) => name));
  return (right.properties ?? []).every(({ name }) => !names.has(name));
}
