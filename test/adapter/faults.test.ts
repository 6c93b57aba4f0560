import { expect, test } from 'vitest';
import { breaches } from './support/check-events.js';
import type { Fault } from './support/package.js';
import { chat, collect, envelope, last, startAdapter, startPair, textOf } from './support/run.js';

const said = 'You said: Say hello.';

async function withFault(fault: Fault, workers = 0): Promise<Awaited<ReturnType<typeof collect>>> {
  const { adapter } = await startPair({ fault: () => fault }, { workers });
  return collect(adapter, chat('Say hello.'));
}

test.each([1, 2, 3, 7, 64])('bytes that come %i at a time give the same events', async (bytes) => {
  const events = await withFault({ kind: 'split', bytes });
  expect(textOf(events)).toBe(said);
  last(events, 'response.completed');
  expect(breaches(events)).toEqual([]);
});

test('a slow server gives the same events', async () => {
  const events = await withFault({ kind: 'slow', delayMs: 20 });
  expect(textOf(events)).toBe(said);
  last(events, 'response.completed');
});

test.each<{ title: string; fault: Fault; error: object; text: string }>([
  {
    title: 'a cut connection',
    fault: { kind: 'cut', afterEvents: 3 },
    error: { type: 'server_error', code: 'backend_error' },
    text: 'You said:',
  },
  {
    title: 'a cut before the first event',
    fault: { kind: 'cut', afterEvents: 0 },
    error: { type: 'server_error', code: 'backend_error' },
    text: '',
  },
  {
    title: 'an end without [DONE]',
    fault: { kind: 'end', afterEvents: 3 },
    error: { code: 'invalid_backend_response' },
    text: 'You said:',
  },
  {
    title: 'an end of nothing but the role',
    fault: { kind: 'end', afterEvents: 1 },
    error: { code: 'invalid_backend_response' },
    text: '',
  },
  {
    title: 'text that is not JSON',
    fault: { kind: 'garbage', afterEvents: 2, text: '{"id": ' },
    error: { code: 'invalid_backend_response' },
    text: 'You',
  },
  {
    title: 'JSON that is no chunk',
    fault: { kind: 'garbage', afterEvents: 2, text: '{"id": 5, "choices": "none"}' },
    error: { code: 'invalid_backend_response' },
    text: 'You',
  },
  {
    title: '[DONE] too early',
    fault: { kind: 'garbage', afterEvents: 2, text: '[DONE]' },
    error: { code: 'invalid_backend_response' },
    text: 'You',
  },
  {
    title: 'an error within the stream',
    fault: { kind: 'error', afterEvents: 2, status: 500, message: 'The engine died.' },
    error: { type: 'server_error', code: 'backend_error', message: 'The engine died.' },
    text: 'You',
  },
  {
    title: 'an error in place of the stream',
    fault: { kind: 'error', afterEvents: 0, status: 400, message: 'Bad schema.' },
    error: { type: 'invalid_request_error', code: 'invalid_body', message: 'Bad schema.' },
    text: '',
  },
  {
    title: 'a full queue',
    fault: { kind: 'error', afterEvents: 0, status: 503, message: 'Busy.' },
    error: { code: 'backend_overload', message: 'Busy.' },
    text: '',
  },
  {
    title: 'a gateway page',
    fault: { kind: 'status', status: 502, text: '<html>\n  <h1>Bad Gateway</h1></html>' },
    error: {
      type: 'server_error',
      code: 'backend_error',
      message: 'The backend answered with status 502: <html> <h1>Bad Gateway</h1></html>',
    },
    text: '',
  },
  {
    title: 'a status without a body',
    fault: { kind: 'status', status: 500, text: '' },
    error: { code: 'backend_error', message: 'The backend answered with status 500.' },
    text: '',
  },
  {
    title: 'a route that is not there',
    fault: { kind: 'status', status: 404, text: '{"detail":"Not Found"}' },
    error: { type: 'invalid_request_error', code: 'unsupported_operation', message: 'Not Found' },
    text: '',
  },
  {
    title: 'the flat error of old releases',
    fault: {
      kind: 'status',
      status: 400,
      text: '{"object":"error","message":"too long","type":"BadRequestError","param":"input_tokens","code":400}',
    },
    error: { code: 'context_length_exceeded', message: 'too long', param: 'input_tokens' },
    text: '',
  },
])('$title ends in one error, after the text so far', async ({ fault, error, text }) => {
  const events = await withFault(fault);
  expect(textOf(events)).toBe(text);
  expect(last(events, 'response.error').error).toMatchObject(error);
  expect(breaches(events)).toEqual([]);
});

test('an overloaded backend is reported with diagnostics, asked for or not', async () => {
  const [event] = await withFault({
    kind: 'status',
    status: 503,
    text: '{"error":{"message":"Busy.","type":"Service Unavailable"}}',
  });
  expect(event).toMatchObject({
    type: 'response.error',
    error: { code: 'backend_overload' },
    diagnostics: {
      backend_status: 503,
      backend_error_type: 'Service Unavailable',
      selected_operation: 'chat.completions.create',
    },
  });
});

test('a stall ends with the timeout of the envelope', async () => {
  const { adapter, backend } = await startPair(
    { fault: () => ({ kind: 'stall', afterEvents: 3 }) },
    { workers: 0 },
  );
  const events = await collect(adapter, chat('Say hello.', {}, { timeout_ms: 400 }));
  expect(textOf(events)).toBe('You said:');
  expect(last(events, 'response.error').error).toMatchObject({
    type: 'timeout_error',
    code: 'request_timeout',
  });
  expect(breaches(events)).toEqual([]);
  await expect.poll(() => backend.status().abandoned).toBe(1);
});

test('a server that never answers ends with the timeout of the envelope', async () => {
  const { adapter } = await startPair({ fault: () => ({ kind: 'silence' }) }, { workers: 0 });
  const events = await collect(adapter, chat('Say hello.', {}, { timeout_ms: 100 }));
  expect(last(events, 'response.error').error.code).toBe('request_timeout');
});

test('a silent server ends with the idle timeout of the adapter', async () => {
  const { adapter } = await startPair(
    { fault: () => ({ kind: 'stall', afterEvents: 3 }) },
    { workers: 0, idleTimeoutMs: 500 },
  );
  const events = await collect(adapter, chat('Say hello.'));
  expect(textOf(events)).toBe('You said:');
  expect(last(events, 'response.error').error).toMatchObject({ type: 'server_error', code: 'backend_error' });
});

test('an error within a stream closes the tool calls that are open', async () => {
  const scenarios = [
    {
      operation: 'chat.completions.create',
      prompt: 'Call.',
      answer: { calls: [{ name: 'lookup', arguments: '{"key": "a long value"}' }] },
    },
  ];
  const { adapter } = await startPair(
    { scenarios, fault: () => ({ kind: 'cut', afterEvents: 4 }) },
    { workers: 0 },
  );
  const events = await collect(
    adapter,
    chat('Call.', { tools: [{ type: 'function', function: { name: 'lookup' } }] }),
  );
  const deltas = events.flatMap((event) =>
    event.type === 'response.tool_call.delta' ? [event.tool_call.function?.arguments ?? ''] : [],
  );
  expect(deltas.join('')).toMatch(/^\{"key/);
  expect(events.at(-2)).toMatchObject({
    type: 'response.tool_call.error',
    tool_call: { index: 0, function: { name: 'lookup', arguments: deltas.join('') } },
    error: { code: 'tool_call_interrupted' },
  });
  last(events, 'response.error');
  expect(breaches(events)).toEqual([]);
});

test.each(['models.list', 'embeddings.create', 'responses.create'])(
  '%s that is answered with something else is invalid',
  async (operation) => {
    const { adapter } = await startPair(
      { fault: () => ({ kind: 'status', status: 200, text: '{"object":"surprise"}' }) },
      { workers: 0 },
    );
    const events = await collect(
      adapter,
      envelope(operation, operation === 'models.list' ? {} : { model: 'example-model', input: 'x' }),
    );
    expect(last(events, 'response.error').error).toMatchObject({
      type: 'server_error',
      code: 'invalid_backend_response',
    });
  },
);

test('an error object under status 200 is an error', async () => {
  const text = '{"error":{"message":"no chat template","type":"BadRequestError","param":null,"code":400}}';
  const { adapter } = await startPair(
    { fault: () => ({ kind: 'status', status: 200, text }) },
    { workers: 0 },
  );
  for (const stream of [true, false]) {
    const events = await collect(adapter, chat('Say hello.', { stream }));
    expect(last(events, 'response.error').error).toMatchObject({
      code: 'invalid_body',
      message: 'no chat template',
    });
  }
});

test('a server that is gone is an error, and one that is back is used again', async () => {
  const first = await startPair({}, { workers: 1 });
  const { adapter, backend } = first;
  last(await collect(adapter, chat('Say hello.')), 'response.completed');
  await backend.close();
  expect(last(await collect(adapter, chat('Say hello.')), 'response.error').error).toMatchObject({
    type: 'server_error',
    code: 'backend_error',
  });
  await startPair({ port: Number(new URL(backend.url).port) });
  last(await collect(adapter, chat('Say hello.')), 'response.completed');
});

test('a host that does not exist is an error', async () => {
  const adapter = startAdapter({ baseUrl: 'http://127.0.0.1:1', workers: 0 });
  const { error } = last(await collect(adapter, chat('Say hello.')), 'response.error');
  expect(error.code).toBe('backend_error');
  expect(error.message).toMatch(/ECONNREFUSED/);
});
