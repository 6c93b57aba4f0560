import { describe, expect, test } from 'vitest';
import type { SchemaDialect } from '../../generator/src/build/schema/index.js';
import type { KeywordSchema } from '../../generator/src/model/index.js';
import { buildOne, buildText, errorsOf, places } from './schema-fixtures.js';

function rootOf(schema: unknown, dialect: SchemaDialect): KeywordSchema {
  const built = buildOne(schema, dialect);
  expect(errorsOf(built)).toEqual([]);
  const root = built.schemas.get('p/schema.json#')?.schema;
  if (root?.kind !== 'keywords') throw new Error('The root is not an object.');
  return root;
}

/** `code line:column` of each finding in a YAML text. */
function findings(text: string, dialect: SchemaDialect): readonly string[] {
  return places(buildText('p/schema.yaml', text, dialect).diagnostics);
}

describe('limits', () => {
  test.each(['allOf', 'anyOf', 'oneOf'])('%s takes 1,000 schemas', (keyword) => {
    const schema = (size: number): string =>
      `{"${keyword}": [${Array.from({ length: size }, (_item, at) => `{"const":${String(at)}}`).join()}]}`;
    expect(findings(schema(1_000), '2020-12')).toEqual([]);
    expect(findings(schema(1_001), '2020-12')).toEqual([`size-limit 1:${String(keyword.length + 6)}`]);
  });
});

describe('one normal form for every dialect', () => {
  test('draft-07 tuples and dependencies become the keywords that replaced them', () => {
    const old = rootOf(
      {
        items: [{ type: 'string' }],
        additionalItems: false,
        dependencies: { a: ['b'], c: { minProperties: 2 } },
      },
      'draft-07',
    );
    expect(old.prefixItems?.value).toMatchObject([{ type: { value: ['string'] } }]);
    expect(old.items?.value).toMatchObject({ kind: 'boolean', value: false });
    expect(old.dependentRequired).toMatchObject([{ name: 'a', required: [{ value: 'b' }] }]);
    expect(old.dependentSchemas).toMatchObject([{ name: 'c', schema: { minProperties: { value: 2 } } }]);
  });

  test('what has no effect is left out: `additionalItems` without a tuple, `then` without `if`, `uniqueItems: false`', () => {
    const { items, then, uniqueItems } = rootOf(
      { additionalItems: false, then: false, uniqueItems: false },
      'draft-07',
    );
    expect([items, then, uniqueItems]).toEqual([undefined, undefined, undefined]);
  });

  test('a draft-07 reference hides what stands beside it, a 2020-12 reference does not', () => {
    const schema = {
      properties: { x: { $ref: '#/$defs/t', maxLength: 2 } },
      $defs: { t: { type: 'string' } },
    };
    const ofX = (dialect: SchemaDialect): object | undefined =>
      rootOf(schema, dialect).properties?.[0]?.schema;
    expect(ofX('draft-07')).not.toHaveProperty('maxLength');
    expect(ofX('2020-12')).toMatchObject({
      ref: { value: 'p/schema.json#/$defs/t' },
      maxLength: { value: 2 },
    });
    expect(
      findings(
        'properties:\n  x: {$ref: "#/definitions/t", maxLength: 2, description: x}\ndefinitions: {t: true}',
        'asyncapi-2',
      ),
    ).toEqual(['lint-ref-sibling 2:32']);
  });

  test('every keyword keeps the position of its value, every property that of its key', () => {
    const text = 'type: object\nrequired: [id]\nproperties:\n  id:\n    type: string\n    maxLength: 64\n';
    const { schemas, diagnostics } = buildText('p/schema.yaml', text, '2020-12');
    expect(diagnostics).toEqual([]);
    const at = (line: number, column: number): object => ({ file: 'p/schema.yaml', line, column });
    expect(schemas.get('p/schema.yaml#')).toEqual({
      id: 'p/schema.yaml#',
      name: 'Root',
      exported: true,
      at: at(1, 1),
      schema: {
        kind: 'keywords',
        at: at(1, 1),
        type: { value: ['object'], at: at(1, 7) },
        required: [{ value: 'id', at: at(2, 12) }],
        properties: [
          {
            name: 'id',
            at: at(4, 3),
            schema: {
              kind: 'keywords',
              at: at(5, 5),
              type: { value: ['string'], at: at(5, 11) },
              maxLength: { value: 64, at: at(6, 16) },
            },
          },
        ],
      },
    });
  });

  test('annotations pass, and are kept where an emitter prints them', () => {
    const root = rootOf(
      {
        title: 'T',
        description: 'D',
        deprecated: true,
        default: { a: [1] },
        examples: [1],
        example: 2,
        format: 'int64',
        readOnly: true,
        writeOnly: false,
        $comment: 'c',
        contentEncoding: 'base64',
        contentMediaType: 'text/plain',
        externalDocs: { url: 'https://example.com' },
        xml: { name: 'x' },
        'x-anything': { minLength: -1 },
      },
      'openapi-3.1',
    );
    expect(root).toMatchObject({
      title: 'T',
      description: 'D',
      deprecated: true,
      default: { value: { a: [1] } },
      examples: [{ value: 1 }, { value: 2 }],
      format: { value: 'int64' },
    });
    expect(Object.keys(root)).not.toContain('x-anything');
  });

  test('values keep own keys of any name', () => {
    const { default: value } = rootOf(
      JSON.parse('{"default": {"__proto__": {"polluted": true}}}'),
      'draft-07',
    );
    expect(JSON.stringify(value?.value)).toBe('{"__proto__":{"polluted":true}}');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('keywords that are not compiled', () => {
  test.each<[SchemaDialect, string, readonly string[]]>([
    [
      '2020-12',
      '$dynamicRef: "#x"\nunevaluatedProperties: false',
      ['unsupported-keyword 1:1', 'unsupported-keyword 2:1'],
    ],
    [
      '2020-12',
      'contentSchema: {}\nunevaluatedItems: false',
      ['unsupported-keyword 1:1', 'unsupported-keyword 2:1'],
    ],
    [
      '2020-12',
      'deprecated: true\ntypo: 1\ndependencies: {}',
      ['unsupported-keyword 2:1', 'unsupported-keyword 3:1'],
    ],
    ['asyncapi-2', 'prefixItems: []\nminContains: 1', ['unsupported-keyword 1:1', 'unsupported-keyword 2:1']],
    [
      'asyncapi-2',
      '$recursiveRef: "#"\nrequird: [a]',
      ['unsupported-keyword 1:1', 'unsupported-keyword 2:1'],
    ],
    ['openapi-3.1', 'type: string\ndependencies: {}', ['unsupported-keyword 2:1']],
    // Draft-07 makes unknown keywords annotations; those of later drafts are meant as constraints all the same.
    [
      'draft-07',
      'typo: 1\nunevaluatedProperties: false\nprefixItems: []',
      ['unsupported-keyword 2:1', 'unsupported-keyword 3:1'],
    ],
  ])('%s: %j', (dialect, text, expected) => {
    expect(findings(text, dialect)).toEqual(expected);
  });

  test('says what to write instead', () => {
    const [diagnostic] = buildOne({ prefixItems: [] }, 'asyncapi-2').diagnostics;
    expect(diagnostic?.expected).toBe('`items` with a list of schemas');
  });

  test.each<[SchemaDialect, string]>([
    ['draft-07', 'http://json-schema.org/draft-04/schema#'],
    ['2020-12', 'http://json-schema.org/draft-07/schema#'],
    ['openapi-3.1', 'https://example.com/dialect'],
  ])('%s does not read a schema of %s', (dialect, metaschema) => {
    expect(findings(`$schema: ${metaschema}`, dialect)).toEqual(['keyword-value 1:10']);
  });
});

describe('wrong values of keywords', () => {
  test.each([
    'type: text',
    'type: []',
    'type: [string, string]',
    'type: {}',
    'enum: {}',
    'enum: []',
    'required: id',
    'required: [id, id]',
    'required: [[]]',
    'minLength: -1',
    'minLength: 1.5',
    'minLength: "1"',
    'multipleOf: 0',
    'multipleOf: -1',
    'exclusiveMinimum: true',
    'maximum: .inf',
    'minimum: .nan',
    'pattern: 5',
    'uniqueItems: "yes"',
    'allOf: []',
    'allOf: {}',
    'anyOf: [5]',
    'properties: []',
    'properties: {a: 5}',
    'additionalProperties: closed',
    'not:',
    'definitions: []',
    'examples: {}',
    'title: 5',
    'deprecated: 1',
    'format: 1',
    '$ref: 5',
    '$id: 5',
    'dependencies: []',
    'dependencies: {a: [1.5, []]}',
    'discriminator: {propertyName: a}',
    'nullable: 1',
    'const: .nan',
    'default: [.inf]',
    '{minimum: 2, maximum: 1}',
    '{minLength: 2, maxLength: 1}',
    '{minItems: 2, maxItems: 1}',
    '{minProperties: 2, maxProperties: 1}',
    '{exclusiveMinimum: 1, maximum: 1}',
    '{minimum: 1, exclusiveMaximum: 1}',
    '{type: string, enum: [a, 1.10]}',
    '{type: string, const: ~}',
  ])('%s', (text) => {
    const codes = buildText('p/schema.yaml', text, 'asyncapi-2').diagnostics.map(
      (diagnostic) => diagnostic.code,
    );
    expect(codes).toEqual(['keyword-value']);
  });

  test.each<[SchemaDialect, string]>([
    ['2020-12', 'items: [true]'],
    ['2020-12', '$anchor: "a b"'],
    ['2020-12', '$id: "x.json#name"'],
    ['openapi-3.1', 'discriminator: kind'],
    ['openapi-3.1', 'discriminator: {mapping: {}}'],
    ['2020-12', '{minContains: 3, maxContains: 2, contains: true}'],
  ])('%s: %s', (dialect, text) => {
    const codes = buildText('p/schema.yaml', text, dialect).diagnostics.map((diagnostic) => diagnostic.code);
    expect(codes).toEqual(['keyword-value']);
  });

  test.each(['-1', '2.0', '1.50', '0x10', '1e3', '-0', '0.1', '1e21', '9007199254740992', '0.30'])(
    'the number %s is exact',
    (text) => {
      expect(findings(`const: ${text}`, 'asyncapi-2')).toEqual([]);
    },
  );

  test.each([
    '9007199254740993',
    '1e999',
    '-1e999',
    '1e-400',
    '0.1000000000000000055',
    '18446744073709551615',
  ])('the number %s is not', (text) => {
    expect(findings(`const: ${text}`, 'asyncapi-2')).toEqual(['number-range 1:8']);
    expect(places(buildText('p/schema.json', `{"minimum": ${text}}`, 'draft-07').diagnostics)).toEqual([
      'number-range 1:13',
    ]);
  });

  test('all faults are reported, each where it stands, and the rest of the schema is read', () => {
    const text = 'type: strin\nminLength: -1\nproperties:\n  a: {pattern: "("}\n  b: {type: string}\n';
    const { schemas, diagnostics } = buildText('p/schema.yaml', text, 'asyncapi-2');
    expect(places(diagnostics)).toEqual(['keyword-value 1:7', 'keyword-value 2:12', 'pattern-invalid 4:16']);
    expect(schemas.get('p/schema.yaml#')?.schema).toMatchObject({
      properties: [{ name: 'a' }, { name: 'b', schema: { type: { value: ['string'] } } }],
    });
  });

  test('YAML reads a plain name as a number; in `required` it is the key that it names', () => {
    expect(findings('required: [1e3, on]\nproperties: {1e3: true, on: true}', 'asyncapi-2')).toEqual([]);
    expect(
      places(buildText('p/s.json', '{"required": [5], "properties": {"5": true}}', 'asyncapi-2').diagnostics),
    ).toEqual(['keyword-value 1:15']);
  });
});

describe('notes', () => {
  test('`nullable` with an enum that lacks null', () => {
    for (const dialect of ['asyncapi-2', '2020-12', 'openapi-3.1'] as const) {
      expect(findings('type: string\nnullable: true\nenum: [a]', dialect)).toEqual(['nullable-enum 2:11']);
    }
    expect(findings('type: string\nnullable: true\nenum: [a, null]', 'asyncapi-2')).toEqual([]);
    expect(findings('type: string\nnullable: false\nenum: [a]', 'asyncapi-2')).toEqual([]);
  });

  test('`format` is not checked', () => {
    expect(findings('type: string\nformat: uri', '2020-12')).toEqual(['ignored-format 2:9']);
  });
});
