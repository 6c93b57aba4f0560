import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { VllmAdapter } from '../adapter.js';
import { errorEvent } from '../emitted/events.js';
import type { AdapterRequest } from '../emitted/operations.js';
import type { ProfileEvent } from '../emitted/profile.js';
import { envelopeFailure, errorBody } from '../failure.js';
import { exitCodes } from './exit-codes.js';

/**
 * The bridge over standard input and output: one JSON value a line in, `{"request_id", "event"}` a line out,
 * many operations at once. Ends when the input has ended and every operation with it.
 */
export async function serve(
  adapter: VllmAdapter,
  input: Readable,
  output: Writable,
  stopped: AbortSignal,
): Promise<number> {
  const bridge = new Bridge(adapter, output);
  const lines = createInterface({ input, crlfDelay: Infinity });
  const stopReading = (): void => {
    lines.close();
    input.destroy();
  };
  stopped.addEventListener('abort', stopReading, { once: true });
  output.once('error', () => {
    bridge.stop();
    stopReading();
  });
  try {
    for await (const line of lines) if (line.trim() !== '') bridge.take(line);
  } catch (error) {
    // The input was given up, with an output that broke or for a signal.
    if (!bridge.stopped && !stopped.aborted) throw error;
  }
  await bridge.drained();
  return bridge.stopped ? exitCodes.usage : exitCodes.fine;
}

class Bridge {
  readonly #adapter: VllmAdapter;
  readonly #output: Writable;
  readonly #open = new Map<string, AbortController>();
  readonly #work = new Set<Promise<void>>();
  #drain: Promise<unknown> | undefined;
  #count = 0;
  stopped = false;

  constructor(adapter: VllmAdapter, output: Writable) {
    this.#adapter = adapter;
    this.#output = output;
  }

  take(line: string): void {
    const value = parse(line);
    if (value === undefined) this.#refuse(null, 'The line is not JSON.');
    else if (isCancel(value)) this.#open.get(value.cancel)?.abort();
    else this.#submit(value);
  }

  /** Nobody reads the output any more: cancels what is open. */
  stop(): void {
    this.stopped = true;
    for (const abort of this.#open.values()) abort.abort();
  }

  async drained(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  #submit(value: unknown): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.#refuse(null, 'The line is not a request envelope.');
      return;
    }
    const stated = 'request_id' in value ? value.request_id : undefined;
    const id = typeof stated === 'string' && stated !== '' ? stated : undefined;
    if (id !== undefined && this.#open.has(id)) {
      this.#refuse(id, 'An operation with this request_id is still open.');
      return;
    }
    if (stated !== undefined && id === undefined) this.#start(null, value as AdapterRequest);
    else this.#start(id ?? this.#newId(), value as AdapterRequest);
  }

  #start(id: string | null, envelope: AdapterRequest): void {
    const abort = new AbortController();
    if (id !== null) this.#open.set(id, abort);
    const named = id === null ? envelope : { ...envelope, request_id: id };
    const work = this.#adapter
      .submitTo(named, { push: (event) => this.#write(id, event) }, { signal: abort.signal })
      .catch(() => {
        // The sink fails only when the output is gone, and then the bridge has stopped.
      })
      .finally(() => {
        if (id !== null) this.#open.delete(id);
        this.#work.delete(work);
      });
    this.#work.add(work);
  }

  #newId(): string {
    let id: string;
    do id = `req_${String(++this.#count)}`;
    while (this.#open.has(id));
    return id;
  }

  #refuse(id: string | null, message: string): void {
    void this.#write(id, errorEvent(errorBody(envelopeFailure('', message))));
  }

  /** Writes a line; a full pipe holds the operation back, and with it the backend. */
  #write(id: string | null, event: ProfileEvent): void | Promise<void> {
    if (this.stopped) throw new Error('the output is gone');
    if (this.#output.write(`${JSON.stringify({ request_id: id, event })}\n`)) return undefined;
    this.#drain ??= once(this.#output, 'drain').finally(() => {
      this.#drain = undefined;
    });
    return this.#drain.then(() => undefined);
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

function isCancel(value: unknown): value is { readonly cancel: string } {
  return typeof value === 'object' && value !== null && 'cancel' in value && typeof value.cancel === 'string';
}
