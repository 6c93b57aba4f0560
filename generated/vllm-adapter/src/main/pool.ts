import { decode } from '../emitted/codec.js';
import { adapterFailure } from '../failure.js';
import { endKind, type EventBatch } from '../wire/batch.js';
import type { BackendRequest, ExchangeEnd, WorkerConfiguration } from '../wire/command.js';
import { startLocal, startThread, type Host } from './host.js';
import type { Operation } from './operation.js';

/** A worker, seen from outside. */
export interface WorkerStatus {
  /** Undefined while no thread runs: the last one died at once, and the next operation starts another. */
  readonly threadId: number | undefined;
  readonly activeOperations: number;
}

/** A worker that ends sooner than this, without having done anything, is not replaced before it is needed. */
const shortLifeMs = 1_000;

/** The place of one worker: the thread may die and be replaced, the slot stays. */
class Slot {
  readonly active = new Map<number, Operation>();
  readonly #start: () => Host;
  readonly #credits = new Map<number, number>();
  #host: Host | undefined;
  #startedAt = 0;

  constructor(start: (slot: Slot) => Host) {
    this.#start = () => start(this);
    this.open();
  }

  get host(): Host | undefined {
    return this.#host;
  }

  open(): Host {
    if (this.#host === undefined) {
      this.#host = this.#start();
      this.#startedAt = performance.now();
    }
    return this.#host;
  }

  /** Fails the operations of a worker that died, and starts another where that makes sense. */
  died(reason: string, replace: boolean): void {
    this.#host = undefined;
    const lost = [...this.active.values()];
    this.active.clear();
    this.#credits.clear();
    for (const operation of lost)
      operation.fail(adapterFailure(`The worker of the operation died: ${reason}.`));
    if (replace && performance.now() - this.#startedAt > shortLifeMs) this.open();
  }

  add(id: number, operation: Operation): void {
    if (this.active.size === 0) this.#host?.keepAlive(true);
    this.active.set(id, operation);
  }

  remove(id: number): boolean {
    const removed = this.active.delete(id);
    if (removed && this.active.size === 0) this.#host?.keepAlive(false);
    return removed;
  }

  /** Collects grants: one message carries those of all streams of a turn. */
  grant(id: number, credit: number): void {
    if (this.#credits.size === 0) {
      setImmediate(() => {
        this.#postCredits();
      });
    }
    this.#credits.set(id, (this.#credits.get(id) ?? 0) + credit);
  }

  #postCredits(): void {
    if (this.#credits.size === 0) return;
    const streams = [...this.#credits.keys()];
    const credits = [...this.#credits.values()];
    this.#credits.clear();
    this.#host?.post({ kind: 'credit', streams, credits });
  }
}

/** The workers of an adapter, and the streams that each of them carries. */
export class WorkerPool {
  readonly #slots: readonly Slot[];
  readonly #window: number;
  #nextStream = 1;
  #closed = false;

  /**
   * @param workers number of threads; 0 for the main thread
   * @param window credit that a stream starts with, in events
   */
  constructor(configuration: WorkerConfiguration, workers: number, window: number) {
    this.#window = window;
    const start = workers === 0 ? startLocal : startThread;
    const open = (slot: Slot): Host =>
      start(configuration, {
        batch: (batch) => {
          receive(slot, batch);
        },
        died: (reason) => {
          slot.died(reason, !this.#closed);
        },
      });
    this.#slots = Array.from({ length: Math.max(workers, 1) }, () => new Slot(open));
  }

  /** Has the worker with the fewest operations carry out a request. */
  start(operation: Operation, request: BackendRequest): void {
    const slot = this.#slots.reduce((least, next) => (next.active.size < least.active.size ? next : least));
    const stream = this.#nextStream++;
    const host = slot.open();
    slot.add(stream, operation);
    operation.attach({
      grant: (credit) => {
        slot.grant(stream, credit);
      },
      stop: () => {
        if (slot.remove(stream)) slot.host?.post({ kind: 'cancel', stream });
      },
    });
    host.post({ kind: 'start', stream, credit: this.#window, request });
  }

  status(): readonly WorkerStatus[] {
    return this.#slots.map((slot) => ({ threadId: slot.host?.threadId, activeOperations: slot.active.size }));
  }

  /** Ends one worker at once. */
  async terminate(threadId: number): Promise<void> {
    await this.#slots.find((slot) => slot.host?.threadId === threadId)?.host?.terminate();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#slots.map((slot) => slot.host?.close() ?? Promise.resolve()));
  }
}

/** Hands the events of a batch to their operations; entries of streams that are no longer wanted are dropped. */
function receive(slot: Slot, { streams, kinds, numbers, texts }: EventBatch): void {
  for (let entry = 0; entry < streams.length; entry += 1) {
    const stream = streams[entry] ?? 0;
    const operation = slot.active.get(stream);
    if (operation === undefined) continue;
    const kind = kinds[entry] ?? endKind;
    const text = texts[entry] ?? '';
    if (kind === endKind) {
      slot.remove(stream);
      operation.finish(JSON.parse(text) as ExchangeEnd);
    } else operation.receive(decode(kind, numbers[entry] ?? 0, text));
  }
}
