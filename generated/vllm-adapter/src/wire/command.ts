import type { FailureSignal, Usage } from '../emitted/profile.js';
import type { OperationName } from '../emitted/operations.js';

/** One HTTP request to the backend, ready to be sent. Plain data: it crosses to another thread. */
export interface BackendRequest {
  readonly operation: OperationName;
  readonly method: 'GET' | 'POST';
  /** Path and query below the base URL, `/v1/chat/completions`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; undefined for a request without a body. */
  readonly body: string | undefined;
  /** Whether the answer is wanted as server-sent events. */
  readonly stream: boolean;
  /** Whether every event carries the chunk that it was made from. */
  readonly attachChunks: boolean;
  /** Whether a refused tool choice may be answered with another request. */
  readonly toolChoiceFallback: boolean;
  /** Added to the metadata of the completed body. */
  readonly completionMetadata?: Readonly<Record<string, string>>;
}

/** What the main thread tells a worker. */
export type Command =
  | {
      readonly kind: 'start';
      readonly stream: number;
      readonly credit: number;
      readonly request: BackendRequest;
    }
  /** Parallel arrays: `credits[i]` more events of `streams[i]` are wanted. */
  | { readonly kind: 'credit'; readonly streams: readonly number[]; readonly credits: readonly number[] }
  | { readonly kind: 'cancel'; readonly stream: number }
  | { readonly kind: 'close' };

/** How an exchange with the backend ended; the last thing that a worker says of a stream. */
export interface ExchangeEnd {
  /** Undefined when the answer was complete. */
  readonly failure: FailureSignal | undefined;
  readonly facts: ExchangeFacts;
}

/** What was learned of an operation on the way. */
export interface ExchangeFacts {
  /** Unix time in milliseconds, with fractions, when the request was handed to the HTTP client. */
  sentAt: number;
  /** HTTP status of the answer; 0 when there was none. */
  status: number;
  /** Id that the backend gave to the answer. */
  backendId?: string;
  /** The model that answered, in the backend's words. */
  model?: string;
  usage?: Usage;
  /** Why the request was sent again, once for each time. */
  retries: string[];
  /** How often the consumer made the worker wait. */
  pauses: number;
}

/** What a worker needs to know once. */
export interface WorkerConfiguration {
  /** Origin and base path of the backend, without a slash at the end. */
  readonly baseUrl: string;
  readonly connectTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly lingerMs: number;
  /** Heap of the thread in MiB; undefined for what Node gives it. */
  readonly maxWorkerMemoryMb: number | undefined;
}
