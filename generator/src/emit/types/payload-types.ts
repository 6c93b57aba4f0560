import { compile, type JSONSchema } from 'json-schema-to-typescript';
import type { NamedSchema, SchemaId, SchemaSet } from '../../model/index.js';
import { propertyKey } from '../text/index.js';
import { specLine } from '../text/provenance.js';
import { Placeholders } from './placeholders.js';
import { typeSchema, type TypeSchema, type TypeSchemaContext } from './type-schema.js';

/**
 * The TypeScript declarations of named schemas, through json-schema-to-typescript, one schema at a time:
 * references are printed as names, so that the library never resolves a `$ref` (nor opens a file) itself.
 */
export async function payloadTypes(
  declared: readonly NamedSchema[],
  schemas: SchemaSet,
  nameOf: (id: SchemaId) => string | undefined,
): Promise<string> {
  const placeholders = new Placeholders();
  const context: TypeSchemaContext = {
    nameOf,
    resolve: (id) => schemaOf(schemas, id),
    keyOf: placeholders.keyOf,
  };
  const declarations: string[] = [];
  for (const named of declared) {
    declarations.push(await declaration(named, typeSchema(named.schema, context)));
  }
  return placeholders.restore(declarations.join('\n'), propertyKey);
}

async function declaration(named: NamedSchema, type: TypeSchema): Promise<string> {
  const described = {
    ...type,
    description: [type.description, specLine(named.at)].filter((line) => line !== undefined).join('\n\n'),
  };
  return compile(described as JSONSchema, named.name, {
    bannerComment: '',
    additionalProperties: false,
    declareExternallyReferenced: false,
    ignoreMinAndMaxItems: true,
    unknownAny: true,
    format: false,
  });
}

function schemaOf(schemas: SchemaSet, id: SchemaId): NamedSchema['schema'] {
  const named = schemas.get(id);
  // The builder resolves every reference before a model exists.
  if (named === undefined) throw new Error(`unresolved schema ${id}`);
  return named.schema;
}
