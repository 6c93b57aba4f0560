import { type DataNode, entryOf, type MappingEntry } from '../../load/index.js';
import type { Located } from '../../model/index.js';
import { readString, refuseValue } from './keyword-values.js';
import type { SchemaDraft, SchemaScope } from './scope.js';

/**
 * AsyncAPI 2.6 ("Models with Polymorphism Support"): the name of a property. OpenAPI 3.1 (section 4.8.25): an object
 * with that name and a mapping from its values to schemas. Whether the members declare the property is checked
 * when all schemas are known.
 */
export function readDiscriminator(draft: SchemaDraft, entry: MappingEntry, scope: SchemaScope): void {
  const property =
    scope.dialect === 'openapi-3.1' ? readDiscriminatorObject(entry, scope) : readString(entry, scope);
  if (property) draft.discriminator = property;
}

function readDiscriminatorObject(entry: MappingEntry, scope: SchemaScope): Located<string> | undefined {
  const { key, value } = entry;
  if (value.kind !== 'mapping') {
    refuseValue(key, value, 'an object with `propertyName`', scope);
    return undefined;
  }
  const mapping = entryOf(value, 'mapping');
  if (mapping) readMapping(mapping.value, scope);
  const property = entryOf(value, 'propertyName');
  if (property) return readString(property, scope);
  refuseValue(key, value, 'an object with `propertyName`', scope);
  return undefined;
}

/** The values of a mapping are schema names or references; either must lead to a schema. */
function readMapping(mapping: DataNode, scope: SchemaScope): void {
  if (mapping.kind !== 'mapping') {
    refuseValue('mapping', mapping, 'an object of references', scope);
    return;
  }
  for (const entry of mapping.entries) {
    const target = readString(entry, scope);
    if (target === undefined) continue;
    // A bare name is one of the shared schemas; anything else is a URI reference.
    const isName = /^[A-Za-z0-9._-]+$/.test(target.value) && !target.value.endsWith('.json');
    scope.reference(isName ? `#/components/schemas/${target.value}` : target.value, target.at);
  }
}
