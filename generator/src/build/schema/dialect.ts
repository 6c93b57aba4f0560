/**
 * Which reading of JSON Schema a document takes: plain draft-07, plain 2020-12, the schema object of
 * AsyncAPI 2.x (a superset of draft-07), the schema object of OpenAPI 3.1 (a superset of 2020-12).
 */
export type SchemaDialect = 'draft-07' | '2020-12' | 'asyncapi-2' | 'openapi-3.1';

/** What the value of a keyword is made of; decides where subschemas stand. */
export type KeywordForm =
  | 'schema'
  | 'schema-list'
  | 'schema-map'
  /** Draft-07 `items`: one schema, or one for each place. */
  | 'schema-or-list'
  /** Draft-07 `dependencies`: each entry a schema or a list of names. */
  | 'dependency-map'
  /** Subschemas that apply only where a reference names them. */
  | 'definitions'
  | 'value';

type Forms = Readonly<Record<string, KeywordForm>>;

const sharedKeywords: Forms = {
  ...values('$schema', '$id', '$ref', '$comment'),
  ...values('title', 'description', 'default', 'examples', 'example', 'deprecated', 'readOnly', 'writeOnly'),
  ...values('format', 'contentEncoding', 'contentMediaType', 'externalDocs', 'xml'),
  ...values('type', 'enum', 'const', 'required', 'pattern', 'uniqueItems', 'multipleOf'),
  ...values('maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'),
  ...values('maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties'),
  $defs: 'definitions',
  definitions: 'definitions',
  properties: 'schema-map',
  patternProperties: 'schema-map',
  additionalProperties: 'schema',
  propertyNames: 'schema',
  contains: 'schema',
  allOf: 'schema-list',
  anyOf: 'schema-list',
  oneOf: 'schema-list',
  not: 'schema',
  if: 'schema',
  then: 'schema',
  else: 'schema',
};

const draft07Keywords: Forms = {
  ...sharedKeywords,
  items: 'schema-or-list',
  additionalItems: 'schema',
  dependencies: 'dependency-map',
};

const draft2020Keywords: Forms = {
  ...sharedKeywords,
  ...values('$anchor', 'dependentRequired', 'minContains', 'maxContains'),
  prefixItems: 'schema-list',
  items: 'schema',
  dependentSchemas: 'schema-map',
};

/** `nullable` comes from OpenAPI 3.0; authors write it in every dialect, and it has one reading here. */
const keywordsByDialect: Readonly<Record<SchemaDialect, ReadonlyMap<string, KeywordForm>>> = {
  'draft-07': new Map(Object.entries(draft07Keywords)),
  '2020-12': new Map(Object.entries({ ...draft2020Keywords, ...values('nullable') })),
  'asyncapi-2': new Map(Object.entries({ ...draft07Keywords, ...values('nullable', 'discriminator') })),
  'openapi-3.1': new Map(Object.entries({ ...draft2020Keywords, ...values('nullable', 'discriminator') })),
};

/** Keywords of some dialect or draft that profilegen compiles in none. */
const neverCompiled = new Set([
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
  '$recursiveAnchor',
  '$vocabulary',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contentSchema',
]);

/** What to write instead of a keyword that belongs to another dialect. */
const replacements: ReadonlyMap<string, string> = new Map([
  ['nullable', '"null" in the list of `type`'],
  ['dependencies', '`dependentRequired` or `dependentSchemas`'],
  ['additionalItems', '`items` beside `prefixItems`'],
  ['prefixItems', '`items` with a list of schemas'],
  ['dependentRequired', '`dependencies`'],
  ['dependentSchemas', '`dependencies`'],
  ['$anchor', '`$id` with a fragment'],
  ['id', '`$id`'],
]);

export function keywordsOf(dialect: SchemaDialect): ReadonlyMap<string, KeywordForm> {
  return keywordsByDialect[dialect];
}

/** In draft-07 and what builds on it, a reference hides every keyword beside it (draft-07, section 8.3). */
export function referenceHidesSiblings(dialect: SchemaDialect): boolean {
  return dialect === 'draft-07' || dialect === 'asyncapi-2';
}

/**
 * Whether a keyword that the dialect does not define may stand in its schemas all the same. Draft-07 makes
 * unknown keywords annotations (section 6.4) and is read so; the other dialects are those of specifications,
 * where an unknown keyword is a constraint that its author believes in.
 */
export function isIgnorable(keyword: string, dialect: SchemaDialect): boolean {
  if (keyword.startsWith('x-')) return true;
  if (dialect !== 'draft-07') return false;
  return !neverCompiled.has(keyword) && !keywordsByDialect['2020-12'].has(keyword) && keyword !== 'nullable';
}

/** What the author of an unsupported keyword can write instead, where there is something. */
export function replacementFor(keyword: string): string | undefined {
  return replacements.get(keyword);
}

function values(...keywords: readonly string[]): Forms {
  return Object.fromEntries(keywords.map((keyword) => [keyword, 'value' as const]));
}
