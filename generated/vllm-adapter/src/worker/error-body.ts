import type { FailureSignal } from '../emitted/profile.js';
import { excerpt, parseText } from './stream-reader.js';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The error that a value of the backend states, whatever way it says it, or undefined when it states none:
 * `{"error": {…}}` and `{"error": "…"}`, the same with its fields at the top (`object` is `error`) and, with an
 * error status only, `{"detail": …}`.
 *
 * @param source where it was seen: in an answer, or in an event of a stream
 * @param status HTTP status of the answer; the `code` of the error object counts where that is a success
 */
export function errorSignal(
  value: unknown,
  source: 'http' | 'stream',
  status: number,
): FailureSignal | undefined {
  if (!isObject(value)) return undefined;
  if (value['object'] === 'error') return fromObject(value, source, status);
  const error = Object.hasOwn(value, 'error') ? value['error'] : undefined;
  if (isObject(error)) return fromObject(error, source, status);
  if (typeof error === 'string' && error !== '') return signal(source, status, '', '', error);
  if (status < 400) return undefined;
  const detail = value['detail'];
  if (detail === undefined) return undefined;
  return signal(
    source,
    status,
    '',
    '',
    typeof detail === 'string' ? detail : excerpt(JSON.stringify(detail)),
  );
}

/** What the body of an answer with an error status says; a body that says nothing leaves the status to speak. */
export function httpFailure(status: number, body: string): FailureSignal {
  const parsed = parseText(body);
  const stated = parsed === undefined ? undefined : errorSignal(parsed.value, 'http', status);
  if (stated !== undefined) return stated;
  const said = excerpt(body);
  const answered = `The backend answered with status ${String(status)}`;
  return signal('http', status, '', '', said === '' ? `${answered}.` : `${answered}: ${said}`);
}

function fromObject(error: JsonObject, source: 'http' | 'stream', status: number): FailureSignal {
  const code = error['code'];
  return signal(
    source,
    status >= 400 ? status : typeof code === 'number' && Number.isInteger(code) && code >= 0 ? code : 0,
    text(error['type']),
    text(error['param']),
    text(error['message']),
  );
}

function signal(
  source: 'http' | 'stream',
  status: number,
  type: string,
  param: string,
  message: string,
): FailureSignal {
  return { source, status, type, param, message };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
