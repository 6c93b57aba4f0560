import type { AdapterEvent } from '../emitted/operations.js';
import type { Operation } from './operation.js';

/** The events of one operation as an async iterator; leaving it early gives the operation up. */
export class OperationEvents implements AsyncIterableIterator<AdapterEvent> {
  readonly #operation: Operation;

  constructor(operation: Operation) {
    this.#operation = operation;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<AdapterEvent, undefined>> {
    const event = this.#operation.poll();
    // No reader of this adapter makes events of any other type.
    if (event !== undefined) return Promise.resolve({ value: event as AdapterEvent, done: false });
    if (this.#operation.ended) return Promise.resolve({ value: undefined, done: true });
    return this.#operation.ready().then(() => this.next());
  }

  return(): Promise<IteratorResult<AdapterEvent, undefined>> {
    this.#operation.abandon('client_cancelled');
    return Promise.resolve({ value: undefined, done: true });
  }

  throw(error: unknown): Promise<IteratorResult<AdapterEvent, undefined>> {
    this.#operation.abandon('client_cancelled');
    return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
}
