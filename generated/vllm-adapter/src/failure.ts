import type { ErrorBody, FailureSignal } from './emitted/profile.js';
import { classifyFailure } from './emitted/failures.js';

/** The error body of a failure: type and code from the table of backend errors, the rest as it was said. */
export function errorBody(signal: FailureSignal): ErrorBody {
  const { type, code } = classifyFailure(signal);
  return {
    type,
    code,
    message: signal.message === '' ? 'The backend gave no reason.' : signal.message,
    ...(signal.param === '' ? {} : { param: signal.param }),
  };
}

/** A failure of the adapter itself, such as a worker that died or a hook that threw. */
export function adapterFailure(message: string): FailureSignal {
  return { source: 'worker', status: 0, type: '', param: '', message };
}

/** A failure of what the client sent, found before anything was sent on. */
export function envelopeFailure(param: string, message: string): FailureSignal {
  return { source: 'envelope', status: 0, type: '', param, message };
}
