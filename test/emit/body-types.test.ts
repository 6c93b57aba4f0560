import { expect, test } from 'vitest';
import { bodyTypes } from '../../generator/src/emit/types/body-types.js';
import type { KeywordSchema, NamedSchema, Schema } from '../../generator/src/model/index.js';

const at = { file: 'bodies.openapi.yaml', line: 1, column: 1 };
const located = <T>(value: T): { value: T; at: typeof at } => ({ value, at });
const schema = (keywords: Omit<KeywordSchema, 'kind' | 'at'>): Schema => ({
  kind: 'keywords',
  at,
  ...keywords,
});
const text = schema({ type: located(['string'] as const) });
const reference = (name: string): Schema => schema({ ref: located(`#${name}`) });

function named(name: string, body: Schema): NamedSchema {
  return { id: `#${name}`, name, at, schema: body, exported: true };
}

async function print(...bodies: readonly NamedSchema[]): Promise<string> {
  const schemas = new Map(bodies.map((body) => [body.id, body]));
  const printed = await bodyTypes([], bodies, schemas, () => undefined);
  return printed.replaceAll(/\s+/g, ' ');
}

test('types inside lists and alternatives are printed, not only those of properties', async () => {
  const list = schema({ type: located(['array'] as const), items: located(reference('Part')) });
  const either = schema({
    anyOf: located([reference('Part'), schema({ type: located(['null'] as const) })]),
  });
  const whole = schema({
    type: located(['object'] as const),
    properties: [
      { name: 'parts', at, schema: list },
      { name: 'one', at, schema: either },
      { name: 'texts', at, schema: schema({ type: located(['array'] as const), items: located(text) }) },
    ],
  });
  const printed = await print(
    named('Part', schema({ type: located(['object'] as const), properties: [] })),
    named('Whole', whole),
  );
  expect(printed).toContain("parts?: components['schemas']['Part'][];");
  expect(printed).toContain("one?: components['schemas']['Part'] | null;");
  expect(printed).toContain('texts?: string[];');
  expect(printed).not.toContain('unknown[]');
});

test('a description cannot pass for type text', async () => {
  const hostile = 'See "type-text:2a2f" and "type-text:*/ evil()".';
  const printed = await print(
    named(
      'Whole',
      schema({
        type: located(['object'] as const),
        description: hostile,
        properties: [
          { name: 'a', at, schema: schema({ type: located(['string'] as const), description: hostile }) },
        ],
      }),
    ),
  );
  expect(printed).not.toMatch(/\*\/ evil\(\)/);
});
