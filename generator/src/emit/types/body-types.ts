import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import type { HttpOperation, NamedSchema, SchemaId, SchemaSet } from '../../model/index.js';
import { commentText, propertyKey } from '../text/index.js';
import { specLine } from '../text/provenance.js';
import { schemaOf } from './declared.js';
import { Placeholders } from './placeholders.js';
import { typeSchema, type TypeSchema, type TypeSchemaContext } from './type-schema.js';

/** The key under which a schema carries TypeScript text through openapi-typescript. */
const typeText = 'x-type-text';

/**
 * The `paths`, `components` and `operations` of an OpenAPI document, through openapi-typescript. The document is rebuilt from the model,
 * with every reference inside it, so that the library opens no other file.
 *
 * @param bodies the component schemas of the document; each becomes `components['schemas'][name]`
 * @param nameOf the type name of a schema that stands in another document
 */
export async function bodyTypes(
  operations: readonly HttpOperation[],
  bodies: readonly NamedSchema[],
  schemas: SchemaSet,
  nameOf: (id: SchemaId) => string | undefined,
): Promise<string> {
  const placeholders = new Placeholders();
  const own = new Map(bodies.map((named) => [named.id, named.name]));
  const context: TypeSchemaContext = {
    nameOf: (id) => {
      const name = own.get(id);
      return name === undefined ? nameOf(id) : `components['schemas']['${name}']`;
    },
    resolve: (id) => schemaOf(schemas, id),
    keyOf: placeholders.keyOf,
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'bodies', version: '0' },
    paths: paths(operations, context),
    components: {
      schemas: Object.fromEntries(
        bodies.map((named) => [
          named.name,
          withProvenance(openapiSchema(typeSchema(named.schema, context)), named),
        ]),
      ),
    },
  };
  const nodes = await openapiTS(JSON.stringify(document), {
    defaultNonNullable: false,
    silent: true,
    transform: (schema) => {
      const text: unknown = (schema as Record<string, unknown>)[typeText];
      // A reference node prints its name as it stands, which lets ready-made type text through.
      return typeof text === 'string' ? ts.factory.createTypeReferenceNode(text) : undefined;
    },
  });
  return placeholders.restore(takeInnerText(astToString(nodes)), propertyKey);
}

function paths(operations: readonly HttpOperation[], context: TypeSchemaContext): Record<string, unknown> {
  const items: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const item = (items[operation.path] ??= {});
    item[operation.method] = {
      operationId: operation.operationId,
      summary: prose(commentText(operation.summary)),
      description: specLine(operation.at),
      ...(operation.request === undefined ? {} : { requestBody: requestBody(operation.request, context) }),
      responses: responses(operation, context),
    };
  }
  return items;
}

function requestBody(
  request: NonNullable<HttpOperation['request']>,
  context: TypeSchemaContext,
): Record<string, unknown> {
  return {
    required: request.required,
    content: { 'application/json': { schema: referenceTo(request.schema, context) } },
  };
}

function responses(operation: HttpOperation, context: TypeSchemaContext): Record<string, unknown> {
  const byStatus: Record<string, { description: string; content: Record<string, unknown> }> = {};
  for (const response of operation.responses) {
    const entry = (byStatus[response.status] ??= {
      description: prose(commentText(response.description)),
      content: {},
    });
    if (response.mediaType !== undefined && response.schema !== undefined) {
      entry.content[response.mediaType] = { schema: referenceTo(response.schema, context) };
    }
  }
  return byStatus;
}

function referenceTo(id: SchemaId, context: TypeSchemaContext): Record<string, unknown> {
  const name = context.nameOf(id);
  return openapiSchema(name === undefined ? typeSchema(context.resolve(id), context) : { tsType: name });
}

function withProvenance(schema: Record<string, unknown>, named: NamedSchema): Record<string, unknown> {
  const description = schema['description'];
  const lines = [typeof description === 'string' ? description : undefined, specLine(named.at)];
  return { ...schema, description: lines.filter((line) => line !== undefined).join('\n\n') };
}

/** The same reduced schema in OpenAPI 3.1's words: tuples are `prefixItems`, text travels under an extension key. */
function openapiSchema(schema: TypeSchema): Record<string, unknown> {
  const {
    tsType,
    properties,
    additionalProperties,
    items,
    additionalItems,
    allOf,
    anyOf,
    description,
    ...rest
  } = schema;
  return {
    ...rest,
    ...(description === undefined ? {} : { description: prose(description) }),
    // Only a schema with a type reaches the hook that prints the text instead.
    ...(tsType === undefined ? {} : { type: 'string', [typeText]: tsType }),
    ...(properties === undefined ? {} : { properties: mapValues(properties) }),
    ...(additionalProperties === undefined
      ? {}
      : { additionalProperties: additionalProperties === false ? false : innerSchema(additionalProperties) }),
    ...itemsOf(items, additionalItems),
    ...(allOf === undefined ? {} : { allOf: allOf.map(innerSchema) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(innerSchema) }),
  };
}

/**
 * A schema that is not a property: openapi-typescript hands only properties and components to a transformer,
 * so the text travels as a constant here, and is taken out of its quotes in the end.
 */
function innerSchema(schema: TypeSchema): Record<string, unknown> {
  return schema.tsType === undefined
    ? openapiSchema(schema)
    : { const: `${innerText}${encodeURIComponent(schema.tsType)}` };
}

/** The start of a constant that carries type text. Constants of a spec travel as type text themselves. */
const innerText = 'type-text:';

/** Text of the spec for a comment: it must not look like type text that is to be taken out of its quotes. */
function prose(text: string): string {
  return text.replaceAll(innerText, innerText.replace(':', ' '));
}

function takeInnerText(text: string): string {
  return text.replace(new RegExp(`"${innerText}([^"]*)"`, 'g'), (_match, encoded: string) =>
    decodeURIComponent(encoded),
  );
}

function itemsOf(
  items: TypeSchema['items'],
  additionalItems: TypeSchema['additionalItems'],
): Record<string, unknown> {
  if (items === undefined) return {};
  if (!isTuple(items)) return { items: innerSchema(items) };
  return {
    prefixItems: items.map(innerSchema),
    ...(additionalItems === undefined || additionalItems === false
      ? {}
      : { items: innerSchema(additionalItems) }),
  };
}

function isTuple(items: TypeSchema | readonly TypeSchema[]): items is readonly TypeSchema[] {
  return Array.isArray(items);
}

function mapValues(properties: Readonly<Record<string, TypeSchema>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, openapiSchema(value)]));
}
