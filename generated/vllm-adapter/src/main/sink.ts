import type { ProfileEvent } from '../emitted/profile.js';

/** Where a transport takes the events of an operation: an NNRP session, a pipe, a test. */
export interface ResultSink {
  /**
   * Takes the next event. A promise holds the next one back until it resolves, and with it the backend. A sink
   * that throws or rejects has lost its client: the operation is cancelled and it gets nothing more.
   */
  push(event: ProfileEvent): void | Promise<void>;
}
