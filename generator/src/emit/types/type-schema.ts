import type { JsonType, JsonValue, KeywordSchema, Schema, SchemaId } from '../../model/index.js';
import { commentParagraphs } from '../text/paragraphs.js';
import { literalType } from './literal-type.js';

/**
 * A schema reduced to what a type can say, in the vocabulary that json-schema-to-typescript and
 * openapi-typescript share. A node with `type: TypeScriptText` is TypeScript text that stands for itself.
 *
 * Only names, structure and cleaned comments of the spec enter it. In particular no `tsType` of a
 * spec does: json-schema-to-typescript would print it as code.
 */
export interface TypeSchema {
  readonly tsType?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly type?: JsonType | readonly JsonType[];
  readonly properties?: Readonly<Record<string, TypeSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: TypeSchema | false;
  readonly items?: TypeSchema | readonly TypeSchema[];
  readonly additionalItems?: TypeSchema | false;
  readonly minItems?: number;
  readonly allOf?: readonly TypeSchema[];
  readonly anyOf?: readonly TypeSchema[];
}

export interface TypeSchemaContext {
  /** The TypeScript text for a reference: a type name, or undefined to write the referenced type in place. */
  readonly nameOf: (id: SchemaId) => string | undefined;
  readonly resolve: (id: SchemaId) => Schema;
  /** The key under which a property is handed to the type printer, which takes plain names only. */
  readonly keyOf: (name: string) => string;
}

/** The type of a schema: every value that the validator accepts is a value of it, extra keys aside. */
export function typeSchema(schema: Schema, context: TypeSchemaContext): TypeSchema {
  if (schema.kind === 'boolean') return { tsType: schema.value ? 'unknown' : 'never' };
  const parts = [structure(schema, context), ...composition(schema, context)].filter(
    (part): part is TypeSchema => part !== undefined,
  );
  const nonNull = parts.length === 0 ? { tsType: 'unknown' } : intersection(parts);
  const type = schema.nullable === undefined ? nonNull : { anyOf: [nonNull, { tsType: 'null' }] };
  return { ...type, ...annotations(schema) };
}

function annotations(schema: KeywordSchema): Pick<TypeSchema, 'description' | 'deprecated'> {
  const text = schema.description ?? schema.title;
  return {
    ...(text === undefined ? {} : { description: commentParagraphs(text) }),
    ...(schema.deprecated === true ? { deprecated: true } : {}),
  };
}

function intersection(parts: readonly TypeSchema[]): TypeSchema {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { allOf: parts };
}

/** What a schema says by itself: the most precise keyword wins, `const` before `enum` before `type`. */
function structure(schema: KeywordSchema, context: TypeSchemaContext): TypeSchema | undefined {
  if (schema.const !== undefined) return { tsType: literalType(schema.const.value) };
  if (schema.enum !== undefined) return { tsType: enumType(schema.enum.value, schema.type?.value) };
  const types = schema.type?.value ?? impliedTypes(schema);
  if (types === undefined) return undefined;
  const members = types.map((type) => typed(type, schema, context));
  const [only] = members;
  return members.length === 1 && only !== undefined ? only : { anyOf: members };
}

/** A schema that names properties or items is about objects or arrays, also where it states no type. */
function impliedTypes(schema: KeywordSchema): readonly JsonType[] | undefined {
  if (schema.properties !== undefined || schema.required !== undefined) return ['object'];
  if (schema.additionalProperties !== undefined || schema.patternProperties !== undefined) return ['object'];
  if (schema.items !== undefined || schema.prefixItems !== undefined) return ['array'];
  return undefined;
}

function typed(type: JsonType, schema: KeywordSchema, context: TypeSchemaContext): TypeSchema {
  if (type === 'object') return objectType(schema, context);
  if (type === 'array') return arrayType(schema, context);
  return { tsType: type === 'integer' ? 'number' : type };
}

function enumType(values: readonly JsonValue[], types: readonly JsonType[] | undefined): string {
  const admitted = types === undefined ? values : values.filter((value) => types.some(admits(value)));
  return admitted.length === 0 ? 'never' : admitted.map(literalType).join(' | ');
}

function admits(value: JsonValue): (type: JsonType) => boolean {
  return (type) => {
    if (value === null) return type === 'null';
    if (Array.isArray(value)) return type === 'array';
    if (typeof value === 'number')
      return type === 'number' || (type === 'integer' && Number.isInteger(value));
    return type === typeof value;
  };
}

function objectType(schema: KeywordSchema, context: TypeSchemaContext): TypeSchema {
  const properties = schema.properties ?? [];
  const required = new Set((schema.required ?? []).map((name) => name.value));
  const undeclared = [...required].filter((name) => !properties.some((property) => property.name === name));
  if (properties.length === 0 && undeclared.length === 0) return mapType(schema, context);
  const entries: [string, TypeSchema][] = [
    ...properties.map(({ name, schema: value }): [string, TypeSchema] => [
      context.keyOf(name),
      typeSchema(value, context),
    ]),
    ...undeclared.map((name): [string, TypeSchema] => [context.keyOf(name), { tsType: 'unknown' }]),
  ];
  return {
    type: 'object',
    properties: Object.fromEntries(entries),
    required: [...required].map(context.keyOf),
    // An open object keeps a closed type: an index signature would hide every misspelt property.
    additionalProperties: false,
  };
}

/** An object without declared properties is a map from keys to values. */
function mapType(schema: KeywordSchema, context: TypeSchemaContext): TypeSchema {
  const values = [
    ...(schema.patternProperties ?? []).map((pattern) => pattern.schema),
    ...(schema.additionalProperties === undefined ? [] : [schema.additionalProperties.value]),
  ].filter((value) => value.kind !== 'boolean' || value.value);
  const closed =
    schema.additionalProperties?.value.kind === 'boolean' && !schema.additionalProperties.value.value;
  if (values.length === 0) return { tsType: closed ? 'Record<string, never>' : 'Record<string, unknown>' };
  if (schema.additionalProperties === undefined) return { tsType: 'Record<string, unknown>' };
  const members = values.map((value) => typeSchema(value, context));
  const [only] = members;
  const value = members.length === 1 && only !== undefined ? only : { anyOf: members };
  if (value.tsType === 'unknown') return { tsType: 'Record<string, unknown>' };
  return { type: 'object', additionalProperties: value };
}

function arrayType(schema: KeywordSchema, context: TypeSchemaContext): TypeSchema {
  const rest: TypeSchema =
    schema.items === undefined ? { tsType: 'unknown' } : typeSchema(schema.items.value, context);
  if (schema.prefixItems === undefined) return { type: 'array', items: rest };
  return {
    type: 'array',
    items: schema.prefixItems.value.map((item) => typeSchema(item, context)),
    additionalItems: rest.tsType === 'never' ? false : rest,
    ...(schema.minItems === undefined ? {} : { minItems: schema.minItems.value }),
  };
}

/** References and compositions; `if`, `then`, `else`, `not` narrow values in ways that types cannot say. */
function composition(schema: KeywordSchema, context: TypeSchemaContext): readonly (TypeSchema | undefined)[] {
  const many = (schemas: readonly Schema[]): readonly TypeSchema[] =>
    schemas.map((member) => typeSchema(member, context)).filter((member) => member.tsType !== 'unknown');
  const union = (schemas: readonly Schema[]): TypeSchema | undefined => {
    const members = schemas.map((member) => typeSchema(member, context));
    // A branch that states no type adds only conditions: the union says nothing that the rest does not.
    return members.some((member) => member.tsType === 'unknown') ? undefined : { anyOf: members };
  };
  return [
    schema.ref === undefined ? undefined : reference(schema.ref.value, context),
    ...(schema.allOf === undefined ? [] : many(schema.allOf.value)),
    schema.anyOf === undefined ? undefined : union(schema.anyOf.value),
    schema.oneOf === undefined ? undefined : union(schema.oneOf.value),
  ];
}

function reference(id: SchemaId, context: TypeSchemaContext): TypeSchema {
  const name = context.nameOf(id);
  return name === undefined ? typeSchema(context.resolve(id), context) : { tsType: name };
}
