import { describe, expect, it } from 'vitest';

import {
  compileTexts,
  edit,
  errorsOf,
  importPackage,
  projectSpecs,
  textOf,
  validatorOf,
} from '../support/compile.js';

/** One edit of a specification; what is emitted must follow from it alone, and still type-check. */
async function compileEdited(
  id: string,
  change: (specs: Map<string, string>) => void,
): ReturnType<typeof compileTexts> {
  const specs = projectSpecs();
  change(specs);
  const result = await compileTexts(specs, [id]);
  expect(errorsOf(result)).toEqual([]);
  return result;
}

const profile = 'openai-compatible/profile.md';

describe('one edit of openai-compatible', () => {
  it('deletes an event: type, guard, validator, map and README forget it', async () => {
    const result = await compileEdited('openai-compatible', (specs) => {
      const text = specs.get(profile) ?? '';
      specs.set(profile, text.replace(/^\| `response\.usage` \|.*\n/m, ''));
    });
    for (const file of ['src/types.ts', 'src/events.ts', 'src/validators.ts', 'README.md']) {
      expect(textOf(result, `openai-compatible/${file}`)).not.toContain('response.usage');
    }
    const emitted = await importPackage(result, 'openai-compatible');
    expect(emitted['profileEventTypes']).toHaveLength(8);
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    expect(validatorOf(emitted, 'ProfileEvent')({ type: 'response.usage', usage })).not.toEqual([]);
  });

  it('adds an event with two new fields', async () => {
    const result = await compileEdited('openai-compatible', (specs) => {
      edit(
        specs,
        profile,
        '| `response.usage` | `usage` |',
        '| `response.progress` | `percent`, `stage` |  | How far it is. |\n| `response.usage` | `usage` |',
      );
      edit(
        specs,
        'openai-compatible/types.schema.json',
        '"$defs": {',
        '"$defs": { "percent": { "type": "integer", "minimum": 0, "maximum": 100, "description": "Of the whole." }, "stage": { "type": "string", "description": "Where it is." },',
      );
    });
    const validate = validatorOf(await importPackage(result, 'openai-compatible'), 'ProfileEvent');
    expect(validate({ type: 'response.progress', percent: 40, stage: 'prefill' })).toEqual([]);
    expect(
      validate({ type: 'response.progress', percent: 400 }).map(({ code, path }) => [code, path]),
    ).toEqual([
      ['maximum', '/percent'],
      ['required', '/stage'],
    ]);
    expect(textOf(result, 'openai-compatible/src/events.ts')).toContain("'response.progress'");
  });

  it('renames an operation everywhere: names, envelopes and probes follow', async () => {
    const result = await compileEdited('openai-compatible', (specs) => {
      for (const [path, text] of specs) {
        if (path.startsWith('openai-compatible/'))
          specs.set(path, text.replaceAll('embeddings.create', 'vectors.create'));
      }
    });
    const emitted = await importPackage(result, 'openai-compatible');
    expect(Object.keys(emitted['operations'] as object)).toContain('vectors.create');
    const supports = emitted['supports'] as (document: unknown, operation: string) => boolean;
    expect(supports(emitted['vllmCapabilities'], 'vectors.create')).toBe(true);
    expect(supports(emitted['vllmCapabilities'], 'embeddings.create')).toBe(false);
    const envelope = { schema_version: 'openai-compatible/1', body: { model: 'm', input: 'a' } };
    const validate = validatorOf(emitted, 'RequestEnvelope');
    expect(validate({ ...envelope, operation: 'vectors.create' })).toEqual([]);
    expect(validate({ ...envelope, operation: 'embeddings.create' })).not.toEqual([]);
  });

  it('renames an operation in its row only: what spoke of the old name is told and left out', async () => {
    const result = await compileEdited('openai-compatible', (specs) => {
      edit(specs, profile, '| Embeddings | `embeddings.create` |', '| Embeddings | `vectors.create` |');
    });
    const emitted = await importPackage(result, 'openai-compatible');
    expect(Object.keys(emitted['operations'] as object)).toContain('vectors.create');
    expect(result.diagnostics.filter(({ code }) => code === 'dangling-reference')).not.toEqual([]);
  });

  it('swaps two columns of a table: nothing changes but positions', async () => {
    const [before, after] = await Promise.all([
      compileEdited('openai-compatible', () => undefined),
      compileEdited('openai-compatible', (specs) => {
        const text = specs.get(profile) ?? '';
        specs.set(
          profile,
          text.replace(
            /^\| (Operation|Chat completions|Responses|Model list|Embeddings|Tool call streaming|---) \| (.*?) \| (.*?) \|$/gm,
            '| $2 | $1 | $3 |',
          ),
        );
      }),
    ]);
    // A shorter position may fit on one line: layout is no difference.
    const withoutColumns = (text: string): string =>
      text.replaceAll(/(profile\.md:\d+):\d+/g, '$1').replaceAll(/[\s*/]+/g, ' ');
    for (const file of ['operations', 'types', 'validators']) {
      const path = `openai-compatible/src/${file}.ts`;
      expect(withoutColumns(textOf(after, path))).toBe(withoutColumns(textOf(before, path)));
    }
    expect(textOf(after, 'openai-compatible/src/operations.ts')).not.toBe(
      textOf(before, 'openai-compatible/src/operations.ts'),
    );
  });
});

describe('one edit of nscale-sse', () => {
  const asyncapi = 'nscale-sse/asyncapi.yaml';
  const chunk = (choice: object): object => ({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta: {}, ...choice }],
  });

  it('drops an enum value: type and validator refuse it', async () => {
    const result = await compileEdited('nscale-sse', (specs) => {
      edit(specs, asyncapi, '            - tool_calls\n', '');
    });
    expect(textOf(result, 'nscale-sse/src/types.ts')).not.toContain("'tool_calls'");
    const validate = validatorOf(await importPackage(result, 'nscale-sse'), 'ChatCompletionChunk');
    expect(validate(chunk({ finish_reason: 'stop' }))).toEqual([]);
    expect(validate(chunk({ finish_reason: 'tool_calls' })).map(({ code }) => code)).toEqual(['enum']);
  });

  it('adds a property to a payload', async () => {
    const result = await compileEdited('nscale-sse', (specs) => {
      edit(
        specs,
        asyncapi,
        '    ChatCompletionChunkChoice:\n      type: object\n',
        '    ChatCompletionChunkChoice:\n      type: object\n      x-note: edited\n',
      );
      edit(
        specs,
        asyncapi,
        '      properties:\n        index:\n          type: integer\n',
        '      properties:\n        logprobs:\n          type: array\n          items: { type: number }\n        index:\n          type: integer\n',
      );
    });
    expect(textOf(result, 'nscale-sse/src/types.ts')).toContain('logprobs?: number[]');
    const validate = validatorOf(await importPackage(result, 'nscale-sse'), 'ChatCompletionChunk');
    expect(validate(chunk({ logprobs: [0.5] }))).toEqual([]);
    expect(validate(chunk({ logprobs: ['x'] })).map(({ path }) => path)).toEqual(['/choices/0/logprobs/0']);
  });

  it('admits null in type and validator where `nullable` meets an enum without null, and notes it', async () => {
    const result = await compileEdited('nscale-sse', () => undefined);
    expect(textOf(result, 'nscale-sse/src/types.ts')).toMatch(
      /finish_reason\?: 'stop' \| 'length' \| 'tool_calls' \| null/,
    );
    const validate = validatorOf(await importPackage(result, 'nscale-sse'), 'ChatCompletionChunk');
    expect(validate(chunk({ finish_reason: null }))).toEqual([]);
    expect(result.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toContain(
      'note nullable-enum',
    );
  });
});
