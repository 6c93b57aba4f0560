import { describe, expect, test } from 'vitest';
import type { SchemaDialect } from '../../generator/src/build/schema/index.js';
import { buildOne, buildText, places } from './schema-fixtures.js';

/** `code line:column` of each finding in a YAML text. */
function findings(text: string, dialect: SchemaDialect): readonly string[] {
  return places(buildText('p/schema.yaml', text, dialect).diagnostics);
}

describe('patterns', () => {
  test('each is judged where it stands, as a keyword and as a key', () => {
    const text = [
      'properties:',
      '  a: {pattern: "^(a+)+$"}',
      '  b: {pattern: "[a-z]+$"}',
      '  c: {pattern: "^[a-z]+$"}',
      'patternProperties:',
      '  "^(a|a)*$": true',
      '  "[": true',
      '',
    ].join('\n');
    expect(findings(text, '2020-12')).toEqual([
      'pattern-backtracking 2:16',
      'lint-pattern-quadratic 3:16',
      'pattern-backtracking 6:3',
      'pattern-invalid 7:3',
    ]);
  });

  test('more patterns than a specification has are not analysed', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 502 }, (_, place) => [`p${String(place)}`, { pattern: `^x${String(place)}$` }]),
    );
    const codes = buildOne({ properties }, '2020-12').diagnostics.map((diagnostic) => diagnostic.code);
    expect(codes).toEqual(['pattern-backtracking', 'pattern-backtracking']);
  });
});

describe('required properties', () => {
  test.each<[string, string, readonly string[]]>([
    [
      'of a schema that lists its properties',
      'properties: {a: true}\nrequired: [b]',
      ['missing-property 2:12'],
    ],
    ['of a closed schema', 'additionalProperties: false\nrequired: [b]', ['missing-property 2:12']],
    [
      'below a property',
      'properties:\n  a:\n    properties: {c: true}\n    required: [b]',
      ['missing-property 4:16'],
    ],
    ['of an open schema without properties', 'required: [b]', []],
    ['that a pattern declares', 'properties: {a: true}\npatternProperties: {"^b": true}\nrequired: [b]', []],
    [
      'that all other properties share the schema of',
      'properties: {a: true}\nadditionalProperties: {type: string}\nrequired: [b]',
      [],
    ],
    [
      'that a part of `allOf` declares',
      'properties: {a: true}\nrequired: [b]\nallOf: [{properties: {b: true}}]',
      [],
    ],
    [
      'that the schema around a part declares',
      'properties: {b: true}\nallOf: [{properties: {a: true}, required: [b]}]',
      [],
    ],
    [
      'that a reference in `allOf` declares',
      'properties: {a: true}\nrequired: [b]\nallOf: [{$ref: "#/$defs/t"}]\n$defs: {t: {properties: {b: true}}}',
      [],
    ],
    [
      'that a sibling in `anyOf` declares',
      'required: [b]\nproperties: {a: true}\nanyOf: [{properties: {b: true}}]',
      [],
    ],
    [
      'in a condition',
      'properties: {a: true}\nif: {properties: {a: true}, required: [b]}\nthen: {properties: {a: true}, required: [c]}\nnot: {properties: {a: true}, required: [d]}',
      [],
    ],
    [
      'of a part that is used where the property is declared',
      'allOf: [{$ref: "#/$defs/part"}, {properties: {b: true}}]\n$defs:\n  part:\n    properties: {a: true}\n    required: [b]',
      [],
    ],
    [
      'of a member of a union that nobody completes',
      'oneOf: [{$ref: "#/$defs/one"}, {properties: {b: true}}]\n$defs:\n  one:\n    properties: {a: true}\n    required: [c]',
      ['missing-property 5:16'],
    ],
  ])('%s', (_name, text, expected) => {
    expect(findings(text, '2020-12')).toEqual(expected);
  });

  test('plain draft-07 documents may require what they do not describe', () => {
    expect(findings('properties: {a: true}\nrequired: [b]', 'draft-07')).toEqual([]);
  });
});

describe('discriminators', () => {
  const members =
    'definitions:\n  a: {properties: {kind: true}, required: [kind]}\n  b: {properties: {other: true}}';

  test.each<[string, SchemaDialect, string, readonly string[]]>([
    [
      'of the schema itself',
      'asyncapi-2',
      'discriminator: kind\nproperties: {kind: true}\nrequired: [kind]',
      [],
    ],
    [
      'that nothing declares',
      'asyncapi-2',
      'discriminator: kind\nproperties: {a: true}',
      ['unknown-name 1:16'],
    ],
    [
      'that is not required',
      'asyncapi-2',
      'discriminator: kind\nproperties: {kind: true}',
      ['keyword-value 1:16'],
    ],
    [
      'of every member',
      'asyncapi-2',
      `discriminator: kind\noneOf: [{$ref: "#/definitions/a"}]\n${members}`,
      [],
    ],
    [
      'that a member lacks',
      'asyncapi-2',
      `discriminator: kind\noneOf: [{$ref: "#/definitions/a"}, {$ref: "#/definitions/b"}]\n${members}`,
      ['unknown-name 1:16'],
    ],
  ])('%s', (_name, dialect, text, expected) => {
    expect(findings(text, dialect)).toEqual(expected);
  });

  test('the mapping of OpenAPI names schemas', () => {
    const text = [
      'openapi: 3.1.0',
      'components:',
      '  schemas:',
      '    Pet:',
      '      oneOf: [{$ref: "#/components/schemas/Cat"}]',
      '      discriminator:',
      '        propertyName: kind',
      '        mapping:',
      '          cat: Cat',
      '          same: "#/components/schemas/Cat"',
      '          dog: Dog',
      '          far: https://example.com/x',
      '    Cat: {properties: {kind: {type: string}}}',
    ].join('\n');
    const built = buildText('p/api.yaml', text, 'openapi-3.1', '/components/schemas/Pet');
    expect(places(built.diagnostics)).toEqual(['ref-unresolved 11:16', 'ref-outside 12:16']);
    expect(built.schemas.get('p/api.yaml#/components/schemas/Pet')?.schema).toMatchObject({
      discriminator: { value: 'kind', at: { line: 7, column: 23 } },
    });
  });
});
