import { describe, expect, test } from 'vitest';
import {
  buildSchemas,
  type BuiltSchemas,
  type SchemaDialect,
  type SchemaRoot,
} from '../../generator/src/build/schema/index.js';
import { formatSpan } from '../../generator/src/diagnostics/index.js';
import type { DataNode } from '../../generator/src/load/data-node.js';
import { buildText, documentOf, errorsOf, places, processorTime } from './schema-fixtures.js';

/** Builds YAML or JSON documents by file name. */
function build(
  files: Readonly<Record<string, string>>,
  roots: readonly SchemaRoot[],
  dialect: SchemaDialect = '2020-12',
): BuiltSchemas {
  const documents = Object.entries(files).map(
    ([file, text]) => [file, documentOf(file, text, dialect)] as const,
  );
  return buildSchemas(new Map(documents), roots);
}

/** What a reference in `p/a.yaml` leads to: an id, or the code of the fault. */
function target(
  reference: string,
  files: Readonly<Record<string, string>> = {},
  head = '',
): string | undefined {
  const text = `${head}properties: {x: {$ref: ${JSON.stringify(reference)}}}\n$defs: {here: true, "a/b~c%": true}\n`;
  const built = build({ 'p/a.yaml': text, ...files }, [{ file: 'p/a.yaml', pointer: '' }]);
  const errors = errorsOf(built).map((diagnostic) => diagnostic.code);
  return errors[0] ?? [...built.schemas.keys()][1];
}

describe('where a reference leads', () => {
  const files = {
    'p/types.schema.json': '{"$defs": {"t": {"$anchor": "named", "type": "string"}}}',
    'p/sub/deep.json': '{"$ref": "../types.schema.json#/$defs/t"}',
    'q/other.json': 'true',
  };

  test.each([
    ['#/$defs/here', 'p/a.yaml#/$defs/here'],
    ['a.yaml#/$defs/here', 'p/a.yaml#/$defs/here'],
    ['./types.schema.json#/$defs/t', 'p/types.schema.json#/$defs/t'],
    ['types.schema.json#named', 'p/types.schema.json#/$defs/t'],
    ['sub/../types.schema.json', 'p/types.schema.json#'],
    ['sub/deep.json', 'p/sub/deep.json#'],
    ['#/$defs/a~1b~0c%25', 'p/a.yaml#/$defs/a~1b~0c%'],
  ])('%s is %s', (reference, id) => {
    expect(target(reference, files)).toBe(id);
  });

  test.each([
    ...[
      '../q/other.json',
      '../p/types.schema.json',
      '..',
      'sub/../../q/other.json',
      '%2e%2e/q/other.json',
      '.%2E/q/other.json',
    ],
    ...[
      '/etc/passwd',
      '//127.0.0.1/x',
      '\\\\127.0.0.1\\share',
      'sub\\..\\..\\x',
      'C:\\x',
      'file:///etc/passwd',
      'FILE:/x',
    ],
    ...[
      'http://127.0.0.1:1/x',
      'https://example.com/x.json#/a',
      'ftp://x/y',
      'data:application/json,true',
      'npm:x',
    ],
    ...['profilegen-document:///p/types.schema.json', 'urn:example:nothing', 'javascript:1', 'mailto:x'],
  ])('%s leads outside', (reference) => {
    expect(target(reference, files)).toBe('ref-outside');
  });

  test.each([
    '#/$defs/missing',
    '#missing',
    'missing.json',
    '#/$defs/here/deeper',
    '#/$defs/~2',
    '#/%ff',
    '~/.ssh/id_rsa',
    '#$defs',
  ])('%s leads nowhere', (reference) => {
    expect(target(reference, files)).toBe('ref-unresolved');
  });

  test('a fault is reported at the reference, and nothing else of it', () => {
    const { diagnostics } = buildText('p/a.yaml', 'properties:\n  x:\n    $ref: ../y.yaml\n', '2020-12');
    expect(diagnostics).toEqual([
      {
        code: 'ref-outside',
        severity: 'error',
        span: { file: 'p/a.yaml', line: 3, column: 11 },
        message: 'The reference leads out of the folder of its specification.',
        expected: 'a place in a document of the same folder',
        found: '../y.yaml',
      },
    ]);
  });

  test('a schema with an `$id` of its own is found by it, and still finds the files beside it', () => {
    const head = '$id: https://example.com/specs/a.json\n';
    expect(target('#/$defs/here', {}, head)).toBe('p/a.yaml#/$defs/here');
    expect(target('https://example.com/specs/a.json#/$defs/here', {}, head)).toBe('p/a.yaml#/$defs/here');
    expect(target('types.schema.json#/$defs/t', files, head)).toBe('p/types.schema.json#/$defs/t');
    expect(
      target(
        'https://example.com/specs/b.json',
        { 'p/b.json': '{"$id": "https://example.com/specs/b.json"}' },
        head,
      ),
    ).toBe('p/b.json#');
    expect(target('missing.json', files, head)).toBe('ref-outside');
    expect(target('../q/other.json', files, head)).toBe('ref-outside');
  });

  test('the draft-07 metaschema is built in, and nothing of it is reported', () => {
    const text =
      '{"properties": {"x": {"$ref": "http://json-schema.org/draft-07/schema#/definitions/simpleTypes"}}}';
    const { schemas, diagnostics } = buildText('p/s.json', text, '2020-12');
    expect(diagnostics).toEqual([]);
    expect([...schemas.keys()]).toEqual([
      'p/s.json#',
      'http://json-schema.org/draft-07/schema#/definitions/simpleTypes',
    ]);
    expect(
      buildText('p/s.json', '{"$ref": "http://json-schema.org/draft-07/schema"}', 'draft-07').schemas.size,
    ).toBe(7);
  });

  test('two schemas with one identifier are a fault', () => {
    const text = '$defs:\n  a: {$id: "x.json"}\n  b: {$id: "x.json"}\n  c: {$anchor: n}\n  d: {$anchor: n}\n';
    expect(places(buildText('p/a.yaml', text, '2020-12').diagnostics)).toEqual([
      'keyword-value 2:12',
      'keyword-value 4:16',
    ]);
    const claimed = build({ 'p/a.json': '{"$id": "b.json"}', 'p/b.json': 'true' }, [
      { file: 'p/a.json', pointer: '' },
    ]);
    expect(places(claimed.diagnostics)).toEqual(['keyword-value 1:9']);
  });

  test('in AsyncAPI, a reference is relative to its document, whatever `$id` says', () => {
    const text = [
      'asyncapi: 2.6.0',
      'components:',
      '  schemas:',
      '    A: {$id: "https://example.com/a", properties: {b: {$ref: "#/components/schemas/B"}}}',
      '    B: {type: string}',
    ].join('\n');
    const built = buildText('p/asyncapi.yaml', text, 'asyncapi-2', '/components/schemas/A');
    expect(built.diagnostics).toEqual([]);
    expect([...built.schemas.keys()]).toContain('p/asyncapi.yaml#/components/schemas/B');
  });

  test.each(['#', '#/components', '#/components/schemas', '#/components/messages/M', '#/channels'])(
    'a section of an AsyncAPI document is no schema: %s',
    (reference) => {
      const text = [
        'channels: {}',
        `components: {messages: {M: {payload: true}}, schemas: {A: {properties: {x: {$ref: "${reference}"}}}}}`,
      ].join('\n');
      const built = buildText('p/asyncapi.yaml', text, 'asyncapi-2', '/components/schemas/A');
      expect(built.diagnostics.map((diagnostic) => diagnostic.code)).toEqual(['ref-unresolved']);
    },
  );

  test('the payload of a message is one', () => {
    const text =
      'components: {messages: {M: {payload: {$ref: "#/components/messages/N/payload"}}, N: {payload: true}}}';
    const built = buildText('p/asyncapi.yaml', text, 'asyncapi-2', '/components/messages/M/payload');
    expect(built.diagnostics).toEqual([]);
    expect(built.schemas.size).toBe(2);
  });
});

describe('circles', () => {
  const definitions = (text: string): readonly string[] =>
    places(buildText('p/a.yaml', `$ref: "#/definitions/A"\ndefinitions:\n${text}`, 'asyncapi-2').diagnostics);

  test.each<[string, string, readonly string[]]>([
    ['of one', '  A: {$ref: "#/definitions/A"}', ['ref-cycle 3:13']],
    [
      'of two, reported once',
      '  A: {$ref: "#/definitions/B"}\n  B: {$ref: "#/definitions/A"}',
      ['ref-cycle 3:13'],
    ],
    ['through allOf', '  A: {allOf: [{$ref: "#/definitions/A"}, {type: object}]}', ['ref-cycle 3:22']],
    ['through not', '  A: {not: {$ref: "#/definitions/A"}}', ['ref-cycle 3:19']],
    ['through a dependency', '  A: {dependencies: {x: {$ref: "#/definitions/A"}}}', ['ref-cycle 3:32']],
    [
      'of a property with itself',
      '  A: {properties: {x: {$ref: "#/definitions/A/properties/x"}}}',
      ['ref-cycle 3:30'],
    ],
    ['through a property', '  A: {properties: {x: {$ref: "#/definitions/A"}}}', []],
    [
      'through items, of two',
      '  A: {items: {$ref: "#/definitions/B"}}\n  B: {allOf: [{$ref: "#/definitions/A"}]}',
      [],
    ],
    [
      'through a union below a map',
      '  A: {additionalProperties: {oneOf: [{type: string}, {$ref: "#/definitions/A"}]}}',
      [],
    ],
  ])('%s', (_name, text, expected) => {
    expect(definitions(text)).toEqual(expected);
  });

  test('a circle names all its references', () => {
    const { diagnostics } = buildText(
      'p/a.yaml',
      '$ref: "#/$defs/A"\n$defs:\n  A: {$ref: "#/$defs/B"}\n  B: {anyOf: [{$ref: "#/$defs/A"}]}\n',
      '2020-12',
    );
    expect(diagnostics.map(({ related }) => related?.map(({ span }) => [span.line, span.column]))).toEqual([
      [[4, 22]],
    ]);
  });
});

describe('size', () => {
  const chain = (length: number): string =>
    JSON.stringify({
      $ref: '#/definitions/x0',
      definitions: Object.fromEntries(
        Array.from({ length }, (_, place) => [
          `x${String(place)}`,
          place === length - 1 ? { type: 'string' } : { $ref: `#/definitions/x${String(place + 1)}` },
        ]),
      ),
    });

  test('a chain of references ends', () => {
    expect(errorsOf(buildText('p/a.json', chain(150), 'draft-07'))).toEqual([]);
    const long = buildText('p/a.json', chain(4_000), 'draft-07').diagnostics.map(
      (diagnostic) => diagnostic.code,
    );
    expect(long).toEqual(['depth-limit']);
  });

  const doubling = (levels: number, member: (reference: object) => unknown): string =>
    JSON.stringify({
      $ref: '#/definitions/x0',
      definitions: Object.fromEntries(
        Array.from({ length: levels }, (_, place) => [
          `x${String(place)}`,
          place === levels - 1 ? true : member({ $ref: `#/definitions/x${String(place + 1)}` }),
        ]),
      ),
    });

  test('a repeated reference is one reference, one that multiplies is refused', () => {
    const repeated = buildText(
      'p/a.json',
      doubling(33, (next) => ({ allOf: [next, next] })),
      'draft-07',
    );
    expect(repeated.diagnostics).toEqual([]);
    expect(repeated.schemas.get('p/a.json#/definitions/x0')?.schema).toMatchObject({
      allOf: { value: [{}] },
    });
    const multiplied = buildText(
      'p/a.json',
      doubling(33, (next) => ({ oneOf: [next, next] })),
      'draft-07',
    );
    expect(multiplied.diagnostics.map((diagnostic) => diagnostic.code)).toEqual(['ref-expansion']);
  });

  test('what is nested too deeply is refused without a stack overflow', () => {
    // The loaders refuse such a text; a document made otherwise must not harm either.
    const span = { file: 'p/a.json', line: 1, column: 1 };
    let root: DataNode = { kind: 'scalar', value: true, span };
    for (let depth = 0; depth < 3000; depth += 1) {
      root = { kind: 'mapping', span, entries: [{ key: 'items', keySpan: span, value: root }] };
    }
    const documents = new Map([['p/a.json', { file: 'p/a.json', root, dialect: 'draft-07' as const }]]);
    const { diagnostics } = buildSchemas(documents, [{ file: 'p/a.json', pointer: '' }]);
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual(['depth-limit']);
  });

  test('width costs little', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, place) => [`p${String(place)}`, { type: 'string' }]),
    );
    const names = Object.keys(properties);
    const text = JSON.stringify({
      properties,
      required: names,
      anyOf: names.slice(0, 1000).map((name) => ({ required: [name] })),
    });
    const document = documentOf('p/a.json', text, '2020-12');
    const time = processorTime(() => {
      const roots = [{ file: 'p/a.json', pointer: '' }];
      expect(buildSchemas(new Map([['p/a.json', document]]), roots).diagnostics).toEqual([]);
    });
    expect(time).toBeLessThan(2000);
  });
});

describe('names', () => {
  test('roots keep their names and their order; helpers are named after their place, each once', () => {
    const text = [
      '$defs:',
      '  usage: {properties: {details: {$ref: "#/$defs/Usage/properties/item"}, other: {$ref: "#/$defs/error"}}}',
      '  Usage: {properties: {item: {$ref: "#/$defs/chunk"}}}',
      '  error: {$ref: "#/$defs/USAGE"}',
      '  USAGE: true',
      '  chunk: {$ref: "types.schema.json"}',
    ].join('\n');
    const built = build({ 'p/a.yaml': text, 'p/types.schema.json': 'true' }, [
      { file: 'p/a.yaml', pointer: '/$defs/chunk', name: 'Chunk' },
      { file: 'p/a.yaml', pointer: '/$defs/usage', name: 'Usage' },
      { file: 'p/a.yaml', pointer: '/$defs/chunk', name: 'Again' },
    ]);
    expect(built.diagnostics).toEqual([]);
    expect([...built.schemas.values()].map(({ id, name, exported }) => [id, name, exported])).toEqual([
      ['p/a.yaml#/$defs/chunk', 'Chunk', true],
      ['p/a.yaml#/$defs/usage', 'Usage', true],
      ['p/types.schema.json#', 'TypesSchema', false],
      ['p/a.yaml#/$defs/Usage/properties/item', 'UsageItem', false],
      ['p/a.yaml#/$defs/error', 'ErrorType', false],
      ['p/a.yaml#/$defs/USAGE', 'USAGE2', false],
    ]);
  });

  test('a root that does not exist is reported', () => {
    const built = build({ 'p/a.yaml': 'type: string' }, [
      { file: 'p/a.yaml', pointer: '/$defs/x', name: 'X' },
      { file: 'p/b.yaml', pointer: '', name: 'B', at: { file: 'p/profile.md', line: 7, column: 3 } },
    ]);
    expect(built.diagnostics.map(({ span, message }) => `${formatSpan(span)} ${message}`)).toEqual([
      'p/a.yaml:1:1 No schema stands at p/a.yaml#/$defs/x.',
      'p/profile.md:7:3 No schema stands at p/b.yaml#.',
    ]);
    expect(built.schemas.size).toBe(0);
  });
});
