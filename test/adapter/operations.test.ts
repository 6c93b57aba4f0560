import { expect, test } from 'vitest';
import { breaches } from './support/check-events.js';
import { collect, envelope, last, startPair, textOf } from './support/run.js';

test('a response is streamed: text, usage, and the final response as the body', async () => {
  const { adapter } = await startPair({}, { workers: 0 });
  const request = { model: 'example-model', input: 'Say hello.' };
  const streamed = await collect(adapter, envelope('responses.create', { ...request, stream: true }));
  const plain = await collect(adapter, envelope('responses.create', request));
  expect(textOf(streamed)).toBe('You said: Say hello.');
  const {
    id: _,
    created_at: __,
    output: ___,
    ...rest
  } = last(plain, 'response.completed').body as Record<string, unknown>;
  expect(last(streamed, 'response.completed').body).toMatchObject({ ...rest, status: 'completed' });
  expect(streamed.filter(({ type }) => type === 'response.usage')).toHaveLength(1);
  expect([...breaches(streamed), ...breaches(plain)]).toEqual([]);
});

test('a response with reasoning and a call gives both', async () => {
  const answer = { reasoning: 'I need a tool.', calls: [{ name: 'get_time', arguments: '{"zone": "UTC"}' }] };
  const scenarios = [{ operation: 'responses.create', prompt: 'Time?', answer }];
  const { adapter } = await startPair({ scenarios }, { workers: 0 });
  const events = await collect(
    adapter,
    envelope('responses.create', { model: 'example-model', input: 'Time?', stream: true }),
  );
  const reasoning = events.flatMap((event) =>
    event.type === 'response.output_text.delta' && event.openai_chunk !== undefined
      ? [(event.openai_chunk as { delta: string }).delta]
      : [],
  );
  expect(reasoning.join('')).toBe('I need a tool.');
  // The call is the second item of the output, after the reasoning.
  expect(events.find(({ type }) => type === 'response.tool_call.completed')).toMatchObject({
    index: 0,
    tool_call: { index: 1, type: 'function', function: { name: 'get_time', arguments: '{"zone": "UTC"}' } },
  });
  expect(breaches(events)).toEqual([]);
});

test('a response that a limit cuts is complete as an answer, and says that it is incomplete', async () => {
  const { adapter } = await startPair({}, { workers: 0 });
  const body = { model: 'example-model', input: 'Say hello.', max_output_tokens: 2 };
  for (const stream of [true, false]) {
    const events = await collect(adapter, envelope('responses.create', { ...body, stream }));
    expect(last(events, 'response.completed').body).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    });
  }
});

test('the models are listed', async () => {
  const { adapter } = await startPair({ models: ['another'] }, { workers: 0 });
  const events = await collect(adapter, envelope('models.list', {}));
  const { data } = last(events, 'response.completed').body as { data: { id: string }[] };
  expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(['example-model', 'another']));
  expect(breaches(events)).toEqual([]);
});

test.each([
  { input: 'one text', count: 1 },
  { input: ['one', 'two', 'one'], count: 3 },
  { input: [1, 2, 3], count: 1 },
  { input: [[1, 2], [3]], count: 2 },
])('embeddings of $input', async ({ input, count }) => {
  const { adapter } = await startPair({}, { workers: 0 });
  const events = await collect(adapter, envelope('embeddings.create', { model: 'example-model', input }));
  const { data } = last(events, 'response.completed').body as {
    data: { index: number; embedding: number[] }[];
  };
  expect(data.map(({ index }) => index)).toEqual([...Array(count).keys()]);
  for (const { embedding } of data) expect(Math.hypot(...embedding)).toBeCloseTo(1);
  if (count === 3) expect(data[0]?.embedding).toEqual(data[2]?.embedding);
  expect(breaches(events)).toEqual([]);
});

test('embeddings in base64 hold the same numbers', async () => {
  const { adapter } = await startPair({}, { workers: 0 });
  const request = { model: 'example-model', input: 'one text' };
  const floats = await collect(adapter, envelope('embeddings.create', request));
  const base64 = await collect(
    adapter,
    envelope('embeddings.create', { ...request, encoding_format: 'base64' }),
  );
  const first = (events: typeof floats): unknown =>
    (last(events, 'response.completed').body as { data: { embedding: unknown }[] }).data[0]?.embedding;
  const bytes = Buffer.from(first(base64) as string, 'base64');
  const numbers = [...new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)];
  for (const [index, number] of (first(floats) as number[]).entries())
    expect(numbers[index]).toBeCloseTo(number, 6);
});

test('capabilities() joins the document with the models of the server', async () => {
  const { adapter } = await startPair({ models: ['another'] }, { workers: 0 });
  const document = await adapter.capabilities();
  expect(document.compatibility_levels).toEqual([1, 2, 3]);
  expect(document.models).toContainEqual({ id: 'another', owned_by: 'vllm' });
});

test('capabilities() rejects when the server is gone', async () => {
  const { adapter, backend } = await startPair({}, { workers: 0 });
  await backend.close();
  await expect(adapter.capabilities()).rejects.toThrow(/models could not be listed/);
});
