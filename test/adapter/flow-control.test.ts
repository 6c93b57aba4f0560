import { expect, test } from 'vitest';
import type { EmbeddedBackend, ProfileEvent, RecordedExchange, RequestEnvelope } from './support/package.js';
import { chat, last, startPair, textOf, until } from './support/run.js';

const consumers = 256;

/** Frames with a field that nobody keeps: a stream is longer than all buffers of a connection, and its text short. */
const frames = 110;
const padding = 'x'.repeat(64 * 1024);
const common = '"id":"chatcmpl-x","object":"chat.completion.chunk","created":1,"model":"example-model"';
const frame = (choice: string): string => `data: {${common},"choices":[{"index":0,${choice}}]}\n\n`;
const wide: RecordedExchange = {
  name: 'wide',
  request: { method: 'POST', path: '/v1/chat/completions' },
  response: {
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    body: [
      ...Array.from({ length: frames }, () => frame(`"delta":{"content":"a "},"padding":"${padding}"`)),
      frame('"delta":{},"finish_reason":"stop"'),
      'data: [DONE]\n\n',
    ].join(''),
  },
};
/** Reads a stream to its end, or so many events and then leaves it. */
async function read(stream: AsyncIterable<ProfileEvent>, limit = Infinity): Promise<ProfileEvent[]> {
  const events: ProfileEvent[] = [];
  for await (const event of stream) if (events.push(event) >= limit) break;
  return events;
}

/** Waits until the server has written nothing for a while. */
async function untilStill(backend: EmbeddedBackend): Promise<void> {
  for (let bytes = -1; bytes !== backend.status().bytes;) {
    ({ bytes } = backend.status());
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

const wideRequest = { ...chat('Much.'), request_id: 'wide' } as RequestEnvelope;

test('256 consumers that stop reading stop the server, hold little memory, and all resume', async () => {
  const { adapter, backend } = await startPair({ exchanges: [wide] }, { workers: 2, window: 4 });
  const streams = Array.from({ length: consumers }, () => adapter.submit(wideRequest));
  for (const first of await Promise.all(streams.map((stream) => stream.next()))) {
    expect(first.value).toMatchObject({ type: 'response.output_text.delta', delta: 'a ' });
  }
  await untilStill(backend);
  const { bytes, paused } = backend.status();
  // How much the kernel holds for a connection is its own affair: nearly all streams are longer than that.
  expect(paused).toBeGreaterThan(consumers * 0.9);
  expect(bytes).toBeLessThan(consumers * wide.response.body.length * 0.9);
  const memory = process.memoryUsage().rss;
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(backend.status().bytes).toBe(bytes);
  expect(process.memoryUsage().rss - memory).toBeLessThan(32 * 1024 * 1024);
  // All go on: a few to the end, the others far enough to need more than what was waiting for them.
  await Promise.all(streams.slice(8).map((stream) => read(stream, 12)));
  const whole = await Promise.all(streams.slice(0, 8).map((stream) => read(stream)));
  for (const events of whole) {
    last(events, 'response.completed');
    expect(textOf(events)).toBe('a '.repeat(frames - 1));
  }
  await until(() => backend.status().active === 0, 'the server is done');
}, 240_000);

test('a sink that answers with a promise holds the server back', async () => {
  const { adapter, backend } = await startPair({ exchanges: [wide] }, { workers: 1, window: 4 });
  let taken = 0;
  let release: (() => void) | undefined;
  const done = adapter.submitTo(wideRequest, {
    push: () => {
      taken += 1;
      if (taken !== 3) return undefined;
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    },
  });
  await until(() => taken === 3, 'the sink takes three events');
  await untilStill(backend);
  expect(taken).toBe(3);
  expect(backend.status().paused).toBe(1);
  release?.();
  await done;
  // The deltas and the completed body.
  expect(taken).toBe(frames + 1);
});

test('one stalled consumer does not hold up another on the same worker', async () => {
  const scenarios = [
    { operation: 'chat.completions.create', prompt: 'Long.', answer: { text: 'word '.repeat(2000) } },
  ];
  const { adapter } = await startPair({ scenarios }, { workers: 1, window: 4 });
  const stalled = adapter.submit(chat('Long.'));
  await stalled.next();
  const events: ProfileEvent[] = [];
  for await (const event of adapter.submit(chat('Say hello.'))) events.push(event);
  last(events, 'response.completed');
  await stalled.return?.();
});
