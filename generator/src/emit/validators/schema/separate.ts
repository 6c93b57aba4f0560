import type { Located, Property, Schema } from '../../../model/index.js';
import { assertionsOf, type SchemaDraft } from './assertions.js';

/** More properties than that are checked by several functions: the compiler gives up on longer ones. */
const mostProperties = 50;

/** Drops branches that nothing matches; a union of one branch is that branch. */
export function simplifyUnions(draft: SchemaDraft): void {
  for (const key of ['anyOf', 'oneOf'] as const) {
    const union = draft[key];
    if (union === undefined) continue;
    const branches = union.value.filter((branch) => branch.kind !== 'boolean' || branch.value);
    if (branches.length > 1) {
      draft[key] = branches.length === union.value.length ? union : { ...union, value: branches };
    } else if (branches.length === 1) {
      delete draft[key];
      addToAllOf(draft, union, branches);
    }
  }
}

/** A union beside other keywords becomes a schema of its own, checked by a function of its own. */
export function separateUnions(draft: SchemaDraft): void {
  for (const key of ['anyOf', 'oneOf'] as const) {
    const union = draft[key];
    if (union === undefined || assertionsOf(draft).every((name) => name === key || name === 'nullable'))
      continue;
    delete draft[key];
    addToAllOf(draft, union, [{ kind: 'keywords', at: union.at, [key]: union }]);
  }
}

/** Many properties become several schemas; the schema itself keeps their names for `additionalProperties`. */
export function separateProperties(draft: SchemaDraft): void {
  const { properties = [], required = [] } = draft;
  if (properties.length <= mostProperties && required.length <= mostProperties) return;
  const named = new Map(properties.map((property) => [property.name, property]));
  const needed = new Map(required.map((located) => [located.value, located]));
  const names = [...new Set([...named.keys(), ...needed.keys()])];
  const groups: Schema[] = [];
  for (let start = 0; start < names.length; start += mostProperties) {
    const group = names.slice(start, start + mostProperties);
    groups.push({
      kind: 'keywords',
      at: draft.at,
      ...(draft.type?.value.length === 1 ? { type: draft.type } : {}),
      properties: present(group.map((name) => named.get(name))),
      required: present(group.map((name) => needed.get(name))),
    });
  }
  delete draft.required;
  if (draft.additionalProperties === undefined) delete draft.properties;
  else draft.properties = properties.map(withoutSchema);
  addToAllOf(draft, { at: draft.at, value: [] }, groups);
}

function present<Item>(items: readonly (Item | undefined)[]): readonly Item[] {
  return items.filter((item) => item !== undefined);
}

function withoutSchema(property: Property): Property {
  return { ...property, schema: { kind: 'boolean', value: true, at: property.at } };
}

function addToAllOf(draft: SchemaDraft, { at }: Located<unknown>, branches: readonly Schema[]): void {
  draft.allOf = { at: draft.allOf?.at ?? at, value: [...(draft.allOf?.value ?? []), ...branches] };
}
