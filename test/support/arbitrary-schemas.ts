import fc from 'fast-check';

export interface SchemaDialectOptions {
  /** Whether `nullable` is a keyword. */
  readonly nullable: boolean;
  /** Keywords of 2020-12 in place of those of draft-07 that it replaced. */
  readonly modern: boolean;
}

/** A document: a schema and definitions that refer to each other and to themselves. */
export type JsonSchemaDocument = Readonly<Record<string, unknown>>;

// Few names and values, so that random values meet random schemas. Neither '' nor `__proto__`: Ajv takes the one
// for present when it is required, and skips the other.
const names = ['a', 'b', 'type', 'name', 'hasOwnProperty', 'isPrototypeOf', 'x-y', 'value', 'class', 'x/~y'];
const name = fc.constantFrom(...names);
const text = fc.constantFrom('', 'a', 'b', 'ab', 'abc', '😀', '😀a', '\ud83d', 'A1', 'type', '\u202e');
const number = fc.constantFrom(0, 1, -1, 2, 3, 1.5, 6, 1e15, 0.25, -0.5);
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null));
// Bounds that leave a value between them: others are refused when the schemas are read.
const lowNumber = fc.constantFrom(-1, 0, 0.5);
const highNumber = fc.constantFrom(1, 1.5, 3);
const minimumSize = fc.integer({ min: 0, max: 2 });
const maximumSize = fc.integer({ min: 2, max: 3 });
const pattern = fc.constantFrom('^a', 'b$', '^[a-z]+$', '😀', '^.$', '/', '\\p{Lu}');
const typeName = fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object');

/** JSON of the kind that the schemas speak of. */
export const anyValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    objectOf(tie('value'), 4),
  ),
})).value;

function objectOf(value: fc.Arbitrary<unknown>, maxKeys: number): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .array(fc.tuple(name, value), { maxLength: maxKeys })
    .map((entries) => Object.fromEntries(entries));
}

const numberKeywords = {
  minimum: lowNumber,
  maximum: highNumber,
  exclusiveMinimum: lowNumber,
  exclusiveMaximum: highNumber,
  multipleOf: fc.constantFrom(1, 2, 3, 0.5),
};

const stringKeywords = { minLength: minimumSize, maxLength: maximumSize, pattern };

type SchemaMaker = (inner: fc.Arbitrary<unknown>) => Readonly<Record<string, fc.Arbitrary<unknown>>>;

const arrayKeywords: SchemaMaker = (inner) => ({
  items: inner,
  contains: inner,
  minItems: minimumSize,
  maxItems: maximumSize,
  uniqueItems: fc.boolean(),
});

const draft07ArrayKeywords: SchemaMaker = (inner) => ({
  items: fc.oneof(inner, fc.array(inner, { minLength: 1, maxLength: 2 })),
  additionalItems: inner,
});

const modernArrayKeywords: SchemaMaker = (inner) => ({
  prefixItems: fc.array(inner, { minLength: 1, maxLength: 2 }),
  minContains: minimumSize,
  maxContains: maximumSize,
});

const objectKeywords: SchemaMaker = (inner) => ({
  properties: objectOf(inner, 4),
  required: fc.uniqueArray(name, { maxLength: 3 }),
  additionalProperties: inner,
  patternProperties: fc.dictionary(pattern, inner, { maxKeys: 2 }),
  propertyNames: inner,
  minProperties: minimumSize,
  maxProperties: maximumSize,
});

const draft07ObjectKeywords: SchemaMaker = (inner) => ({
  dependencies: objectOf(fc.oneof(inner, fc.uniqueArray(name, { maxLength: 2 })), 2),
});

const modernObjectKeywords: SchemaMaker = (inner) => ({
  dependentRequired: objectOf(fc.uniqueArray(name, { maxLength: 2 }), 2),
  dependentSchemas: objectOf(inner, 2),
});

const combiners: SchemaMaker = (inner) => {
  const list = fc.array(inner, { minLength: 1, maxLength: 3 });
  return { allOf: list, anyOf: list, oneOf: list, not: inner, if: inner, then: inner, else: inner };
};

const valueKeywords = {
  enum: fc.uniqueArray(fc.oneof({ weight: 4, arbitrary: scalar }, { weight: 1, arbitrary: anyValue }), {
    minLength: 1,
    maxLength: 12,
    selector: (value) => JSON.stringify(value),
  }),
  const: fc.oneof({ weight: 4, arbitrary: scalar }, { weight: 1, arbitrary: anyValue }),
};

/** Some of the keywords, most schemas with few. */
function someOf(keywords: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<object> {
  return fc
    .shuffledSubarray(Object.keys(keywords), {
      minLength: 1,
      maxLength: Math.min(3, Object.keys(keywords).length),
    })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map((key) => [key, keywords[key] ?? fc.constant(true)]))),
    );
}

function schemaOf(options: SchemaDialectOptions, ref: fc.Arbitrary<object>): fc.Arbitrary<unknown> {
  return fc.letrec<{ schema: unknown }>((tie) => {
    const inner = tie('schema');
    const arrays = {
      ...arrayKeywords(inner),
      ...(options.modern ? modernArrayKeywords : draft07ArrayKeywords)(inner),
    };
    const objects = {
      ...objectKeywords(inner),
      ...(options.modern ? modernObjectKeywords : draft07ObjectKeywords)(inner),
    };
    const typed = (
      type: unknown,
      keywords: Readonly<Record<string, fc.Arbitrary<unknown>>>,
    ): fc.Arbitrary<object> => someOf(keywords).map((schema) => ({ type, ...schema }));
    return {
      schema: fc.oneof(
        { maxDepth: 3, depthSize: 'medium' },
        fc.oneof(
          fc.boolean(),
          fc.record({ type: typeName }),
          fc.record({ const: scalar }),
          someOf(valueKeywords),
          typed('string', stringKeywords),
          typed('integer', numberKeywords),
          ref,
        ),
        typed('object', objects),
        typed('array', arrays),
        someOf(combiners(inner)),
        someOf({
          ...numberKeywords,
          ...stringKeywords,
          ...arrays,
          ...objects,
          ...combiners(inner),
          ...valueKeywords,
        }),
        union(inner),
        conditionalObject(inner),
        fc
          .tuple(
            fc.uniqueArray(typeName, { minLength: 1, maxLength: 3 }),
            someOf({ ...arrays, ...objects, ...valueKeywords }),
          )
          .map(([type, schema]) => ({ type, ...schema })),
        ...(options.nullable ? [nullable(inner)] : []),
      ),
    };
  }).schema;
}

/** Objects that a property tells apart, as event unions have it. */
function union(inner: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  const listed = fc.oneof(
    fc.record({ const: scalar }),
    fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }) }),
  );
  const branch = fc.tuple(listed, objectOf(inner, 2)).map(([type, properties]) => ({
    type: 'object',
    required: ['type'],
    properties: { ...properties, type },
  }));
  const branches = fc.array(fc.oneof({ weight: 4, arbitrary: branch }, { weight: 1, arbitrary: inner }), {
    minLength: 2,
    maxLength: 4,
  });
  return fc
    .tuple(fc.constantFrom('anyOf', 'oneOf'), branches)
    .map(([keyword, list]) => ({ [keyword]: list }));
}

/** Objects with conditions on which members they have, as request bodies have them. */
function conditionalObject(inner: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  const member = fc.oneof(
    fc.record({ const: scalar }),
    fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }) }),
    fc.record({ type: typeName }),
    fc.record({ type: fc.constant('string'), enum: fc.uniqueArray(text, { minLength: 2, maxLength: 4 }) }),
  );
  const members = fc.record(
    {
      properties: objectOf(fc.oneof(member, fc.boolean()), 2),
      required: fc.uniqueArray(name, { maxLength: 2 }),
    },
    { requiredKeys: [] },
  );
  const conditional = fc.record({ if: members, then: members, else: members }, { requiredKeys: ['if'] });
  const excluded = fc.record({ not: members });
  const alternatives = fc.record({ anyOf: fc.array(members, { minLength: 2, maxLength: 3 }) });
  const part = fc.oneof(conditional, conditional, excluded, alternatives);
  return fc
    .tuple(objectOf(fc.oneof(member, member, inner), 4), conditional, fc.array(part, { maxLength: 3 }))
    .map(([properties, condition, allOf]) => ({
      type: 'object',
      properties,
      ...condition,
      ...(allOf.length === 0 ? {} : { allOf }),
    }));
}

function nullable(inner: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  // What stands beside `$ref` is ignored in draft-07.
  return inner.map((schema) =>
    typeof schema !== 'object' || schema === null || '$ref' in schema
      ? schema
      : { ...schema, nullable: true },
  );
}

const definitionNames = ['First', 'Second', 'Third'];

/** A schema with three definitions; references below a member may lead back. */
export function schemaDocument(options: SchemaDialectOptions): fc.Arbitrary<JsonSchemaDocument> {
  const ref = fc.constantFrom(...definitionNames).map((target) => ({ $ref: `#/definitions/${target}` }));
  const schema = schemaOf(options, ref);
  const definition = fc.tuple(name, schema, schema).map(([key, member, item]) => ({
    type: ['object', 'array', 'string'],
    properties: { [key]: member },
    items: item,
  }));
  return fc
    .record({
      First: definition,
      Second: definition,
      Third: schemaOf(options, fc.constant({ type: 'string' })),
    })
    .chain((definitions) => schema.map((root) => ({ definitions, ...asObject(root) })));
}

function asObject(schema: unknown): object {
  return typeof schema === 'object' && schema !== null
    ? '$ref' in schema
      ? { allOf: [schema] }
      : schema
    : { allOf: [schema] };
}
