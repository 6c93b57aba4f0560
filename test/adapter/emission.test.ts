import { describe, expect, test } from 'vitest';
import { emitAdapter, withClaims, withoutOperations } from './support/emit.js';

const capabilities = 'openai-compatible/capabilities/vllm.json';
const profile = 'openai-compatible/profile.md';

test('the full document gives an adapter that compiles', async () => {
  const { adapter, errors, typeErrors } = await emitAdapter();
  expect(errors).toEqual([]);
  expect(typeErrors).toEqual([]);
  for (const path of ['chat-completions-create', 'responses-create', 'models-list', 'embeddings-create']) {
    expect(adapter.has(`src/emitted/reader-${path}.ts`)).toBe(true);
    expect(adapter.has(`src/test/${path}.test.ts`)).toBe(true);
  }
});

test('the same input gives the same bytes', async () => {
  const [first, second] = [await emitAdapter(), await emitAdapter()];
  expect([...second.adapter]).toEqual([...first.adapter]);
});

describe('what the document does not claim is not emitted', () => {
  test('level 1 only: no other operation, no stream of events with a type, no handler for them', async () => {
    const edit = withoutOperations([1], 'responses.create', 'models.list', 'embeddings.create');
    const { adapter, errors, typeErrors } = await emitAdapter({ [capabilities]: edit });
    expect({ errors, typeErrors }).toEqual({ errors: [], typeErrors: [] });
    expect([...adapter.keys()].filter((path) => /responses|embeddings|models|typed-stream/.test(path))).toEqual(['src/emitted/model-list.ts']);
    for (const [path, text] of adapter) {
      if (path.startsWith('src/emitted/')) expect(text, path).not.toMatch(/responses\.create|embeddings\.create|models\.list/);
    }
    // What the profile says of an operation that is not served is still tested: that it is refused.
    expect(adapter.get('src/test/unsupported.test.ts')).toMatch(/openai-compatible\.chat\.unsupported-operation/);
  });

  test('no streaming of chats: no reader of chunks, no builder of completions', async () => {
    const { adapter, errors, typeErrors } = await emitAdapter({ [capabilities]: withClaims('chat.completions.create', { streaming: false }) });
    expect({ errors, typeErrors }).toEqual({ errors: [], typeErrors: [] });
    expect([...adapter.keys()].filter((path) => /chat-stream|completion-builder/.test(path))).toEqual([]);
    expect(adapter.get('src/emitted/reader-chat-completions-create.ts')).not.toMatch(/StreamReader/);
    expect(adapter.get('src/test/chat-completions-create.test.ts')).not.toMatch(/streaming-text/);
  });

  test('no tool calls at all: no assembler, no tracker, no such events, no fallback', async () => {
    const { adapter, errors, typeErrors } = await emitAdapter({
      [capabilities]: (text) =>
        withoutOperations([1], 'responses.create', 'models.list', 'embeddings.create')(
          withClaims('chat.completions.create', { tool_calls: false })(text),
        ),
    });
    expect({ errors, typeErrors }).toEqual({ errors: [], typeErrors: [] });
    expect([...adapter.keys()].filter((path) => /call-|tool-choice/.test(path))).toEqual([]);
    expect(adapter.get('src/emitted/operations.ts')).toMatch(/Exclude<\s*ProfileEvent/);
    expect(adapter.get('src/emitted/request-options.ts')).not.toMatch(/toolChoiceFallback/);
    expect(adapter.get('src/emitted/reader-chat-completions-create.ts')).not.toMatch(/tool_call/);
  });

  test('no plain answers: no plain reader', async () => {
    const { adapter, errors, typeErrors } = await emitAdapter({ [capabilities]: withClaims('chat.completions.create', { non_streaming: false }) });
    expect({ errors, typeErrors }).toEqual({ errors: [], typeErrors: [] });
    expect(adapter.get('src/emitted/reader-chat-completions-create.ts')).not.toMatch(/PlainReader/);
    expect(adapter.get('src/test/chat-completions-create.test.ts')).not.toMatch(/non-streaming/);
  });
});

describe('an edit of the profile reaches the adapter, which still compiles', () => {
  const rowOf = (text: string, start: string): string => text.split('\n').find((line) => line.startsWith(start)) ?? '';

  test.each([
    { title: 'an event that is gone: usage', row: '| `response.usage` |', gone: /response\.usage/ },
    { title: 'an event that is gone: the start of calls', row: '| `response.tool_call.started` |', gone: /response\.tool_call\.started/ },
    { title: 'an event that is gone: the error of calls', row: '| `response.tool_call.error` |', gone: /response\.tool_call\.error/ },
  ])('$title', async ({ row, gone }) => {
    const { adapter, errors, typeErrors } = await emitAdapter({ [profile]: (text) => text.replace(`${rowOf(text, row)}\n`, '') });
    expect(errors.filter((error) => !error.startsWith('rule-'))).toEqual([]);
    if (errors.length > 0) return;
    expect(typeErrors).toEqual([]);
    for (const [path, text] of adapter) if (path.startsWith('src/emitted/') && !path.endsWith('embedded-world.ts')) expect(text, path).not.toMatch(gone);
  });

  test('another row for the same field changes what is made of it', async () => {
    const { adapter, typeErrors } = await emitAdapter({
      [profile]: (text) =>
        text.replace(
          "| `choices[].delta.reasoning` | `response.output_text.delta` | `index = choice.index`, `delta = ''`, `openai_chunk = this` |",
          '| `choices[].delta.reasoning` | `response.output_text.delta` | `index = choice.index`, `delta = choice.delta.reasoning` |',
        ),
    });
    expect(typeErrors).toEqual([]);
    expect(adapter.get('src/emitted/reader-chat-completions-create.ts')).toMatch(/delta: isPresent\(content\) \? content : isPresent\(reasoning\) \? reasoning : ''/);
  });

  test('another code for a backend error', async () => {
    const { adapter, typeErrors } = await emitAdapter({ [profile]: (text) => text.replaceAll('`backend_overload`', '`too_busy`') });
    expect(typeErrors).toEqual([]);
    expect(adapter.get('src/emitted/failures.ts')).toMatch(/code: 'too_busy'/);
  });

  test('an operation under another name', async () => {
    const rename: (text: string) => string = (text) => text.replaceAll('models.list', 'models.enumerate');
    const { adapter, errors, typeErrors } = await emitAdapter({
      [profile]: rename,
      [capabilities]: rename,
      'openai-compatible/bodies.openapi.yaml': rename,
      'openai-compatible/recipes/models-list.json': rename,
    });
    expect({ errors, typeErrors }).toEqual({ errors: [], typeErrors: [] });
    expect(adapter.has('src/emitted/reader-models-enumerate.ts')).toBe(true);
    expect(adapter.get('src/emitted/model-list.ts')).toMatch(/models\.enumerate/);
  });

  test('a new field of the diagnostics, and a new event with two fields', async () => {
    const { typeErrors, errors } = await emitAdapter({
      [profile]: (text) =>
        text.replace(
          `${rowOf(text, '| `response.usage` |')}\n`,
          `${rowOf(text, '| \`response.usage\` |')}\n| \`response.note\` | \`index\`, \`delta\` | | A remark. |\n`,
        ),
    });
    expect({ errors, typeErrors }).toEqual({ errors: [], typeErrors: [] });
  });
});
