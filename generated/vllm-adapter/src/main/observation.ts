import type { Usage } from '../emitted/profile.js';

/** What the adapter saw of one operation. Times are in milliseconds. */
export interface Observation {
  readonly requestId: string;
  readonly operation: string;
  /** The model that answered, or else the one that was asked for. */
  readonly model: string | undefined;
  /** Id that the backend gave to its answer. */
  readonly backendId: string | undefined;
  readonly outcome: 'completed' | 'failed' | 'cancelled';
  /** From the submission until the request was handed to the HTTP client; undefined when nothing was sent. */
  readonly queueDelayMs: number | undefined;
  /** From the submission until the first event was there; undefined when the operation gave none. */
  readonly firstEventLatencyMs: number | undefined;
  readonly durationMs: number;
  /** Events that were delivered, the last one included. */
  readonly eventCount: number;
  /** Type and code of the error that ended the operation. */
  readonly errorFamily: string | undefined;
  readonly errorCode: string | undefined;
  readonly cancelReason: string | undefined;
  readonly usage: Usage | undefined;
  /** HTTP status of the backend's answer; undefined when it gave none. */
  readonly backendStatus: number | undefined;
  /** Why the request was sent again, once for each time. */
  readonly retries: readonly string[];
  /** How often the consumer made the worker wait. */
  readonly pauses: number;
}
