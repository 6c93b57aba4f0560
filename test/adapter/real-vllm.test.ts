import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { breaches } from './support/check-events.js';
import { createVllmAdapter, type ProfileEvent, type VllmAdapter } from './support/package.js';
import { chat, collect, envelope, last, textOf } from './support/run.js';

// How to serve a vLLM for these tests: test/vllm/README.md.
const url = process.env['VLLM_URL'];
const faultsUrl = process.env['VLLM_FAULTS_URL'];
const enginePid = process.env['VLLM_ENGINE_PID'];

const model = 'tiny-chat';
const quiet = { model, temperature: 0, chat_template_kwargs: { enable_thinking: false } };
const tool = (name: string, properties: object = {}): object => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties } },
});
const tools = [
  tool('get_weather', { city: { type: 'string' }, unit: { type: 'string' } }),
  tool('get_time'),
  tool('lookup'),
];

interface Message {
  readonly content: string | null;
  readonly reasoning?: string | null;
  readonly tool_calls?:
    readonly { readonly function: { readonly name: string; readonly arguments: string } }[] | null;
}

function messageOf(events: readonly ProfileEvent[]): Message {
  const { choices } = last(events, 'response.completed').body as unknown as {
    choices: { message: Message }[];
  };
  const [choice] = choices;
  if (choice === undefined) throw new Error('the answer has no choice');
  return choice.message;
}

/** The message that a plain request gives, without the adapter. */
async function plainMessage(prompt: string, body: object): Promise<Message> {
  const answer = await fetch(`${url ?? ''}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, messages: [{ role: 'user', content: prompt }] }),
  });
  const { choices } = (await answer.json()) as { choices: { message: Message }[] };
  const [choice] = choices;
  if (choice === undefined) throw new Error('the answer has no choice');
  return choice.message;
}

describe.skipIf(url === undefined)('a real vLLM (skipped without VLLM_URL)', () => {
  let adapter: VllmAdapter;

  beforeAll(() => {
    adapter = createVllmAdapter({ baseUrl: url ?? '', workers: 2 });
  });
  afterAll(() => adapter.close());

  test.each([
    'Say hello.',
    'Count to ten.',
    'Say nothing.',
    'Write every kind of letter.',
    'Tell me a story.',
    'Repeat yourself.',
    'Print an event stream.',
    'Answer in JSON.',
  ])('%s: streamed, plain and without the adapter, the text is the same', async (prompt) => {
    const [streamed, plain, raw] = await Promise.all([
      collect(adapter, chat(prompt, quiet)),
      collect(adapter, chat(prompt, { ...quiet, stream: false })),
      plainMessage(prompt, quiet),
    ]);
    expect([...breaches(streamed), ...breaches(plain)]).toEqual([]);
    expect(textOf(streamed)).toBe(raw.content ?? '');
    expect(messageOf(streamed).content).toBe(raw.content);
    expect(messageOf(plain).content).toBe(raw.content);
    expect(streamed.filter(({ type }) => type === 'response.usage')).toHaveLength(1);
  });

  test.each([
    { prompt: 'What is the weather in Seoul?', calls: 1 },
    { prompt: 'What is the weather in Seoul and in Paris?', calls: 2 },
    { prompt: 'What time is it?', calls: 1 },
    { prompt: 'Call the lookup tool.', calls: 1 },
    { prompt: 'Say one line, then look up the weather in Oslo.', calls: 1 },
    { prompt: 'Look up a difficult name.', calls: 1 },
    { prompt: 'Call a tool that nobody offered.', calls: 1 },
  ])('$prompt: $calls calls, with the arguments of the plain answer', async ({ prompt, calls }) => {
    const events = await collect(adapter, chat(prompt, { ...quiet, tools }));
    const raw = await plainMessage(prompt, { ...quiet, tools });
    expect(breaches(events)).toEqual([]);
    const completed = events.flatMap((event) =>
      event.type === 'response.tool_call.completed' ? [event.tool_call.function] : [],
    );
    expect(completed).toEqual(raw.tool_calls?.map((call) => call.function));
    expect(completed).toHaveLength(calls);
    expect(textOf(events)).toBe(raw.content ?? '');
  });

  test('Make a broken call: an error with the text so far, and the stream ends', async () => {
    const events = await collect(adapter, chat('Make a broken call.', { ...quiet, tools }));
    expect(breaches(events)).toEqual([]);
    expect(events.find(({ type }) => type === 'response.tool_call.error')).toMatchObject({
      error: { code: 'invalid_tool_call_arguments' },
      tool_call: { function: { name: 'get_weather', arguments: '{"city": "Seoul"' } },
    });
    last(events, 'response.completed');
  });

  test('a call that the token limit cuts ends by length', async () => {
    for (let limit = 4; limit < 32; limit += 3) {
      const events = await collect(
        adapter,
        chat('What is the weather in Seoul?', { ...quiet, tools, max_tokens: limit }),
      );
      expect(breaches(events)).toEqual([]);
      const [error] = events.filter((event) => event.type === 'response.tool_call.error');
      if (error !== undefined) expect(error.error.code).toBe('tool_call_truncated');
    }
  });

  test.each([
    'Think, then answer: what is 17 plus 25?',
    'Think and say nothing.',
    'Think, then call: weather in Seoul?',
  ])('%s: reasoning is not lost', async (prompt) => {
    const body = { model, temperature: 0, tools };
    const [events, raw] = [await collect(adapter, chat(prompt, body)), await plainMessage(prompt, body)];
    expect(breaches(events)).toEqual([]);
    const reasoning = events.flatMap((event) => {
      if (event.type !== 'response.output_text.delta' || event.openai_chunk === undefined) return [];
      const { choices } = event.openai_chunk as { choices: { delta: { reasoning?: string } }[] };
      return choices.map(({ delta }) => delta.reasoning ?? '');
    });
    expect(reasoning.join('')).toBe(raw.reasoning);
    expect(messageOf(events).reasoning).toBe(raw.reasoning);
    expect(textOf(events)).toBe(raw.content ?? '');
  });

  test('n: 2, logprobs, structured output and continuous usage', async () => {
    const two = await collect(adapter, chat('Say hello.', { ...quiet, temperature: 0.01, n: 2 }));
    expect([textOf(two, 0), textOf(two, 1)]).toEqual(Array(2).fill('Hello! How can I help you today?'));
    const logprobs = await collect(
      adapter,
      chat('Say hello.', { ...quiet, logprobs: true, top_logprobs: 2 }),
    );
    const { choices } = last(logprobs, 'response.completed').body as unknown as {
      choices: { logprobs: { content: { token: string }[] } }[];
    };
    expect(choices[0]?.logprobs.content.map(({ token }) => token).join('')).toContain('How can I help you');
    const schema = {
      type: 'object',
      properties: { answer: { type: 'integer' } },
      required: ['answer'],
      additionalProperties: false,
    };
    const structured = await collect(
      adapter,
      chat('Answer in JSON.', {
        ...quiet,
        max_tokens: 200,
        response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
      }),
    );
    expect(JSON.parse(textOf(structured))).toEqual({ answer: expect.any(Number) as number });
    const usage = await collect(
      adapter,
      chat('Say hello.', { ...quiet, stream_options: { include_usage: true, continuous_usage_stats: true } }),
    );
    expect(usage.filter(({ type }) => type === 'response.usage')).toHaveLength(1);
    for (const events of [two, logprobs, structured, usage]) expect(breaches(events)).toEqual([]);
  });

  test.each([
    {
      title: 'an unknown model',
      body: { model: 'no-such-model' },
      prompt: 'Say hello.',
      code: 'unsupported_model',
    },
    {
      title: 'a prompt that is too long',
      body: {},
      prompt: 'word '.repeat(3000),
      code: 'context_length_exceeded',
    },
    { title: 'n: 2 without randomness', body: { n: 2 }, prompt: 'Say hello.', code: 'invalid_body' },
    {
      title: 'a JSON schema that cannot be compiled',
      body: {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'bad', schema: { type: 'no-such-type' } },
        },
      },
      prompt: 'Say hello.',
      code: 'invalid_body',
    },
  ])('$title is $code, streamed and plain', async ({ body, prompt, code }) => {
    for (const stream of [true, false]) {
      const events = await collect(adapter, chat(prompt, { ...quiet, ...body, stream }));
      expect(breaches(events)).toEqual([]);
      expect(last(events, 'response.error').error.code).toBe(code);
    }
  });

  test('64 streams at once', async () => {
    const expected = (await plainMessage('Tell me a story.', quiet)).content;
    const all = await Promise.all(
      Array.from({ length: 64 }, () => collect(adapter, chat('Tell me a story.', quiet))),
    );
    for (const events of all) {
      expect(breaches(events)).toEqual([]);
      expect(textOf(events)).toBe(expected);
    }
  });

  test('cancelled streams free their places in the engine', async () => {
    const metric = async (name: string): Promise<number> => {
      const text = await (await fetch(`${url ?? ''}/metrics`)).text();
      return Number(new RegExp(`^vllm:${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
    };
    const before = await metric('generation_tokens_total');
    const abort = new AbortController();
    const tokens = 1900;
    const endless = { ...quiet, max_tokens: tokens, ignore_eos: true };
    const streams = Array.from({ length: 8 }, async () => {
      const events: ProfileEvent[] = [];
      const { signal } = abort;
      for await (const event of adapter.submit(chat('Tell me a story.', endless), { signal })) {
        events.push(event);
        if (events.length === 5) abort.abort();
      }
      return events;
    });
    for (const events of await Promise.all(streams))
      expect(last(events, 'response.cancelled').reason).toBe('client_cancelled');
    await expect.poll(() => metric('num_requests_running'), { timeout: 5_000 }).toBe(0);
    // Left alone, the eight would have run to their limit.
    const generated = (await metric('generation_tokens_total')) - before;
    expect(generated).toBeGreaterThan(0);
    expect(generated).toBeLessThan(8 * tokens);
  });

  test('responses: text, reasoning, calls, and what a limit cuts', async () => {
    const responseTools = [
      {
        type: 'function',
        name: 'get_weather',
        parameters: { type: 'object', properties: { city: { type: 'string' } } },
      },
    ];
    const requests = [
      { input: 'Say hello.', chat_template_kwargs: { enable_thinking: false } },
      { input: 'Think, then answer: what is 17 plus 25?' },
      {
        input: 'What is the weather in Seoul and in Paris?',
        tools: responseTools,
        chat_template_kwargs: { enable_thinking: false },
      },
      { input: 'Tell me a story.', max_output_tokens: 12, chat_template_kwargs: { enable_thinking: false } },
      { input: 'Say nothing.', chat_template_kwargs: { enable_thinking: false } },
    ];
    for (const request of requests) {
      const body = { model, temperature: 0, ...request };
      const streamed = await collect(adapter, envelope('responses.create', { ...body, stream: true }));
      const plain = await collect(adapter, envelope('responses.create', body));
      expect([...breaches(streamed), ...breaches(plain)], request.input).toEqual([]);
      const facts = (events: readonly ProfileEvent[]): unknown => {
        const final = last(events, 'response.completed').body as unknown as {
          status: string;
          output: { type: string; arguments?: string; content?: { text: string }[] }[];
        };
        return [
          final.status,
          final.output.map(({ type, arguments: args, content }) => [
            type,
            args,
            content?.map(({ text }) => text),
          ]),
        ];
      };
      expect(facts(streamed)).toEqual(facts(plain));
    }
  });

  test('capabilities() lists the models that are served', async () => {
    const { models } = await adapter.capabilities();
    expect(models?.map(({ id }) => id)).toEqual(expect.arrayContaining(['tiny-chat', 'example-model']));
  });
});

describe.skipIf(faultsUrl === undefined)(
  'a real vLLM with a short queue (skipped without VLLM_FAULTS_URL)',
  () => {
    const long = chat('Tell me a story.', { ...quiet, max_tokens: 1900, ignore_eos: true });

    test('a full queue is backend_overload with diagnostics', async () => {
      const adapter = createVllmAdapter({ baseUrl: faultsUrl ?? '', workers: 1 });
      const abort = new AbortController();
      const all = Array.from({ length: 8 }, () => collect(adapter, long, abort.signal));
      const refused = await Promise.race(
        all.map((events) =>
          events.then((done) =>
            done.at(-1)?.type === 'response.error' ? done : new Promise<never>(() => undefined),
          ),
        ),
      );
      expect(breaches(refused)).toEqual([]);
      expect(last(refused, 'response.error')).toMatchObject({
        error: { code: 'backend_overload' },
        diagnostics: { selected_operation: 'chat.completions.create' },
      });
      abort.abort();
      await Promise.all(all);
      await adapter.close();
    });

    test.skipIf(enginePid === undefined)(
      'a killed engine ends open streams and refuses new ones (skipped without VLLM_ENGINE_PID)',
      async () => {
        const adapter = createVllmAdapter({ baseUrl: faultsUrl ?? '', workers: 1 });
        const events: ProfileEvent[] = [];
        for await (const event of adapter.submit(long)) {
          events.push(event);
          if (events.length === 5) process.kill(Number(enginePid), 'SIGKILL');
        }
        expect(breaches(events)).toEqual([]);
        expect(last(events, 'response.error').error).toMatchObject({
          type: 'server_error',
          code: 'backend_error',
        });
        // The recipe of the backend error, on the server that is about to end itself.
        const refused = await collect(
          adapter,
          chat('Trigger backend error.', { model: 'backend-error', stream: false }),
        );
        expect(last(refused, 'response.error').error.code).toBe('backend_error');
        await adapter.close();
      },
    );
  },
);
