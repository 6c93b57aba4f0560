import { describe, expect, test, vi } from 'vitest';
import { emitAdapter, withClaims, withoutOperations } from './support/emit.js';

// Each case emits packages and has the compiler check them.
vi.setConfig({ testTimeout: 240_000 });

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

describe('what the document does not claim is not emitted', () => {
  test('level 1 only: no other operation, no stream of events with a type, no handler for them', async () => {
    const edit = withoutOperations([1], 'responses.create', 'models.list', 'embeddings.create');
    const { adapter, errors, typeErrors } = await emitAdapter({ [capabilities]: edit });
    expect({ errors, typeErrors }).toEqual({ errors: [], typeErrors: [] });
    expect(
      [...adapter.keys()].filter((path) => /responses|embeddings|models|typed-stream/.test(path)),
    ).toEqual([]);
    for (const [path, text] of adapter) {
      if (path.startsWith('src/emitted/'))
        expect(text, path).not.toMatch(/responses\.create|embeddings\.create|models\.list/);
    }
    // What the profile says of an operation that is not served is still tested: that it is refused.
    expect(adapter.get('src/test/unsupported.test.ts')).toMatch(
      /openai-compatible\.chat\.unsupported-operation/,
    );
  });

  test('no streaming of chats: no reader of chunks, no builder of completions', async () => {
    const { adapter, errors, typeErrors } = await emitAdapter({
      [capabilities]: withClaims('chat.completions.create', { streaming: false }),
    });
    expect({ errors, typeErrors }).toEqual({ errors: [], typeErrors: [] });
    expect([...adapter.keys()].filter((path) => /chat-stream|completion-builder/.test(path))).toEqual([]);
    expect(adapter.get('src/emitted/reader-chat-completions-create.ts')).not.toMatch(/StreamReader/);
    expect(adapter.get('src/test/chat-completions-create.test.ts')).not.toMatch(/streaming-text/);
  });

  test('no tool calls at all: no assembler, no tracker, no such events, no fallback', async () => {
    const { adapter, errors, typeErrors } = await emitAdapter({
      [capabilities]: (text) =>
        withoutOperations(
          [1],
          'responses.create',
          'models.list',
          'embeddings.create',
        )(withClaims('chat.completions.create', { tool_calls: false })(text)),
    });
    expect({ errors, typeErrors }).toEqual({ errors: [], typeErrors: [] });
    expect([...adapter.keys()].filter((path) => /call-|tool-choice/.test(path))).toEqual([]);
    expect(adapter.get('src/emitted/operations.ts')).toMatch(/Exclude<\s*ProfileEvent/);
    expect(adapter.get('src/emitted/request-options.ts')).not.toMatch(/toolChoiceFallback/);
    expect(adapter.get('src/emitted/reader-chat-completions-create.ts')).not.toMatch(/tool_call/);
  });

  test('no plain answers: no plain reader', async () => {
    const { adapter, errors, typeErrors } = await emitAdapter({
      [capabilities]: withClaims('chat.completions.create', { non_streaming: false }),
    });
    expect({ errors, typeErrors }).toEqual({ errors: [], typeErrors: [] });
    expect(adapter.get('src/emitted/reader-chat-completions-create.ts')).not.toMatch(/PlainReader/);
    expect(adapter.get('src/test/chat-completions-create.test.ts')).not.toMatch(/non-streaming/);
  });
});

describe('an edit of the profile reaches the adapter, which still compiles', () => {
  test('events that are gone: the usage, and the error of calls', async () => {
    const { adapter, errors, typeErrors } = await emitAdapter({
      [profile]: (text) =>
        text
          .split('\n')
          .filter(
            (line) =>
              !line.startsWith('| `response.usage` |') && !line.startsWith('| `response.tool_call.error` |'),
          )
          .join('\n'),
    });
    expect({ errors, typeErrors }).toEqual({ errors: [], typeErrors: [] });
    for (const [path, text] of adapter) {
      if (path.startsWith('src/emitted/') && path !== 'src/emitted/embedded-world.ts') {
        expect(text, path).not.toMatch(/response\.usage'|response\.tool_call\.error/);
      }
    }
  });

  test('another row for a field, another code for an error, and an event that nothing makes', async () => {
    const usage = '| `response.usage` |';
    const { adapter, errors, typeErrors } = await emitAdapter({
      [profile]: (text) =>
        text
          .replaceAll('`backend_overload`', '`too_busy`')
          .replace(usage, '| `response.note` | `index`, `delta` | | A remark. |\n| `response.usage` |')
          .replace(
            "| `choices[].delta.reasoning` | `response.output_text.delta` | `index = choice.index`, `delta = ''`, `openai_chunk = this` |",
            '| `choices[].delta.reasoning` | `response.output_text.delta` | `index = choice.index`, `delta = choice.delta.reasoning` |',
          ),
    });
    expect({ errors, typeErrors }).toEqual({ errors: [], typeErrors: [] });
    expect(adapter.get('src/emitted/failures.ts')).toMatch(/code: 'too_busy'/);
    expect(adapter.get('src/emitted/reader-chat-completions-create.ts')).toMatch(
      /delta: isPresent\(content\) \? content : isPresent\(reasoning\) \? reasoning : ''/,
    );
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
});

describe('a mapping that makes no sense is told, and nothing is emitted', () => {
  const usageRow = '| `usage` | `response.usage` |';

  test.each([
    {
      title: 'a chunk field that is no path',
      from: '| `choices[].finish_reason` |',
      to: '| `choices[0].finish_reason` |',
      error: /^rule-syntax: The chunk field/,
    },
    {
      title: 'a type that is not there',
      from: '| `ResponsesStreamItemDone.item.arguments` |',
      to: '| `NoSuchType.item` |',
      error: /^unknown-name: No type has the name "NoSuchType"/,
    },
    {
      title: 'an assignment that is none',
      from: '`body = completion`',
      to: '`body := completion`',
      error: /^rule-syntax: The assignment/,
    },
    {
      title: 'a required field without an assignment',
      from: '| `index = choice.index`, `tool_call = call` |',
      to: '| `tool_call = call` |',
      error: /^missing-fields: The row gives no "index"/,
    },
    {
      title: 'a signal that is no CEL',
      from: "`this.source == 'timeout'`",
      to: '`this.source = 1`',
      error: /^rule-syntax/,
    },
    {
      title: 'a signal on a field that is not there',
      from: "`this.source == 'timeout'`",
      to: "`this.origin == 'timeout'`",
      error: /^rule-unknown-field/,
    },
  ])('$title', async ({ from, to, error }) => {
    const { errors, files } = await emitAdapter({ [profile]: (text) => text.replace(from, to) });
    expect(errors).toEqual([expect.stringMatching(error)]);
    expect(files).toEqual([]);
  });

  test('several faults are all told', async () => {
    const { errors } = await emitAdapter({
      [profile]: (text) =>
        text.replace('`body = completion`', '`body`').replace(usageRow, '| `usage[` | `response.usage` |'),
    });
    expect(errors.length).toBeGreaterThanOrEqual(2);
  });
});
