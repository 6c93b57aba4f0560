import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { breaches } from './support/check-events.js';
import type { ProfileEvent } from './support/package.js';
import { chat, collect, last, startPair, until } from './support/run.js';

const long = [
  {
    operation: 'chat.completions.create',
    prompt: 'Long.',
    answer: { text: 'word '.repeat(2000), tokenDelayMs: 1 },
  },
];

test.each([0, 1])(
  'an aborted signal ends the request and gives one response.cancelled (%i workers)',
  async (workers) => {
    const { adapter, backend } = await startPair({ scenarios: long }, { workers });
    const abort = new AbortController();
    const events: ProfileEvent[] = [];
    for await (const event of adapter.submit(chat('Long.'), { signal: abort.signal })) {
      events.push(event);
      if (events.length === 5) abort.abort();
    }
    expect(events).toHaveLength(6);
    expect(last(events, 'response.cancelled')).toEqual({
      type: 'response.cancelled',
      reason: 'client_cancelled',
    });
    expect(breaches(events)).toEqual([]);
    await until(() => backend.status().active === 0, 'the server sees that the client is gone');
    expect(backend.status().abandoned).toBe(1);
    expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
  },
);

test('a signal that was aborted before sends nothing', async () => {
  const { adapter, backend } = await startPair({}, { workers: 0 });
  const events = await collect(adapter, chat('Long.'), AbortSignal.abort());
  expect(events).toEqual([{ type: 'response.cancelled', reason: 'client_cancelled' }]);
  expect(backend.status().requests).toBe(0);
});

test('a plain request is cancelled, too', async () => {
  const { adapter, backend } = await startPair({ fault: () => ({ kind: 'silence' }) }, { workers: 1 });
  const abort = new AbortController();
  const events = collect(adapter, chat('Long.', { stream: false }), abort.signal);
  await until(() => backend.status().active === 1, 'the request arrives');
  abort.abort();
  expect(await events).toEqual([{ type: 'response.cancelled', reason: 'client_cancelled' }]);
  await until(() => backend.status().active === 0, 'the server sees that the client is gone');
});

test('an iterator that is left ends the request', async () => {
  const { adapter, backend } = await startPair({ scenarios: long }, { workers: 1 });
  let count = 0;
  for await (const event of adapter.submit(chat('Long.'))) {
    expect(event.type).toBe('response.output_text.delta');
    if (++count === 3) break;
  }
  await until(() => backend.status().active === 0, 'the server sees that the client is gone');
  expect(backend.status().abandoned).toBe(1);
});

test.each([0, 1, 4])('cancel_after_events: %i', async (limit) => {
  const { adapter, backend } = await startPair({ scenarios: long }, { workers: 0 });
  const events = await collect(adapter, chat('Long.', {}, { cancel_after_events: limit }));
  expect(events).toHaveLength(limit + 1);
  expect(last(events, 'response.cancelled').reason).toBe('event_limit');
  expect(breaches(events)).toEqual([]);
  if (limit === 0) expect(backend.status().requests).toBe(0);
});

test('an operation that ends before the limit is not cancelled', async () => {
  const { adapter } = await startPair({}, { workers: 0 });
  const events = await collect(adapter, chat('Say hello.', {}, { cancel_after_events: 1000 }));
  last(events, 'response.completed');
});

test('a cancelled operation closes its open calls', async () => {
  const answer = {
    calls: [{ name: 'lookup', arguments: JSON.stringify({ key: 'a long value with many words' }) }],
  };
  const { adapter } = await startPair(
    { scenarios: [{ operation: 'chat.completions.create', prompt: 'Call.', answer }] },
    { workers: 0 },
  );
  const events = await collect(
    adapter,
    chat(
      'Call.',
      { tools: [{ type: 'function', function: { name: 'lookup' } }] },
      { cancel_after_events: 3 },
    ),
  );
  expect(events.map(({ type }) => type)).toEqual([
    'response.tool_call.started',
    'response.tool_call.delta',
    'response.tool_call.delta',
    'response.tool_call.error',
    'response.cancelled',
  ]);
  expect(breaches(events)).toEqual([]);
});

test('close() cancels what is open', async () => {
  const { adapter, backend } = await startPair({ scenarios: long }, { workers: 2 });
  const all = Array.from({ length: 6 }, () => collect(adapter, chat('Long.')));
  await until(() => backend.status().active === 6, 'all streams begin');
  await adapter.close();
  for (const events of await Promise.all(all))
    expect(last(events, 'response.cancelled').reason).toBe('adapter_closed');
  await until(() => backend.status().connections === 0, 'all connections end');
  expect(() => adapter.submit(chat('Long.'))).toThrow(/closed/);
});

test('a sink that throws cancels the operation and gets nothing more', async () => {
  const { adapter, backend } = await startPair({ scenarios: long }, { workers: 1 });
  let pushed = 0;
  const sink = {
    push: () => {
      pushed += 1;
      if (pushed === 3) throw new Error('the session is gone');
    },
  };
  await expect(adapter.submitTo(chat('Long.'), sink)).rejects.toThrow('the session is gone');
  await until(() => backend.status().active === 0, 'the server sees that the client is gone');
  expect(pushed).toBe(3);
});
