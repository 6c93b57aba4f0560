import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createVllmAdapter,
  startEmbeddedBackend,
  type EmbeddedBackend,
  type RequestEnvelope,
  type VllmAdapter,
} from './support/package.js';
import { breaches } from './support/check-events.js';
import { chat, collect, envelope, last } from './support/run.js';

let backend: EmbeddedBackend;
let adapter: VllmAdapter;

beforeAll(async () => {
  backend = await startEmbeddedBackend();
  adapter = createVllmAdapter({ baseUrl: backend.url, workers: 0 });
});

afterAll(async () => {
  await adapter.close();
  await backend.close();
});

const messages = [{ role: 'user', content: 'Say hello.' }];
const valid = { model: 'example-model', messages };

test.each<{ title: string; request: unknown; code: string; param?: string }>([
  { title: 'no object', request: 'Say hello.', code: 'invalid_body' },
  { title: 'null', request: null, code: 'invalid_body' },
  { title: 'an array', request: [], code: 'invalid_body' },
  { title: 'an empty object', request: {}, code: 'unsupported_schema_version', param: 'schema_version' },
  {
    title: 'another schema version, before anything else',
    request: { schema_version: 'openai-compatible/2', operation: 'nope', body: 3 },
    code: 'unsupported_schema_version',
    param: 'schema_version',
  },
  {
    title: 'an unknown operation, before the body',
    request: envelope('images.generate', 3),
    code: 'unsupported_operation',
    param: 'operation',
  },
  {
    title: 'an operation named as a member of every object',
    request: envelope('constructor', {}),
    code: 'unsupported_operation',
  },
  {
    title: 'a body that is no object',
    request: envelope('chat.completions.create', 'hello'),
    code: 'invalid_body',
  },
  { title: 'no model', request: envelope('chat.completions.create', { messages }), code: 'missing_model' },
  {
    title: 'an empty model',
    request: envelope('chat.completions.create', { ...valid, model: '' }),
    code: 'missing_model',
  },
  {
    title: 'no messages',
    request: envelope('chat.completions.create', { model: 'example-model' }),
    code: 'missing_messages',
  },
  {
    title: 'empty messages',
    request: envelope('chat.completions.create', { ...valid, messages: [] }),
    code: 'missing_messages',
  },
  {
    title: 'no input',
    request: envelope('responses.create', { model: 'example-model' }),
    code: 'missing_input',
  },
  {
    title: 'messages that are text',
    request: envelope('chat.completions.create', { ...valid, messages: 'hi' }),
    code: 'invalid_body',
    param: 'body.messages',
  },
  {
    title: 'a temperature that is text',
    request: envelope('chat.completions.create', { ...valid, temperature: 'hot' }),
    code: 'invalid_body',
    param: 'body.temperature',
  },
  {
    title: 'stream options without a stream',
    request: envelope('chat.completions.create', { ...valid, stream_options: {} }),
    code: 'invalid_body',
  },
  {
    title: 'a timeout of nothing',
    request: envelope('chat.completions.create', valid, { timeout_ms: 0 }),
    code: 'invalid_body',
  },
  {
    title: 'a stream of embeddings',
    request: envelope('embeddings.create', { model: 'example-model', input: 'x', stream: true }),
    code: 'invalid_body',
    param: 'body.stream',
  },
  {
    title: 'an unknown model',
    request: envelope('chat.completions.create', { ...valid, model: 'no-such-model' }),
    code: 'unsupported_model',
    param: 'model',
  },
])('$title is answered with $code', async ({ request, code, param }) => {
  const before = backend.status().requests;
  const events = await collect(adapter, request as RequestEnvelope);
  expect(events).toHaveLength(1);
  const { error } = last(events, 'response.error');
  expect(error).toMatchObject({
    type: 'invalid_request_error',
    code,
    ...(param === undefined ? {} : { param }),
  });
  expect(error.message.length).toBeGreaterThan(10);
  expect(breaches(events)).toEqual([]);
  // Only the model is the backend's to judge.
  expect(backend.status().requests - before).toBe(code === 'unsupported_model' ? 1 : 0);
});

test('a body that cannot be written as JSON is invalid', async () => {
  const events = await collect(adapter, chat('Say hello.', { seed: 1n }));
  expect(last(events, 'response.error').error.code).toBe('invalid_body');
});

test('fields that the profile does not name reach the backend; nnrp does not', async () => {
  const seen: unknown[] = [];
  const spy = await startEmbeddedBackend({
    fault: (request) => {
      seen.push({ body: request.body, id: request.headers['x-request-id'] });
      return undefined;
    },
  });
  const spied = createVllmAdapter({ baseUrl: `${spy.url}/v1/`, workers: 0 });
  const request = {
    ...chat('Say hello.', { top_k: 5, custom: { a: 1 }, nnrp: { leak: true } }, { diagnostics: true }),
    request_id: 'id-1',
  };
  await collect(spied, request);
  await spied.close();
  await spy.close();
  expect(seen).toEqual([
    {
      id: 'id-1',
      body: {
        model: 'example-model',
        messages,
        stream: true,
        top_k: 5,
        custom: { a: 1 },
        stream_options: { include_usage: true },
      },
    },
  ]);
});

test.each(['id with spaces', 'übel\r\nX-Evil: 1', '\ud800', '日本語'])(
  'the request id %j cannot break out of its header',
  async (id) => {
    const events = await collect(adapter, { ...chat('Say hello.'), request_id: id });
    last(events, 'response.completed');
  },
);

test('the api key is sent; without it the answer is authentication_error', async () => {
  const locked = await startEmbeddedBackend({ apiKey: 'secret' });
  const outside = createVllmAdapter({ baseUrl: locked.url, workers: 0 });
  const inside = createVllmAdapter({ baseUrl: locked.url, workers: 0, apiKey: 'secret' });
  expect(last(await collect(outside, chat('Say hello.')), 'response.error').error).toEqual({
    type: 'authentication_error',
    code: 'backend_unauthorized',
    message: 'Unauthorized',
  });
  last(await collect(inside, chat('Say hello.')), 'response.completed');
  await Promise.all([outside.close(), inside.close()]);
  await locked.close();
});

test.each([
  { title: 'no URL', options: { baseUrl: 'nowhere' } },
  { title: 'another protocol', options: { baseUrl: 'ftp://127.0.0.1/' } },
  { title: 'half a worker', options: { baseUrl: 'http://127.0.0.1/', workers: 0.5 } },
  { title: 'a window of nothing', options: { baseUrl: 'http://127.0.0.1/', window: 0 } },
])('options with $title are refused', ({ options }) => {
  expect(() => createVllmAdapter(options)).toThrow(/should be/);
});
