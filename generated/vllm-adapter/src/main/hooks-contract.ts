import type { ProfileEvent, RequestEnvelope } from '../emitted/profile.js';
import type { BackendRequest } from '../wire/command.js';
import type { Observation } from './observation.js';

/** What an application may do at three points of every operation. All of it runs on the main thread. */
export interface AdapterHooks {
  /**
   * Sees a request before it is sent, and may give another in its place, for example with a header of its own.
   * A hook that throws ends the operation with an error.
   */
  onRequest?(request: BackendRequest, envelope: RequestEnvelope): BackendRequest | Promise<BackendRequest>;
  /** Sees every event as it is delivered, in order. */
  onEvent?(event: ProfileEvent, envelope: RequestEnvelope): void;
  /** Gets one record of every operation, when it has ended. */
  onObservation?(observation: Observation): void;
}
