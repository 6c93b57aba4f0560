import { onTestFinished } from 'vitest';
import {
  createVllmAdapter,
  startEmbeddedBackend,
  type EmbeddedBackend,
  type EmbeddedOptions,
  type ProfileEvent,
  type RequestEnvelope,
  type VllmAdapter,
} from './package.js';

export type AdapterOptions = Parameters<typeof createVllmAdapter>[0];

/** An embedded backend that ends with the running test. */
export async function startBackend(options: EmbeddedOptions = {}): Promise<EmbeddedBackend> {
  const backend = await startEmbeddedBackend(options);
  onTestFinished(() => backend.close().catch(() => undefined));
  return backend;
}

/** An adapter that ends with the running test. */
export function startAdapter(options: AdapterOptions): VllmAdapter {
  const adapter = createVllmAdapter(options);
  onTestFinished(() => adapter.close());
  return adapter;
}

/** An adapter on an embedded backend of its own. */
export async function startPair(
  backendOptions: EmbeddedOptions = {},
  adapterOptions: Omit<AdapterOptions, 'baseUrl'> = {},
): Promise<{ readonly adapter: VllmAdapter; readonly backend: EmbeddedBackend }> {
  const backend = await startBackend(backendOptions);
  return { backend, adapter: startAdapter({ baseUrl: backend.url, ...adapterOptions }) };
}

/** A streamed chat with one user message; fields of the body may be added or replaced. */
export function chat(
  prompt: string,
  body: Readonly<Record<string, unknown>> = {},
  nnrp?: object,
): RequestEnvelope {
  return envelope(
    'chat.completions.create',
    { model: 'example-model', messages: [{ role: 'user', content: prompt }], stream: true, ...body },
    nnrp,
  );
}

/** Any envelope, also one that no client should send. */
export function envelope(operation: string, body: unknown, nnrp?: object): RequestEnvelope {
  const value = {
    schema_version: 'openai-compatible/1',
    operation,
    body,
    ...(nnrp === undefined ? {} : { nnrp }),
  };
  return value as unknown as RequestEnvelope;
}

/** Every event of an operation. */
export async function collect(
  adapter: VllmAdapter,
  request: RequestEnvelope,
  signal?: AbortSignal,
): Promise<ProfileEvent[]> {
  const events: ProfileEvent[] = [];
  for await (const event of adapter.submit(request, signal === undefined ? {} : { signal }))
    events.push(event);
  return events;
}

/** The text of one choice, put together from its deltas. */
export function textOf(events: readonly ProfileEvent[], choice = 0): string {
  return events
    .map((event) =>
      event.type === 'response.output_text.delta' && event.index === choice ? event.delta : '',
    )
    .join('');
}

/** The last event, which has to be of a type. */
export function last<Type extends ProfileEvent['type']>(
  events: readonly ProfileEvent[],
  type: Type,
): Extract<ProfileEvent, { type: Type }> {
  const event = events.at(-1);
  if (event?.type !== type) throw new Error(`expected ${type} at the end, got ${JSON.stringify(event)}`);
  return event as Extract<ProfileEvent, { type: Type }>;
}

/** Waits until a condition holds; fails after some seconds. */
export async function until(condition: () => boolean, what: string, withinMs = 10_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`not within ${String(withinMs)} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
