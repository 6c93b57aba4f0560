import { readFileSync } from 'node:fs';

import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const schema = JSON.parse(
  readFileSync(new URL('../../generator/config.schema.json', import.meta.url), 'utf8'),
) as { readonly description: string; readonly examples: readonly unknown[] };
const validate = new Ajv2020({ strict: true }).compile(schema);

test('the example in YAML is the example in JSON, and valid', () => {
  const yaml = schema.description.split('As YAML:\n\n')[1] ?? '';
  expect(parse(yaml)).toEqual(schema.examples[0]);
  expect(validate(schema.examples[0])).toBe(true);
});

test.each([
  [{}, true],
  [{ packages: { demo: {} } }, true],
  [{ packages: { demo: { name: 'demo-stream' } } }, true],
  [{ scope: 'example' }, false],
  [{ scope: '@Example' }, false],
  [{ scope: '@a/b' }, false],
  [{ license: '"; process.exit(66); "' }, false],
  [{ packages: { '../up': {} } }, false],
  [{ packages: { demo: { name: '@a/../b' } } }, false],
  [{ packages: { demo: { version: '1' } } }, false],
  [{ exclude: ['a', 'a'] }, false],
  [{ unknown: 1 }, false],
  [[], false],
])('%j', (value, valid) => {
  expect(validate(value)).toBe(valid);
});
