import { describe, expect, it } from 'vitest';

import { compileTexts, edit, errorsOf, projectSpecs, textOf } from '../support/compile.js';

describe('an adapter whose profile lacks a value that it is made of', () => {
  it('is left out and told of; everything else compiles', async () => {
    const specs = projectSpecs();
    edit(specs, 'openai-compatible/types.schema.json', '"timeout", "worker", ', '"worker", ');
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
