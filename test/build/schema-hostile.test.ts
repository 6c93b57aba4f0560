import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { buildSchemas, checkInstance, type BuiltSchemas } from '../../generator/src/build/schema/index.js';
import { valueOf } from '../../generator/src/load/data-node.js';
import { loadJson } from '../../generator/src/load/json.js';
import type { JsonValue } from '../../generator/src/model/index.js';
import { hasShared, sharedPath } from '../support/shared.js';
import { documentOf, errorsOf, places, processorTime } from './schema-fixtures.js';

/** Every component schema of a hostile AsyncAPI document, exported. */
function build(name: string): BuiltSchemas {
  return prepare(name)();
}

/** The same, with the document loaded and the schemas still to build. */
function prepare(name: string): () => BuiltSchemas {
  const file = `hostile/${name}`;
  const document = documentOf(file, readFileSync(sharedPath('hostile', name), 'utf8'), 'asyncapi-2');
  const schemas = valueOf(valueOf(document.root, 'components'), 'schemas');
  const names = schemas?.kind === 'mapping' ? schemas.entries.map(({ key }) => key) : [];
  const roots = names.map((key) => ({ file, pointer: `/components/schemas/${key}`, name: key }));
  return () => buildSchemas(new Map([[file, document]]), roots);
}

const errors = (name: string): readonly string[] => places(errorsOf(build(name)));

function codes(name: string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { code } of errorsOf(build(name))) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

if (hasShared('hostile', '00-control.yaml')) {
  describe('hostile schemas', () => {
    test.each(['00-control.yaml', '13-property-names.yaml', '30-proto-keys.yaml', '54-ref-cycles-good.yaml'])(
      '%s builds',
      (name) => {
        expect(errors(name)).toEqual([]);
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      },
    );

    test('13: names are kept exactly, and required', () => {
      const { schemas } = build('13-property-names.yaml');
      const props = schemas.get('hostile/13-property-names.yaml#/components/schemas/Props')?.schema;
      if (props?.kind !== 'keywords') throw new Error('Props is no object schema.');
      const names = props.properties?.map(({ name }) => name);
      expect(names).toContain(`a'];globalThis.__pwned = "13";//`);
      expect(names).toContain('1e3');
      expect(props.required?.map(({ value }) => value)).toEqual(names);
    });

    test('30: `__proto__` is a property like any other', () => {
      const { schemas } = build('30-proto-keys.yaml');
      const id = 'hostile/30-proto-keys.yaml#/components/schemas/Proto';
      const complete = JSON.parse(
        '{"__proto__": {"polluted": "x"}, "constructor": {}, "hasOwnProperty": "x"}',
      ) as JsonValue;
      expect(checkInstance(schemas, id, complete)).toEqual([]);
      expect(checkInstance(schemas, id, {}).map(({ message }) => message)).toEqual([
        'expected a property "__proto__"',
        'expected a property "constructor"',
        'expected a property "hasOwnProperty"',
      ]);
    });

    test('15: discriminators that carry code name no property', () => {
      expect(errors('15-discriminator.yaml')).toEqual(['unknown-name 74:22', 'keyword-value 79:9']);
    });

    test('50, 51: every reference to the file system or the network is refused', () => {
      expect(codes('50-ref-local-files.yaml')).toEqual({ 'ref-outside': 10, 'ref-unresolved': 1 });
      expect(codes('51-ref-network.yaml')).toEqual({ 'ref-outside': 16 });
    });

    test('53: every circle without a value in between, and every reference to what is no schema', () => {
      expect(errors('53-ref-cycles-bad.yaml')).toEqual([
        'ref-cycle 89:13',
        'ref-cycle 91:13',
        'ref-cycle 96:15',
        'ref-cycle 100:15',
        'ref-cycle 103:15',
        'ref-unresolved 105:13',
        'ref-unresolved 107:13',
        'ref-cycle 112:17',
      ]);
    });

    test('55: 32 levels of doubled references take no time, and neither does a value', () => {
      const buildIt = prepare('55-ref-exponential.yaml');
      const time = processorTime(() => {
        const built = buildIt();
        expect(errorsOf(built)).toEqual([]);
        const id = 'hostile/55-ref-exponential.yaml#/components/schemas/X0';
        expect(checkInstance(built.schemas, id, { leaf: 5 }).map(({ pointer }) => pointer)).toEqual([
          '/leaf',
        ]);
      });
      expect(time).toBeLessThan(1000);
    });

    test('64: words that YAML reads as numbers or null are no strings of an enum', () => {
      expect(codes('64-yaml-implicit-types.yaml')).toEqual({ 'keyword-value': 4 });
    });

    test('75: each number that JSON, a double or its keyword does not have', () => {
      expect(errors('75-numbers.yaml')).toEqual([
        ...['keyword-value 57:36', 'keyword-value 57:51', 'keyword-value 57:66'],
        ...['number-range 58:34', 'number-range 58:41', 'number-range 58:49', 'keyword-value 58:67'],
        ...['number-range 59:37', 'number-range 59:62', 'keyword-value 60:38', 'keyword-value 60:53'],
        ...['keyword-value 61:36', 'keyword-value 62:39', 'keyword-value 64:36', 'keyword-value 64:65'],
        ...['number-range 65:52', 'keyword-value 66:45', 'keyword-value 66:69'],
      ]);
    });

    test('80: every pattern with catastrophic backtracking, at its position', () => {
      expect(errors('80-regex-redos.yaml')).toEqual(
        [...[79, 82, 85, 88, 91, 94, 97, 100, 103].map((line) => `${String(line)}:20`), '105:9'].map(
          (place) => `pattern-backtracking ${place}`,
        ),
      );
    });

    test('81: every pattern that is no regular expression, at its position', () => {
      const invalid = Array.from(
        { length: 17 },
        (_, place) => `pattern-invalid ${String(79 + 3 * place)}:20`,
      );
      expect(errors('81-regex-invalid.yaml')).toEqual([
        ...invalid,
        'keyword-value 133:20',
        'keyword-value 136:20',
      ]);
    });

    test('86: 3,000 levels are refused', () => {
      const text = readFileSync(sharedPath('hostile', '86-deep-schema-3k.json'), 'utf8');
      expect(loadJson('hostile/86.json', text).diagnostics.map(({ code }) => code)).toEqual(['depth-limit']);
    });

    test('87: 5,000 properties, 5,000 enum values and 1,000 alternatives take well under a second', () => {
      const buildIt = prepare('87-wide.yaml');
      expect(
        processorTime(() => {
          expect(errorsOf(buildIt())).toEqual([]);
        }),
      ).toBeLessThan(1000);
    });
  });
} else {
  test.skip('hostile schemas: ../shared/hostile is not there', () => undefined);
}
