import { describe, expect, it } from 'vitest';

import { compileTexts, errorsOf, importPackage } from '../support/compile.js';

/** A document whose stream has one message with this payload. */
function document(payload: object): Map<string, string> {
  const message = { name: 'signal', payload };
  const channels = { signals: { subscribe: { message } } };
  const info = { title: 'Signals', version: '1' };
  return new Map([
    ['signals/asyncapi.json', JSON.stringify({ asyncapi: '2.6.0', info, channels, components: {} })],
  ]);
}

interface Item {
  readonly message: unknown;
  readonly issues: readonly { readonly code: string }[];
}

async function parserOf(specs: Map<string, string>): Promise<(data: string) => Item> {
  const result = await compileTexts(specs);
  expect(errorsOf(result)).toEqual([]);
  const { parseStreamMessage } = await importPackage(result, 'signals');
  return parseStreamMessage as (data: string) => Item;
}

describe('a stream of nothing but texts', () => {
  it.each([2, 1_000])('is read as text where there are %d of them', async (count) => {
    const texts = Array.from({ length: count }, (_item, at) => `signal ${String(at)}`);
    const parse = await parserOf(document({ enum: texts }));
    expect(parse(`signal ${String(count - 1)}`)).toMatchObject({
      message: `signal ${String(count - 1)}`,
      issues: [],
    });
    expect(parse('"signal 0"')).toMatchObject({ message: undefined, issues: [{ code: 'enum' }] });
  });
});

describe('rules that nothing can break', () => {
  it('are told where they stand, and the specification compiles', async () => {
    const bounded = { type: 'string', pattern: '^(?:[^x]|x)*$' };
    const result = await compileTexts(document({ type: 'object', properties: { text: bounded } }));
    expect(result.files).not.toEqual([]);
    expect(result.diagnostics.map(({ code, severity, span }) => [code, severity, span.file])).toContainEqual([
      'rule-without-vector',
      'warning',
      'signals/asyncapi.json',
    ]);
  });
});
