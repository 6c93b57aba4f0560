import { encode } from '../emitted/codec.js';
import { BatchWriter, endKind, type EventBatch } from '../wire/batch.js';
import type { BackendRequest, Command, ExchangeEnd, WorkerConfiguration } from '../wire/command.js';
import { BackendClient } from './client.js';
import { CreditGate } from './credit-gate.js';
import { exchange } from './exchange.js';

interface OpenStream {
  readonly gate: CreditGate;
  readonly abort: AbortController;
}

/**
 * The working half of the adapter: holds the connections to the backend and makes events of what comes back.
 * Runs in a worker thread, or on the main thread when there are no workers; it is the same code.
 */
export class Engine {
  readonly #client: BackendClient;
  readonly #writer: BatchWriter;
  readonly #streams = new Map<number, OpenStream>();

  constructor(configuration: WorkerConfiguration, post: (batch: EventBatch) => void) {
    this.#client = new BackendClient(configuration);
    this.#writer = new BatchWriter(post, configuration.lingerMs);
  }

  /** Carries out a command; `close` resolves when every connection has ended. */
  async handle(command: Command): Promise<void> {
    switch (command.kind) {
      case 'start':
        await this.#start(command.stream, command.credit, command.request);
        return;
      case 'credit':
        for (const [index, stream] of command.streams.entries()) {
          this.#streams.get(stream)?.gate.grant(command.credits[index] ?? 0);
        }
        return;
      case 'cancel':
        this.#cancel(command.stream);
        return;
      case 'close':
        for (const stream of [...this.#streams.keys()]) this.#cancel(stream);
        await this.#client.close();
    }
  }

  async #start(stream: number, credit: number, request: BackendRequest): Promise<void> {
    const open: OpenStream = { gate: new CreditGate(credit), abort: new AbortController() };
    this.#streams.set(stream, open);
    const end = await exchange(request, {
      ...open,
      client: this.#client,
      emit: (event) => {
        encode(event, (kind, number, text) => {
          this.#writer.add(stream, kind, number, text);
        });
      },
    });
    // After a cancellation nobody waits for the end.
    if (this.#streams.delete(stream)) this.#end(stream, end);
  }

  #end(stream: number, end: ExchangeEnd): void {
    this.#writer.add(stream, endKind, 0, JSON.stringify(end));
  }

  #cancel(stream: number): void {
    const open = this.#streams.get(stream);
    if (open === undefined) return;
    this.#streams.delete(stream);
    open.abort.abort();
    open.gate.release();
  }
}
