import { expect, test } from 'vitest';
import { breaches } from './support/check-events.js';
import { chat, collect, last, startPair, textOf, until } from './support/run.js';

const scenarios = [
  {
    operation: 'chat.completions.create',
    prompt: 'Long.',
    answer: { text: 'word '.repeat(3000), tokenDelayMs: 2 },
  },
  {
    operation: 'chat.completions.create',
    prompt: 'Call.',
    answer: {
      calls: [{ name: 'lookup', arguments: JSON.stringify({ key: 'word '.repeat(3000) }) }],
      tokenDelayMs: 2,
    },
  },
];
const tools = [{ type: 'function', function: { name: 'lookup' } }];

test('a worker that dies fails its own operations, is replaced, and the others go on', async () => {
  const { adapter, backend } = await startPair({ scenarios }, { workers: 2 });
  const streams = Array.from({ length: 6 }, () => adapter.submit(chat('Long.')));
  for (const stream of streams) await stream.next();
  const [victim, survivor] = adapter.workers();
  expect([victim?.activeOperations, survivor?.activeOperations]).toEqual([3, 3]);
  await adapter.terminateWorker(victim?.threadId ?? -1);
  await until(() => backend.status().active === 3, 'the connections of the dead worker end');
  // The operations were given out in turn.
  const ended = await Promise.all(
    streams.map(async (stream, number) => {
      if (number % 2 === 1) {
        await stream.return?.();
        return undefined;
      }
      const events = [];
      for await (const event of stream) events.push(event);
      return events;
    }),
  );
  for (const events of ended) {
    if (events === undefined) continue;
    expect(last(events, 'response.error').error).toMatchObject({
      type: 'server_error',
      code: 'backend_error',
    });
    expect(breaches(events)).toEqual([]);
  }
  expect(adapter.workers().map(({ threadId }) => threadId)).not.toContain(victim?.threadId);
  const after = await Promise.all(Array.from({ length: 4 }, () => collect(adapter, chat('Say hello.'))));
  for (const events of after) expect(textOf(events)).toBe('You said: Say hello.');
  expect(adapter.workers().every(({ threadId }) => threadId !== undefined)).toBe(true);
});

test('a worker that dies closes the calls that are open, with the text so far', async () => {
  const { adapter } = await startPair({ scenarios }, { workers: 1 });
  const events = [];
  for await (const event of adapter.submit(chat('Call.', { tools }))) {
    events.push(event);
    if (events.length === 4) await adapter.terminateWorker(adapter.workers()[0]?.threadId ?? -1);
  }
  const text = events
    .flatMap((event) =>
      event.type === 'response.tool_call.delta' ? [event.tool_call.function?.arguments ?? ''] : [],
    )
    .join('');
  expect(events.at(-2)).toMatchObject({
    type: 'response.tool_call.error',
    tool_call: { function: { name: 'lookup', arguments: text } },
    error: { code: 'tool_call_interrupted' },
  });
  expect(last(events, 'response.error').error.code).toBe('backend_error');
  expect(breaches(events)).toEqual([]);
});

test('a worker that runs out of memory takes only its own operations with it', async () => {
  // One answer that fits into no heap of that size, beside a small one.
  const answer = { text: Array.from({ length: 1500 }, () => 'x'.repeat(64 * 1024)) };
  const huge = [{ operation: 'chat.completions.create', prompt: 'Huge.', answer }];
  const { adapter } = await startPair(
    { scenarios: huge },
    { workers: 1, maxWorkerMemoryMb: 24, window: 100_000 },
  );
  const events = await collect(adapter, chat('Huge.', { max_tokens: 1500 }));
  expect(last(events, 'response.error').error.code).toBe('backend_error');
  last(await collect(adapter, chat('Say hello.')), 'response.completed');
});

test('operations of a worker that dies at once, again and again, all end', async () => {
  const { adapter } = await startPair({}, { workers: 1 });
  for (let round = 0; round < 3; round += 1) {
    const running = collect(adapter, chat('Say hello.'));
    await adapter.terminateWorker(adapter.workers()[0]?.threadId ?? -1);
    const events = await running;
    expect(['response.completed', 'response.error']).toContain(events.at(-1)?.type);
  }
  last(await collect(adapter, chat('Say hello.')), 'response.completed');
});
