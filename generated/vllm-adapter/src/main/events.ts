import type { ProfileEvent } from '../emitted/profile.js';
import type { Operation } from './operation.js';

/** The events of one operation as an async iterator; leaving it early gives the operation up. */
export class OperationEvents implements AsyncIterableIterator<ProfileEvent> {
  readonly #operation: Operation;

  constructor(operation: Operation) {
    this.#operation = operation;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<ProfileEvent, undefined>> {
    const event = this.#operation.poll();
    if (event !== undefined) return Promise.resolve({ value: event, done: false });
    if (this.#operation.ended) return Promise.resolve({ value: undefined, done: true });
    return this.#operation.ready().then(() => this.next());
  }

  return(): Promise<IteratorResult<ProfileEvent, undefined>> {
    this.#operation.abandon('client_cancelled');
    return Promise.resolve({ value: undefined, done: true });
  }

  throw(error: unknown): Promise<IteratorResult<ProfileEvent, undefined>> {
    this.#operation.abandon('client_cancelled');
    return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
}
