import type { Located, Property, Schema, SchemaId, SchemaSet } from '../../../model/index.js';
import { isPureReference, isTrivial, type SchemaDraft } from './assertions.js';
import { dropInapplicable, mergeListedValues, nullableType } from './narrow.js';
import { openAllOf } from './open-all-of.js';
import { separateProperties, separateUnions, simplifyUnions } from './separate.js';

/**
 * The same schemas without what asserts nothing (`items: {}`, `minLength: 0`, an alias of an alias), so that
 * emitted code is no longer than what the schemas demand. Exact: each schema admits the same values.
 */
export function simplifySchemas(schemas: SchemaSet, keepAlias: (id: SchemaId) => boolean): SchemaSet {
  const simplifier = new Simplifier(schemas, keepAlias);
  return new Map(
    [...schemas].map(([id, named]) => [id, { ...named, schema: simplifier.simplify(named.schema) }] as const),
  );
}

class Simplifier {
  constructor(
    private readonly schemas: SchemaSet,
    private readonly keepAlias: (id: SchemaId) => boolean,
  ) {}

  simplify(schema: Schema): Schema {
    if (schema.kind === 'boolean') return schema;
    const draft: SchemaDraft = { ...schema };
    if (draft.ref !== undefined) draft.ref = { ...draft.ref, value: this.aliased(draft.ref.value) };
    dropInapplicable(draft);
    this.simplifyChildren(draft);
    mergeListedValues(draft);
    dropTrivialAssertions(draft);
    dropTrivialApplicators(draft);
    simplifyUnions(draft);
    openAllOf(draft);
    // A branch may have brought a type, or a list of values.
    dropInapplicable(draft);
    mergeListedValues(draft);
    nullableType(draft);
    separateUnions(draft);
    separateProperties(draft);
    return isTrivial(draft) ? { kind: 'boolean', value: true, at: draft.at } : draft;
  }

  /** The schema that a chain of plain references ends at. */
  private aliased(start: SchemaId): SchemaId {
    const seen = new Set<SchemaId>();
    let id = start;
    while (!seen.has(id) && !this.keepAlias(id)) {
      seen.add(id);
      const target = this.schemas.get(id)?.schema;
      if (target === undefined || !isPureReference(target)) break;
      id = target.ref.value;
    }
    return id;
  }

  private simplifyChildren(draft: SchemaDraft): void {
    for (const key of ['additionalProperties', 'propertyNames', 'items', 'contains', 'not'] as const) {
      const located = draft[key];
      if (located !== undefined) draft[key] = this.one(located);
    }
    for (const key of ['if', 'then', 'else'] as const) {
      const located = draft[key];
      if (located !== undefined) draft[key] = this.one(located);
    }
    for (const key of ['prefixItems', 'allOf', 'anyOf', 'oneOf'] as const) {
      const located = draft[key];
      if (located !== undefined) draft[key] = this.list(located);
    }
    if (draft.properties !== undefined) draft.properties = this.members(draft.properties);
    if (draft.dependentSchemas !== undefined) draft.dependentSchemas = this.members(draft.dependentSchemas);
    if (draft.patternProperties !== undefined) {
      draft.patternProperties = draft.patternProperties.map((entry) => ({
        ...entry,
        schema: this.simplify(entry.schema),
      }));
    }
  }

  private one(located: Located<Schema>): Located<Schema> {
    return { ...located, value: this.simplify(located.value) };
  }

  private list(located: Located<readonly Schema[]>): Located<readonly Schema[]> {
    return { ...located, value: located.value.map((schema) => this.simplify(schema)) };
  }

  private members(properties: readonly Property[]): readonly Property[] {
    return properties.map((property) => ({ ...property, schema: this.simplify(property.schema) }));
  }
}

function dropTrivialAssertions(draft: SchemaDraft): void {
  for (const key of ['minLength', 'minItems', 'minProperties'] as const) {
    const limit = draft[key];
    if (limit !== undefined && limit.value <= 0) delete draft[key];
  }
  if (draft.required?.length === 0) delete draft.required;
  const dependent = draft.dependentRequired?.filter(({ required }) => required.length > 0);
  if (dependent?.length === 0) delete draft.dependentRequired;
  else if (dependent !== undefined) draft.dependentRequired = dependent;
}

function dropTrivialApplicators(draft: SchemaDraft): void {
  for (const key of ['additionalProperties', 'propertyNames', 'items', 'then', 'else'] as const) {
    const located = draft[key];
    if (located !== undefined && isTrivial(located.value)) delete draft[key];
  }
  dropTrivialArrays(draft);
  dropTrivialObjects(draft);
  if (draft.if === undefined || (draft.then === undefined && draft.else === undefined)) {
    delete draft.if;
    delete draft.then;
    delete draft.else;
  }
  if (draft.not?.value.kind === 'boolean' && !draft.not.value.value) delete draft.not;
  if (draft.anyOf?.value.some(isTrivial)) delete draft.anyOf;
}

function dropTrivialArrays(draft: SchemaDraft): void {
  if (draft.items === undefined && draft.prefixItems?.value.every(isTrivial)) delete draft.prefixItems;
  const { contains, minContains, maxContains } = draft;
  if (contains === undefined || (minContains?.value === 0 && maxContains === undefined)) {
    delete draft.contains;
    delete draft.minContains;
    delete draft.maxContains;
  }
}

function dropTrivialObjects(draft: SchemaDraft): void {
  const dependent = draft.dependentSchemas?.filter(({ schema }) => !isTrivial(schema));
  if (dependent?.length === 0) delete draft.dependentSchemas;
  else if (dependent !== undefined) draft.dependentSchemas = dependent;
  if (draft.additionalProperties !== undefined) return;
  // Without `additionalProperties`, a trivial member does not even name itself.
  const patterns = draft.patternProperties?.filter(({ schema }) => !isTrivial(schema));
  if (patterns?.length === 0) delete draft.patternProperties;
  else if (patterns !== undefined) draft.patternProperties = patterns;
  const properties = draft.properties?.filter(({ schema }) => !isTrivial(schema));
  if (properties?.length === 0) delete draft.properties;
  else if (properties !== undefined) draft.properties = properties;
}
