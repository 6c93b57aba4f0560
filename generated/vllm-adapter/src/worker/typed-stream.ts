import type { FailureSignal } from '../emitted/profile.js';
import { errorSignal } from './error-body.js';
import { invalidAnswer, parseText, type StreamReader } from './stream-reader.js';

/** What an event does to its stream: nothing, its end, or a failure. */
export type TypedOutcome = 'complete' | FailureSignal | undefined;

/** What is made of one event; kinds of events that the mapping does not name are left alone. */
export type TypedMapping = (type: string, event: object) => TypedOutcome;

/** Reads a stream whose events say what they are in `type`, and that ends with its final event. */
export function readTypedStream(mapping: TypedMapping): StreamReader {
  return {
    read(data) {
      // Some servers close every kind of stream with it.
      if (data === '[DONE]')
        return invalidAnswer('The stream of the backend stopped before its final event.');
      const parsed = parseText(data);
      if (parsed === undefined) return invalidAnswer('The backend sent an event that is not JSON.');
      const { value } = parsed;
      if (typeof value !== 'object' || value === null) {
        return invalidAnswer('The backend sent an event that is not an object.');
      }
      const type = 'type' in value && typeof value.type === 'string' ? value.type : '';
      return mapping(type, value) ?? (type === '' ? errorSignal(value, 'stream', 0) : undefined);
    },
  };
}

/** The error that a final event states: in its response, inside `error`, or at its top. */
export function statedFailure(event: object): FailureSignal {
  const response = 'response' in event ? event.response : undefined;
  return (
    errorSignal(response, 'stream', 0) ??
    errorSignal(event, 'stream', 0) ??
    errorSignal({ error: event }, 'stream', 0) ??
    invalidAnswer('The backend ended the stream with an error that says nothing.')
  );
}
