import type { AdapterHooks } from './main/hooks-contract.js';

/**
 * What this application does at three points of every operation. profilegen writes this file once and never
 * again; it is yours. What a hook gets and may do is said in `main/hooks-contract.ts`.
 */
export const hooks: AdapterHooks = {
  onRequest(request) {
    return request;
  },

  onEvent() {
    // Nothing to do for an event.
  },

  onObservation() {
    // Nothing to do for a finished operation.
  },
};
