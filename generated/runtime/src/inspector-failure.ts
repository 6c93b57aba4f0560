import type { Failure } from './inspector-state.js';
import { describe } from './issue.js';
import { isObject, own } from './validation.js';

/** The most characters of a failure that is no message, but text. */
const maxText = 1000;

/**
 * What a message says of the server's failure: an object or a text under `error`, or the message itself.
 *
 * @param otherwise what is said of a message that says nothing
 */
export function failureOf(message: unknown, otherwise = describe(message)): Failure {
  const body = isObject(message) ? own(message, 'error') : undefined;
  if (typeof body === 'string') return { message: body };
  const error = isObject(body) ? body : message;
  if (!isObject(error)) return { message: otherwise };
  const text = own(error, 'message');
  const type = own(error, 'type');
  const code = own(error, 'code');
  if (typeof text !== 'string') return { message: otherwise };
  return {
    message: text,
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
  };
}

/** What a text says of it: JSON of an error, also behind a field name of its own (`error: {...}`), or words. */
export function failureOfText(text: string): Failure {
  const words = text.slice(0, maxText);
  try {
    return failureOf(JSON.parse(text.replace(/^[a-z]+:/, '')), words);
  } catch {
    return { message: words };
  }
}
