import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { breaches } from './support/check-events.js';
import {
  startEmbeddedBackend,
  type Observation,
  type ProfileEvent,
  type RequestEnvelope,
} from './support/package.js';
import { chat, envelope, startAdapter, until } from './support/run.js';

const operations = 1_000;
const concurrency = 24;

/** Numbers that look random and are the same in every run (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of the heap that are in use when nothing can be given back. */
function liveBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Sockets, ports and threads that this process holds. */
function openResources(): readonly string[] {
  return process
    .getActiveResourcesInfo()
    .filter((name) => /TCP|MessagePort|Worker/.test(name))
    .sort();
}

const scenarios = [
  {
    operation: 'chat.completions.create',
    prompt: 'Long.',
    answer: { text: 'word '.repeat(300), tokenDelayMs: 1 },
  },
  {
    operation: 'chat.completions.create',
    prompt: 'Call.',
    answer: {
      reasoning: 'I look it up.',
      calls: [{ name: 'lookup', arguments: JSON.stringify({ key: 'a value of some words' }) }],
    },
  },
];

function request(next: () => number): RequestEnvelope {
  const kinds = [
    () => chat('Say hello.'),
    () => chat('Long.'),
    () => chat('Call.', { tools: [{ type: 'function', function: { name: 'lookup' } }] }),
    () => chat('Say hello.', { stream: false }),
    () => chat('Long.', {}, { timeout_ms: 1 + Math.floor(next() * 200) }),
    () => chat('Long.', {}, { cancel_after_events: Math.floor(next() * 20) }),
    () => envelope('responses.create', { model: 'example-model', input: 'Say hello.', stream: true }),
    () => envelope('embeddings.create', { model: 'example-model', input: ['one', 'two'] }),
    () => envelope('models.list', {}),
    () => chat('Say hello.', { model: 'no-such-model' }),
  ];
  const kind = kinds[Math.floor(next() * kinds.length)];
  if (kind === undefined) throw new Error('the random number is not below 1');
  return kind();
}

test('1,000 operations with random cancels, dying workers and a server that restarts twice', async () => {
  const before = openResources();
  let backend = await startEmbeddedBackend({ scenarios });
  const port = Number(new URL(backend.url).port);
  onTestFinished(() => backend.close().catch(() => undefined));
  const observations: Observation[] = [];
  const adapter = startAdapter({
    baseUrl: backend.url,
    workers: 2,
    window: 32,
    hooks: { onObservation: (observation) => void observations.push(observation) },
  });
  const next = random(20_26);
  const signals: AbortSignal[] = [];
  let settledBytes = 0;
  const outcomes = new Map<string, number>();
  const faults: string[] = [];
  let started = 0;

  const runOne = async (number: number): Promise<void> => {
    const abort = new AbortController();
    signals.push(abort.signal);
    const cancelAfter = next() < 0.3 ? next() * 60 : undefined;
    const leaveAfter = next() < 0.1 ? Math.floor(next() * 30) : undefined;
    if (cancelAfter !== undefined) void sleep(cancelAfter).then(() => abort.abort());
    const events: ProfileEvent[] = [];
    let left = false;
    for await (const event of adapter.submit(request(next), { signal: abort.signal })) {
      events.push(event);
      if (events.length === leaveAfter) {
        left = true;
        break;
      }
    }
    const type = left ? 'left' : (events.at(-1)?.type ?? 'none');
    outcomes.set(type, (outcomes.get(type) ?? 0) + 1);
    if (!left) faults.push(...breaches(events).map((breach) => `operation ${String(number)}: ${breach}`));
  };

  const runner = async (): Promise<void> => {
    while (started < operations) {
      const number = (started += 1);
      if (number % 100 === 0) {
        const { threadId } = adapter.workers()[(number / 100) % 2] ?? {};
        if (threadId !== undefined) await adapter.terminateWorker(threadId);
      }
      if (number === 333 || number === 666) {
        await backend.close();
        await sleep(50);
        backend = await startEmbeddedBackend({ scenarios, port });
      }
      await runOne(number);
      if (number === operations / 4) settledBytes = liveBytes();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runner));

  expect(faults).toEqual([]);
  expect([...outcomes.values()].reduce((sum, count) => sum + count)).toBe(operations);
  // Every operation ended once, and nothing of it is left.
  expect(observations).toHaveLength(operations);
  expect(new Set(observations.map(({ requestId }) => requestId)).size).toBe(operations);
  expect(outcomes.get('response.completed') ?? 0).toBeGreaterThan(operations / 4);
  expect(outcomes.get('response.cancelled') ?? 0).toBeGreaterThan(operations / 10);
  expect(signals.flatMap((signal) => getEventListeners(signal, 'abort'))).toEqual([]);
  expect(adapter.workers().map(({ activeOperations }) => activeOperations)).toEqual([0, 0]);
  await until(() => backend.status().active === 0, 'the server has no request left');
  // Another 750 operations, and the records that this test keeps of them, leave no more than this behind.
  expect(liveBytes() - settledBytes).toBeLessThan(8 * 1024 * 1024);
  await adapter.close();
  await until(() => backend.status().connections === 0, 'no connection is left');
  await backend.close();
  await expect.poll(openResources).toEqual(before);
}, 300_000);
