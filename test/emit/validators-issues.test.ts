import { describe, expect, test } from 'vitest';
import type { SchemaDialect } from '../../generator/src/build/schema/index.js';
import { emitted } from '../support/emitted-validators.js';

/** `code path: expected, got`, and the line of the schema that the issue names. */
function issuesOf(schema: unknown, value: unknown, dialect: SchemaDialect = 'draft-07'): readonly string[] {
  const lines = JSON.stringify(schema, undefined, 2).split('\n');
  const { Root } = emitted({ Root: schema }, { dialect });
  const issues = Root.validate(value);
  expect(Root.is(value)).toBe(issues.length === 0);
  return issues.map(({ code, path, expected, got, spec }) => {
    const [, line = '0'] = /^Root\.json:(\d+):\d+$/.exec(spec) ?? [];
    return `${code} ${path}: ${expected}, ${got} | ${(lines[Number(line) - 1] ?? '').trim()}`;
  });
}

const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more });

describe('each keyword has its code, its place in the value and its place in the schema', () => {
  test.each<[string, unknown, unknown, readonly string[]]>([
    ['type', { type: 'string' }, 5, ['type : string, 5 | "type": "string"']],
    ['types', { type: ['string', 'null'] }, [1], ['type : string or null, [1] | "type": [']],
    ['integer', { type: 'integer' }, 1.5, ['type : integer, 1.5 | "type": "integer"']],
    ['not a number', { type: 'number' }, Number.NaN, ['type : number, NaN | "type": "number"']],
    ['enum', { enum: ['a', 'b', null] }, 'c', ['enum : "a", "b" or null, "c" | "enum": [']],
    ['const', { const: { a: [1] } }, { a: [2] }, ['const : {"a":[1]}, {"a":[2]} | "const": {']],
    ['minimum', { minimum: 3 }, 2, ['minimum : at least 3, 2 | "minimum": 3']],
    ['maximum', { maximum: -3 }, 2, ['maximum : at most -3, 2 | "maximum": -3']],
    [
      'exclusiveMinimum',
      { exclusiveMinimum: 3 },
      3,
      ['exclusive_minimum : more than 3, 3 | "exclusiveMinimum": 3'],
    ],
    [
      'exclusiveMaximum',
      { exclusiveMaximum: 3 },
      3,
      ['exclusive_maximum : less than 3, 3 | "exclusiveMaximum": 3'],
    ],
    [
      'multipleOf',
      { multipleOf: 0.01 },
      1.234,
      ['multiple_of : a multiple of 0.01, 1.234 | "multipleOf": 0.01'],
    ],
    [
      'minLength',
      { minLength: 2 },
      '😀',
      ['min_length : at least 2 characters, 1 character | "minLength": 2'],
    ],
    [
      'maxLength',
      { maxLength: 1 },
      '😀😀',
      ['max_length : at most 1 character, 2 characters | "maxLength": 1'],
    ],
    ['pattern', { pattern: '^a+$' }, 'b', ['pattern : text that matches ^a+$, "b" | "pattern": "^a+$"']],
    ['minItems', { minItems: 1 }, [], ['min_items : at least 1 item, 0 items | "minItems": 1']],
    ['maxItems', { maxItems: 1 }, [1, 2], ['max_items : at most 1 item, 2 items | "maxItems": 1']],
    [
      'uniqueItems',
      { uniqueItems: true },
      [{ a: 1, b: 2 }, 5, { b: 2, a: 1 }],
      ['unique_items : different items, item 2 equal to an earlier one | "uniqueItems": true'],
    ],
    [
      'items',
      { items: { type: 'null' } },
      [null, 1, 2],
      ['type /1: null, 1 | "type": "null"', 'type /2: null, 2 | "type": "null"'],
    ],
    [
      'a closed tuple',
      { items: [{ type: 'null' }], additionalItems: false },
      [1, 2],
      ['type /0: null, 1 | "type": "null"', 'items : at most 1 item, 2 items | "additionalItems": false'],
    ],
    [
      'contains',
      { contains: { const: 1 } },
      [2],
      ['contains : at least 1 item: 1, 0 such items | "contains": {'],
    ],
    [
      'minProperties',
      { minProperties: 1 },
      {},
      ['min_properties : at least 1 property, 0 properties | "minProperties": 1'],
    ],
    [
      'maxProperties',
      { maxProperties: 1 },
      { a: 1, b: 2 },
      ['max_properties : at most 1 property, 2 properties | "maxProperties": 1'],
    ],
    [
      'required',
      object({ 'a/b': { type: 'string' } }, { required: ['a/b'] }),
      {},
      ['required /a~1b: string, nothing | "a/b"'],
    ],
    [
      'properties',
      object({ 'a~': { type: 'string' } }),
      { 'a~': 1 },
      ['type /a~0: string, 1 | "type": "string"'],
    ],
    [
      'additionalProperties',
      object({ a: true }, { additionalProperties: false }),
      { 'x/y': 1 },
      ['additional_properties /x~1y: only "a", "x/y" | "additionalProperties": false'],
    ],
    [
      'a map',
      { additionalProperties: { type: 'string' } },
      { a: 'x', b: 1 },
      ['type /b: string, 1 | "type": "string"'],
    ],
    [
      'patternProperties',
      { patternProperties: { '^x-': { type: 'string' } } },
      { a: 1, 'x-a': 1 },
      ['type /x-a: string, 1 | "type": "string"'],
    ],
    [
      'propertyNames',
      { propertyNames: { maxLength: 2 } },
      { abc: 1 },
      ['property_names /abc: a name: at most 2 characters, "abc" | "propertyNames": {'],
    ],
    ['a forbidden property', object({ a: false }), { a: 1 }, ['false_schema /a: nothing, 1 | "a": false']],
    [
      'dependencies',
      { dependencies: { a: ['b'] } },
      { a: 1 },
      ['dependent_required /b: any value, as "a" is present, nothing | "b"'],
    ],
    ['not', { not: { type: 'string' } }, 'x', ['not : not string, "x" | "not": {']],
    [
      'if and then',
      { if: { type: 'string' }, then: { minLength: 2 } },
      'x',
      ['min_length : at least 2 characters, 1 character | "minLength": 2'],
    ],
    [
      'if and else',
      { if: { type: 'string' }, else: { minimum: 2 } },
      1,
      ['minimum : at least 2, 1 | "minimum": 2'],
    ],
  ])('%s', (_name, schema, value, expected) => {
    expect(issuesOf(schema, value)).toEqual(expected);
  });

  test('counts of matching items', () => {
    const schema = { contains: { type: 'null' }, minContains: 2, maxContains: 3 };
    const of = (size: number): readonly string[] =>
      issuesOf(
        schema,
        Array.from({ length: size }, () => null),
        '2020-12',
      );
    expect(of(1)).toEqual(['min_contains : at least 2 items: null, 1 such item | "minContains": 2,']);
    expect(of(2)).toEqual([]);
    expect(of(4)).toEqual(['max_contains : at most 3 items: null, 4 such items | "maxContains": 3']);
  });
});

describe('every issue is reported', () => {
  const schema = object(
    {
      id: { type: 'string', minLength: 3, pattern: '^x' },
      size: { type: 'integer', minimum: 10, multipleOf: 2 },
      tags: { type: 'array', items: { type: 'string' }, maxItems: 1 },
    },
    { required: ['id', 'size', 'tags', 'kind'], additionalProperties: false },
  );

  test('of all properties and keywords, in the order of the schema', () => {
    const value = { id: 'a', size: 3, tags: ['a', 1], other: 1 };
    expect(issuesOf(schema, value).map((issue) => issue.replace(/:.*/, ''))).toEqual([
      'min_length /id',
      'pattern /id',
      'minimum /size',
      'multiple_of /size',
      'max_items /tags',
      'type /tags/1',
      'required /kind',
      'additional_properties /other',
    ]);
  });

  test('but a value of the wrong type is one issue', () => {
    expect(issuesOf({ type: 'string', enum: ['a'], minLength: 1, not: { const: 5 } }, 5)).toHaveLength(1);
  });
});

describe('unions', () => {
  const text = object({ type: { const: 'text' }, text: { type: 'string' } }, { required: ['type', 'text'] });
  const image = object(
    { type: { enum: ['image', 'photo'] }, url: { type: 'string' } },
    { required: ['type', 'url'] },
  );

  test.each(['anyOf', 'oneOf'] as const)(
    '%s with a discriminant reports the issues of the branch that is meant',
    (keyword) => {
      const schema = { [keyword]: [text, image] };
      const code = keyword === 'anyOf' ? 'any_of' : 'one_of';
      expect(issuesOf(schema, { type: 'photo', url: 1 })).toEqual([
        'type /url: string, 1 | "type": "string"',
      ]);
      expect(issuesOf(schema, { type: 'video' })).toEqual([
        `${code} /type: "text", "image" or "photo", "video" | "${keyword}": [`,
      ]);
      expect(issuesOf(schema, {})).toEqual([
        `${code} /type: "text", "image" or "photo", nothing | "${keyword}": [`,
      ]);
      expect(issuesOf(schema, 1)).toHaveLength(1);
    },
  );

  test('the kind of a value tells the branch as well', () => {
    const schema = {
      anyOf: [
        { type: 'string', maxLength: 1 },
        { type: 'array', items: { type: 'string' } },
        { type: 'null' },
      ],
    };
    expect(issuesOf(schema, ['a', 2])).toEqual(['type /1: string, 2 | "type": "string"']);
    expect(issuesOf(schema, 'ab')).toEqual([
      'max_length : at most 1 character, 2 characters | "maxLength": 1',
    ]);
    expect(issuesOf(schema, 1)).toEqual([
      'any_of : string, at most 1 character, array or null, 1 | "anyOf": [',
    ]);
  });

  test('else the union is one issue', () => {
    const schema = { oneOf: [object({}, { required: ['a'] }), object({}, { required: ['b'] })] };
    expect(issuesOf(schema, {})).toEqual(['one_of : object with "a" or object with "b", {} | "oneOf": [']);
    expect(issuesOf(schema, { a: 1, b: 1 })).toEqual([
      'one_of : exactly one of 2 forms: object with "a" or object with "b", 2 of them | "oneOf": [',
    ]);
  });

  test('values listed one by one are one list', () => {
    const schema = { oneOf: [{ const: 'a', description: 'One.' }, { const: 'b' }] };
    expect(issuesOf(schema, 'c')).toEqual(['one_of : "a" or "b", "c" | "oneOf": [']);
  });
});

describe('names that every object inherits', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

  test.each(names)('%s is present only as an own property', (name) => {
    const schema = JSON.parse(
      `{"type":"object","properties":{"${name}":{"type":"string"}},"required":["${name}"]}`,
    ) as object;
    const { Root } = emitted({ Root: schema });
    const own = JSON.parse(`{"${name}":"x"}`) as object;
    const wrong = JSON.parse(`{"${name}":1}`) as object;
    expect(Root.validate(own)).toEqual([]);
    expect(Root.validate(wrong)).toMatchObject([{ code: 'type', path: `/${name}`, got: '1' }]);
    expect(Root.validate({})).toMatchObject([{ code: 'required', path: `/${name}` }]);
    expect(Root.is(Object.create(own))).toBe(false);
  });

  test('an empty name is a name', () => {
    expect(issuesOf(object({ '': { type: 'string' } }, { required: [''] }), {})).toHaveLength(1);
    expect(issuesOf(object({ '': { type: 'string' } }, { required: [''] }), { '': 'x' })).toEqual([]);
  });

  test('an inherited property is no surplus property', () => {
    const { Root } = emitted({
      Root: object({}, { additionalProperties: false, propertyNames: { maxLength: 1 } }),
    });
    expect(Root.validate(Object.create({ inherited: 1 }))).toEqual([]);
  });

  test('null is valid where nullable says so, whatever the other keywords say', () => {
    const schema = { type: 'string', nullable: true, enum: ['stop', 'length'] };
    expect(issuesOf(schema, null, 'asyncapi-2')).toEqual([]);
    expect(issuesOf(schema, 'x', 'asyncapi-2')).toHaveLength(1);
    expect(issuesOf(schema, 1, 'asyncapi-2')).toEqual(['type : string or null, 1 | "type": "string",']);
  });
});

describe('what an issue shows of a value', () => {
  test('is cut, and has no control or invisible characters', () => {
    const hostile = `\u001b[2J\u202e${'x'.repeat(10_000)}`;
    const values = [
      hostile,
      { [hostile]: hostile },
      [hostile],
      Array.from({ length: 1_000_000 }, () => 1),
      nested(10_000),
    ];
    const { Root } = emitted({ Root: { enum: [1, 'a\u0007\u202e'] } });
    for (const value of values) {
      const [issue] = Root.validate(value);
      expect(issue?.got.length).toBeLessThanOrEqual(80);
      expect((issue?.got ?? '') + (issue?.expected ?? '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    }
  });

  test('a list of expected values is cut as well', () => {
    const { Root } = emitted({
      Root: { enum: Array.from({ length: 5000 }, (_, index) => `value-${String(index)}`) },
    });
    const [issue] = Root.validate('x');
    expect(issue?.expected.length).toBeLessThanOrEqual(130);
    expect(issue?.expected).toContain('(5000 values)');
    expect(Root.is('value-4999')).toBe(true);
  });
});

function nested(levels: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

describe('data that is nested 10,000 levels deep', () => {
  const tree = { type: 'array', items: { $ref: '#' } };
  const pair = {
    definitions: {
      a: { items: { $ref: '#/definitions/b' } },
      b: { items: { anyOf: [{ $ref: '#/definitions/a' }] } },
    },
    $ref: '#/definitions/a',
  };

  test.each([
    ['a list of itself', tree],
    ['two types in turn', pair],
    [
      'a type that contains a recursive one',
      { type: 'array', items: { allOf: [pair] }, definitions: pair.definitions },
    ],
  ])('%s: one issue, no RangeError', (_name, schema) => {
    const { Root } = emitted({ Root: schema });
    expect(Root.is(nested(200))).toBe(true);
    expect(Root.is(nested(10_000))).toBe(false);
    const issues = Root.validate(nested(10_000));
    expect(issues).toMatchObject([{ code: 'depth', expected: 'at most 256 levels' }]);
    expect(issues[0]?.path).toMatch(/^(\/0){200,}$/);
  });

  test.each([
    ['not', { not: { $ref: '#/definitions/tree' } }],
    ['if', { if: { $ref: '#/definitions/tree' }, then: false }],
    ['oneOf', { oneOf: [{ $ref: '#/definitions/tree' }, { type: 'array' }] }],
  ])('depth does not turn a refusal into an acceptance: %s', (_name, schema) => {
    const { Root } = emitted({
      Root: { ...schema, definitions: { tree: { type: 'array', items: { $ref: '#/definitions/tree' } } } },
    });
    expect(Root.is(nested(100))).toBe(false);
    expect(Root.is(nested(10_000))).toBe(false);
    expect(Root.validate(nested(10_000))).toMatchObject([{ code: 'depth', path: '' }]);
  });

  test('comparing deep values is no deeper than the schema, or needs no stack', () => {
    const { Equal, Unique } = emitted({ Equal: { const: [[1]] }, Unique: { uniqueItems: true } });
    expect(Equal.is(nested(10_000))).toBe(false);
    expect(Unique.is([nested(10_000), nested(10_001)])).toBe(true);
    expect(Unique.is([nested(10_000), nested(10_000)])).toBe(false);
  });
});
