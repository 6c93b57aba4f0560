import { describe, expect, test } from 'vitest';
import { breaches } from './support/check-events.js';
import { chat, collect, last, startPair, textOf } from './support/run.js';

const weather = {
  type: 'function',
  function: { name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
};

describe.each([0, 1, 2])('a streamed chat with %i workers', (workers) => {
  test('gives the text in deltas, the usage, and the body that a plain request gives', async () => {
    const { adapter } = await startPair({}, { workers });
    const streamed = await collect(adapter, chat('Tell me of rivers and of 한국어 and 🙂.'));
    const plain = await collect(adapter, chat('Tell me of rivers and of 한국어 and 🙂.', { stream: false }));
    const expected = 'You said: Tell me of rivers and of 한국어 and 🙂.';
    expect(textOf(streamed)).toBe(expected);
    expect(streamed.map(({ type }) => type).filter((type) => type !== 'response.output_text.delta')).toEqual([
      'response.usage',
      'response.completed',
    ]);
    const whole = last(plain, 'response.completed');
    expect(plain).toHaveLength(1);
    expect(last(streamed, 'response.completed').body).toMatchObject({
      object: 'chat.completion',
      model: 'example-model',
      choices: [{ index: 0, message: { role: 'assistant', content: expected }, finish_reason: 'stop' }],
      usage: (whole.body as { usage: object }).usage,
    });
    expect([...breaches(streamed), ...breaches(plain)]).toEqual([]);
  });
});

test('the usage is renamed, and its total is the sum', async () => {
  const { adapter } = await startPair({}, { workers: 0 });
  const events = await collect(adapter, chat('Say hello.'));
  const usage = events.find((event) => event.type === 'response.usage');
  expect(usage).toEqual({
    type: 'response.usage',
    usage: {
      input_tokens: expect.any(Number) as number,
      output_tokens: 4,
      total_tokens: (usage?.usage.input_tokens ?? 0) + 4,
      output_tokens_details: { reasoning_tokens: 0 },
    },
  });
});

test('a client that wants no usage gets none', async () => {
  const { adapter } = await startPair({}, { workers: 0 });
  const events = await collect(adapter, chat('Say hello.', { stream_options: { include_usage: false } }));
  expect(events.map(({ type }) => type)).not.toContain('response.usage');
  expect(breaches(events)).toEqual([]);
});

test('reasoning travels in the chunk of a delta without text, and is part of the body', async () => {
  const scenarios = [
    {
      operation: 'chat.completions.create',
      prompt: 'Think.',
      answer: { reasoning: 'Two and two make four.', text: 'Four.' },
    },
  ];
  const { adapter } = await startPair({ scenarios }, { workers: 0 });
  const events = await collect(adapter, chat('Think.'));
  expect(textOf(events)).toBe('Four.');
  const reasoning = events.flatMap((event) => {
    if (event.type !== 'response.output_text.delta' || event.openai_chunk === undefined) return [];
    expect(event.delta).toBe('');
    const chunk = event.openai_chunk as { choices: { delta: { reasoning: string } }[] };
    return chunk.choices.map(({ delta }) => delta.reasoning);
  });
  expect(reasoning.join('')).toBe('Two and two make four.');
  expect(last(events, 'response.completed').body).toMatchObject({
    choices: [{ message: { content: 'Four.', reasoning: 'Two and two make four.' } }],
  });
  expect(breaches(events)).toEqual([]);
});

test('reasoning alone ends with a body that has no text', async () => {
  const scenarios = [
    { operation: 'chat.completions.create', prompt: 'Think only.', answer: { reasoning: 'Nothing to say.' } },
  ];
  const { adapter } = await startPair({ scenarios }, { workers: 0 });
  const events = await collect(adapter, chat('Think only.'));
  expect(textOf(events)).toBe('');
  expect(last(events, 'response.completed').body).toMatchObject({
    choices: [{ message: { content: null, reasoning: 'Nothing to say.' }, finish_reason: 'stop' }],
  });
});

test('choices are kept apart', async () => {
  const { adapter } = await startPair({}, { workers: 0 });
  const events = await collect(adapter, chat('Say hello.', { n: 3 }));
  expect([0, 1, 2].map((choice) => textOf(events, choice))).toEqual(Array(3).fill('You said: Say hello.'));
  const { choices } = last(events, 'response.completed').body as { choices: { index: number }[] };
  expect(choices.map(({ index }) => index)).toEqual([0, 1, 2]);
  expect(breaches(events)).toEqual([]);
});

test('two tool calls are assembled: started, deltas, completed', async () => {
  const calls = [
    { name: 'get_weather', arguments: '{"city": "Seoul"}' },
    { name: 'get_weather', arguments: '{"city": "Paris, \\"left bank\\" 日本 🙂"}' },
  ];
  const scenarios = [
    { operation: 'chat.completions.create', prompt: 'Weather?', answer: { text: 'I look.', calls } },
  ];
  const { adapter } = await startPair({ scenarios }, { workers: 0 });
  const events = await collect(adapter, chat('Weather?', { tools: [weather] }));
  for (const [position, call] of calls.entries()) {
    const own = events.filter((event) => 'tool_call' in event && event.tool_call.index === position);
    expect(own[0]?.type).toBe('response.tool_call.started');
    const deltas = own.flatMap((event) =>
      event.type === 'response.tool_call.delta' ? [event.tool_call.function?.arguments ?? ''] : [],
    );
    expect(deltas.length).toBeGreaterThan(1);
    expect(deltas.join('')).toBe(call.arguments);
    expect(own.at(-1)).toMatchObject({ type: 'response.tool_call.completed', tool_call: { function: call } });
  }
  expect(last(events, 'response.completed').body).toMatchObject({
    choices: [
      {
        finish_reason: 'tool_calls',
        message: { content: 'I look.', tool_calls: calls.map((call) => ({ function: call })) },
      },
    ],
  });
  expect(breaches(events)).toEqual([]);
});

test.each([
  {
    title: 'arguments that are not JSON',
    body: {},
    args: '{"city": "Seoul"',
    code: 'invalid_tool_call_arguments',
  },
  {
    title: 'arguments that the token limit cuts',
    body: { max_tokens: 2 },
    args: '{"city": "a long name of a city"}',
    code: 'tool_call_truncated',
  },
])('$title are an error that keeps the text so far, and the stream goes on', async ({ body, args, code }) => {
  const scenarios = [
    {
      operation: 'chat.completions.create',
      prompt: 'Break.',
      answer: { calls: [{ name: 'get_weather', arguments: args }] },
    },
  ];
  const { adapter } = await startPair({ scenarios }, { workers: 0 });
  const events = await collect(adapter, chat('Break.', { tools: [weather], ...body }));
  const deltas = events.flatMap((event) =>
    event.type === 'response.tool_call.delta' ? [event.tool_call.function?.arguments ?? ''] : [],
  );
  const error = events.find((event) => event.type === 'response.tool_call.error');
  expect(error).toMatchObject({
    index: 0,
    error: { code },
    tool_call: { index: 0, function: { name: 'get_weather', arguments: deltas.join('') } },
  });
  expect(args.startsWith(deltas.join(''))).toBe(true);
  last(events, 'response.completed');
  expect(breaches(events)).toEqual([]);
});

test('every event carries its chunk when that is asked for', async () => {
  const { adapter } = await startPair({}, { attachChunks: true, workers: 0 });
  const events = await collect(adapter, chat('Say hello.'));
  for (const event of events.slice(0, -1))
    expect(event).toHaveProperty('openai_chunk.object', 'chat.completion.chunk');
  expect(breaches(events)).toEqual([]);
});
