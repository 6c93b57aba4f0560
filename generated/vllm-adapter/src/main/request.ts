import { operations, type OperationName } from '../emitted/operations.js';
import { rewriteBody, type BodyOptions } from '../emitted/request-options.js';
import type { FailureSignal, RequestEnvelope } from '../emitted/profile.js';
import { envelopeFailure } from '../failure.js';
import type { BackendRequest } from '../wire/command.js';
import { wellFormed, without, type RequestBody } from './body.js';
import type { AdapterOptions } from './options.js';

/** What of the options decides on the requests. */
export type RequestOptions = Pick<AdapterOptions, 'apiKey' | 'attachChunks'> & BodyOptions;

/**
 * The HTTP request of an envelope. The body is the client's, except for what an option asks for, the usage of
 * a stream that is asked for in any case, and `nnrp`, which is never sent on.
 */
export function backendRequest(
  envelope: RequestEnvelope,
  operation: OperationName,
  stream: boolean,
  requestId: string,
  options: RequestOptions,
): BackendRequest | FailureSignal {
  const { method, path, asksUsage, toolChoice } = operations[operation];
  const rewritten = rewriteBody(operation, without(envelope.body as RequestBody, 'nnrp'), options);
  if ('failure' in rewritten) return rewritten.failure;
  const text =
    method === 'GET'
      ? undefined
      : serialize(stream && asksUsage ? withUsage(rewritten.body) : rewritten.body);
  if (typeof text === 'object') return text;
  return {
    operation,
    method,
    path,
    headers: headers(requestId, text !== undefined, options.apiKey),
    body: text,
    stream,
    attachChunks: options.attachChunks === true,
    toolChoiceFallback: toolChoice && retriesToolChoice(options),
  };
}

/** An adapter without tools has no such option. */
function retriesToolChoice(options: BodyOptions): boolean {
  return 'toolChoiceFallback' in options && options.toolChoiceFallback === true;
}

/** The usage belongs to every result of the profile; only a client that says no goes without. */
function withUsage(body: RequestBody): RequestBody {
  const stated = body['stream_options'];
  const options = typeof stated === 'object' && stated !== null ? stated : {};
  return { ...body, stream_options: { include_usage: true, ...options } };
}

function serialize(body: RequestBody): string | FailureSignal {
  try {
    return JSON.stringify(body);
  } catch (error) {
    return envelopeFailure('body', `The body cannot be written as JSON: ${String(error)}`);
  }
}

function headers(requestId: string, hasBody: boolean, apiKey: string | undefined): Record<string, string> {
  return {
    accept: 'application/json, text/event-stream',
    'x-request-id': headerText(requestId),
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
}

/** A header holds visible ASCII only; any other text travels percent-encoded. */
function headerText(text: string): string {
  return /^[\x21-\x7e]+$/.test(text) ? text : encodeURIComponent(wellFormed(text));
}
