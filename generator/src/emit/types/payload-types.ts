import { compile, type JSONSchema } from 'json-schema-to-typescript';
import type { NamedSchema, SchemaId, SchemaSet } from '../../model/index.js';
import { propertyKey } from '../text/index.js';
import { specLine } from '../text/provenance.js';
import { schemaOf } from './declared.js';
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
  return placeholders.restore(shortCommentsOnOneLine(declarations.join('\n')), propertyKey);
}

/** The library gives every comment three lines. No text of a spec ends one: that is broken up before. */
function shortCommentsOnOneLine(text: string): string {
  return text.replace(/\/\*\*\n +\* ([^\n]{1,90})\n +\*\//g, '/** $1 */');
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
