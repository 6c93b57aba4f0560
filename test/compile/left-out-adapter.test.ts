import { describe, expect, it } from 'vitest';

import { compileTexts, errorsOf, projectSpecs, textOf } from '../support/compile.js';

const types = 'openai-compatible/types.schema.json';

interface Types {
  readonly $defs: Readonly<Record<string, { readonly properties: Record<string, unknown> }>>;
}

describe('an adapter whose profile lacks a member that it is made of', () => {
  it('is left out and told of; everything else compiles', async () => {
    const specs = projectSpecs();
    const document = JSON.parse(specs.get(types) ?? '') as Types;
    delete document.$defs['ToolCallStart']?.properties['id'];
    specs.set(types, JSON.stringify(document, undefined, 2));
    const result = await compileTexts(specs);
    expect(errorsOf(result)).toEqual([]);
    expect(result.files.filter(({ path }) => path.startsWith('vllm-adapter/'))).toEqual([]);
    for (const file of ['package.json', 'tsconfig.json']) {
      expect(textOf(result, file)).toContain('openai-compatible');
      expect(textOf(result, file)).not.toContain('vllm-adapter');
    }
    const told = result.diagnostics.find(({ code }) => code === 'adapter-left-out');
    expect(told?.span.file).toBe('openai-compatible/capabilities/vllm.json');
    expect(told?.found).toMatch(/^vllm-adapter\/src\/\S+:\d+: /);
  });
});
