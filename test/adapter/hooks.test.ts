import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { missingHooks } from '../../generator/src/emit/adapter/missing-hooks.js';
import type { OutputFile } from '../../generator/src/model/index.js';
import { breaches } from './support/check-events.js';
import type { Observation, ProfileEvent } from './support/package.js';
import { chat, collect, envelope, last, startPair } from './support/run.js';

test('hooks see the request, every event in order, and one record at the end', async () => {
  const seen: string[] = [];
  const events: ProfileEvent[] = [];
  const observations: Observation[] = [];
  const { adapter } = await startPair(
    {},
    {
      workers: 1,
      hooks: {
        onRequest: (request, { operation }) => {
          seen.push(operation, request.path);
          return { ...request, headers: { ...request.headers, 'x-own': '1' } };
        },
        onEvent: (event) => void events.push(event),
        onObservation: (observation) => void observations.push(observation),
      },
    },
  );
  const delivered = await collect(adapter, { ...chat('Say hello.'), request_id: 'id-7' });
  expect(seen).toEqual(['chat.completions.create', '/v1/chat/completions']);
  expect(events).toEqual(delivered);
  const usage = delivered.find((event) => event.type === 'response.usage')?.usage;
  expect(observations).toEqual([
    {
      requestId: 'id-7',
      operation: 'chat.completions.create',
      model: 'example-model',
      backendId: 'chatcmpl-id-7',
      outcome: 'completed',
      queueDelayMs: expect.any(Number) as number,
      firstEventLatencyMs: expect.any(Number) as number,
      durationMs: expect.any(Number) as number,
      eventCount: delivered.length,
      errorFamily: undefined,
      errorCode: undefined,
      cancelReason: undefined,
      usage,
      backendStatus: 200,
      retries: [],
      pauses: 0,
    },
  ]);
  const [observation] = observations;
  expect(observation?.queueDelayMs).toBeLessThanOrEqual(observation?.firstEventLatencyMs ?? 0);
  expect(observation?.firstEventLatencyMs).toBeLessThanOrEqual(observation?.durationMs ?? 0);
});

test.each([
  {
    title: 'an error',
    request: chat('Say hello.', { model: 'no-such-model' }),
    record: {
      outcome: 'failed',
      errorFamily: 'invalid_request_error',
      errorCode: 'unsupported_model',
      backendStatus: 404,
    },
  },
  {
    title: 'a refusal',
    request: envelope('images.generate', {}),
    record: {
      outcome: 'failed',
      errorCode: 'unsupported_operation',
      queueDelayMs: undefined,
      backendStatus: undefined,
    },
  },
  {
    title: 'a cancellation',
    request: chat('Say hello.', {}, { cancel_after_events: 2 }),
    record: { outcome: 'cancelled', cancelReason: 'event_limit', eventCount: 3 },
  },
])('$title is on record', async ({ request, record }) => {
  const observations: Observation[] = [];
  const { adapter } = await startPair(
    {},
    { workers: 0, hooks: { onObservation: (observation) => void observations.push(observation) } },
  );
  await collect(adapter, request);
  expect(observations).toMatchObject([record]);
});

test('nnrp.diagnostics puts the record on the last event', async () => {
  const { adapter } = await startPair({}, { workers: 0 });
  const plain = await collect(adapter, chat('Say hello.'));
  expect(last(plain, 'response.completed')).not.toHaveProperty('diagnostics');
  const events = await collect(adapter, chat('Say hello.', {}, { diagnostics: true }));
  expect(last(events, 'response.completed').diagnostics).toEqual({
    selected_operation: 'chat.completions.create',
    selected_transport: 'http',
    selected_model_id: 'example-model',
    event_count: events.length - 1,
    flow_control_pressure: 0,
    queue_delay_ms: expect.any(Number) as number,
    first_event_latency_ms: expect.any(Number) as number,
    backend_status: 200,
  });
  expect(breaches(events)).toEqual([]);
});

test.each([
  {
    hook: 'onRequest',
    hooks: {
      onRequest: () => {
        throw new Error('no');
      },
    },
  },
  { hook: 'onRequest, later', hooks: { onRequest: () => Promise.reject(new Error('no')) } },
  {
    hook: 'onEvent',
    hooks: {
      onEvent: () => {
        throw new Error('no');
      },
    },
  },
])('a hook that throws ends its operation with an error: $hook', async ({ hooks }) => {
  const { adapter } = await startPair({}, { workers: 0, hooks });
  const { error } = last(await collect(adapter, chat('Say hello.')), 'response.error');
  expect(error).toMatchObject({ type: 'server_error', code: 'backend_error' });
  expect(error.message).toMatch(/no/);
});

describe('the file of the user', () => {
  const templates = join(import.meta.dirname, '../../templates/vllm-adapter');
  const contract: OutputFile = {
    path: 'vllm-adapter/src/main/hooks-contract.ts',
    text: readFileSync(join(templates, 'main/hooks-contract.ts'), 'utf8'),
    sources: [],
    ownership: 'generated',
  };
  const skeleton: OutputFile = {
    path: 'vllm-adapter/src/hooks.ts',
    text: readFileSync(join(templates, 'hooks.user.ts'), 'utf8'),
    sources: [],
    ownership: 'user',
  };
  const missing = (text: string | undefined): string[] =>
    missingHooks([contract, skeleton], () => text).map(({ hook }) => hook);

  test('has every hook when it is written, and nothing is missing before', () => {
    expect(missing(skeleton.text)).toEqual([]);
    expect(missing(undefined)).toEqual([]);
  });

  test.each([
    {
      title: 'a method is gone',
      text: 'export const hooks: AdapterHooks = { onRequest: (request) => request, onObservation };',
      hooks: ['onEvent'],
    },
    {
      title: 'an object that satisfies the type',
      text: 'export const hooks = ({ onEvent() {} }) satisfies AdapterHooks;',
      hooks: ['onRequest', 'onObservation'],
    },
    {
      title: 'an empty object',
      text: 'export const hooks: AdapterHooks = {};',
      hooks: ['onRequest', 'onEvent', 'onObservation'],
    },
    {
      title: 'a spread, which may hold anything',
      text: 'export const hooks = { ...others, onEvent() {} };',
      hooks: [],
    },
    {
      title: 'no hooks at all',
      text: 'export const other = 1;',
      hooks: ['onRequest', 'onEvent', 'onObservation'],
    },
    {
      title: 'text that is no TypeScript',
      text: 'export const hooks = {',
      hooks: ['onRequest', 'onEvent', 'onObservation'],
    },
  ])('$title', ({ text, hooks }) => {
    expect(missing(text)).toEqual(hooks);
  });
});
