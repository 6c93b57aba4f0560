import { describe, expect, it } from 'vitest';

import { lintSpecs } from '../../generator/src/compile.js';
import { projectSpecs, templates } from '../support/compile.js';

async function lint(specs: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const bytes = new Map([...specs].map(([path, text]) => [path, new TextEncoder().encode(text)]));
  const found = await lintSpecs({ specs: bytes, templates });
  return found
    .filter(({ severity }) => severity !== 'note')
    .map(({ code, message }) => `${code}: ${message}`);
}

/** A document with one message. */
function document(properties: object): Map<string, string> {
  const payload = { type: 'object', description: 'A reading.', properties };
  const schemas = { Reading: payload };
  const message = { name: 'reading', payload: { $ref: '#/components/schemas/Reading' } };
  const channels = { readings: { subscribe: { message } } };
  const info = { title: 'Readings', version: '1' };
  const text = JSON.stringify({ asyncapi: '2.6.0', info, channels, components: { schemas } });
  return new Map([['readings/asyncapi.json', text]]);
}

const described = { type: 'string', description: 'Text.' };

describe('lint', () => {
  it('finds nothing in the specifications of the project', async () => {
    expect(await lint(projectSpecs())).toEqual([]);
  });

  it('finds nothing in a document that says what it means', async () => {
    expect(await lint(document({ text: described }))).toEqual([]);
  });

  it('finds what has no description', async () => {
    expect(await lint(document({ text: { type: 'string' } }))).toEqual([
      'lint-undescribed: The property "text" has no description.',
    ]);
  });

  it.each([
    ['objects', { properties: { text: described } }],
    ['arrays', { items: { type: 'string' } }],
    ['strings', { minLength: 1 }],
    ['numbers', { minimum: 1 }],
  ])('finds a schema that constrains %s and has no type', async (kind, schema) => {
    expect(await lint(document({ part: { description: 'A part.', ...schema } }))).toEqual([
      `lint-untyped: The schema constrains ${kind} and admits values of every other type.`,
    ]);
  });

  it('takes a schema that only says what must be there for a condition', async () => {
    const either = [{ required: ['text'] }, { required: ['part'] }];
    const part = { type: 'object', description: 'A part.', anyOf: either, properties: { text: described } };
    expect(await lint(document({ part }))).toEqual([]);
  });

  it('finds a definition that nothing uses', async () => {
    const specs = document({ text: described });
    specs.set('readings/types.schema.json', JSON.stringify({ $defs: { spare: described } }));
    expect(await lint(specs)).toEqual(['lint-unused-type: "spare" is declared and never used.']);
  });

  it('finds a name in another style than nearly all the others', async () => {
    const names = Array.from({ length: 12 }, (_item, place) => `part_${String(place)}_name`);
    const properties = Object.fromEntries([...names, 'oddName'].map((name) => [name, described]));
    expect(await lint(document(properties))).toEqual([
      'lint-naming: The property "oddName" is in camelCase.',
    ]);
  });
});
