import { createSseDecoder, type FailureSignal, type SseItem } from '../emitted/profile.js';
import { nextAttempt } from '../emitted/attempts.js';
import { withMetadata } from '../emitted/events.js';
import { operationReaders } from '../emitted/readers.js';
import type { BackendRequest, ExchangeEnd, ExchangeFacts } from '../wire/command.js';
import { connectionFailure, type BackendClient } from './client.js';
import type { CreditGate } from './credit-gate.js';
import { errorSignal, httpFailure } from './error-body.js';
import {
  excerpt,
  invalidAnswer,
  parseText,
  type Emit,
  type ReaderContext,
  type StreamReader,
} from './stream-reader.js';

/** The most bytes of a plain answer or of an error that are read. */
const maxPlainBytes = 256 * 1024 * 1024;
const maxErrorBytes = 1024 * 1024;
/** How long a body may go on after its last event before its connection is given up. */
const drainMs = 1_000;

/** What one operation needs to talk to the backend. */
export interface ExchangeContext {
  readonly client: BackendClient;
  readonly gate: CreditGate;
  readonly abort: AbortController;
  readonly emit: Emit;
}

type Answer = Awaited<ReturnType<BackendClient['send']>>;

/**
 * Carries out one operation: sends the request, makes events of the answer, and says how it ended. Never
 * rejects: what goes wrong is the failure of the end. Sends a request again only where the request allows it.
 */
export async function exchange(request: BackendRequest, context: ExchangeContext): Promise<ExchangeEnd> {
  const facts: ExchangeFacts = { sentAt: now(), status: 0, retries: [], pauses: 0 };
  let attempt = request;
  for (;;) {
    const failure = await sendOnce(attempt, context, facts);
    const next = failure === undefined ? undefined : nextAttempt(request, attempt, failure);
    if (next === undefined) return { failure, facts };
    attempt = next.request;
    facts.retries.push(next.reason);
  }
}

async function sendOnce(
  request: BackendRequest,
  context: ExchangeContext,
  facts: ExchangeFacts,
): Promise<FailureSignal | undefined> {
  try {
    const answer = await context.client.send(request, context.abort.signal);
    facts.status = answer.statusCode;
    if (answer.statusCode >= 400) {
      return httpFailure(answer.statusCode, (await readText(answer, maxErrorBytes)).text);
    }
    const type = answer.headers['content-type'];
    const isStream = typeof type === 'string' && type.startsWith('text/event-stream');
    if (request.stream && isStream) return await readStream(answer, request, context, facts);
    return await readPlain(answer, request, context, facts);
  } catch (error) {
    return connectionFailure(error);
  }
}

async function readPlain(
  answer: Answer,
  request: BackendRequest,
  context: ExchangeContext,
  facts: ExchangeFacts,
): Promise<FailureSignal | undefined> {
  const { text, whole } = await readText(answer, maxPlainBytes);
  if (!whole) return invalidAnswer(`The backend sent a body of more than ${String(maxPlainBytes)} bytes.`);
  const parsed = parseText(text);
  if (parsed === undefined) {
    return invalidAnswer(`The backend answered with text that is not JSON: ${excerpt(text)}`);
  }
  const stated = errorSignal(parsed.value, 'http', answer.statusCode);
  if (stated !== undefined) return stated;
  const { plain } = operationReaders[request.operation];
  if (request.stream || plain === undefined) {
    return invalidAnswer('The backend answered with a plain body where events were asked for.');
  }
  return plain(parsed.value, readerContext(request, context, facts));
}

async function readStream(
  answer: Answer,
  request: BackendRequest,
  context: ExchangeContext,
  facts: ExchangeFacts,
): Promise<FailureSignal | undefined> {
  const reader = operationReaders[request.operation].stream?.(readerContext(request, context, facts));
  if (reader === undefined)
    return invalidAnswer('The backend answered with events where none were asked for.');
  const items: SseItem[] = [];
  const decoder = createSseDecoder((item) => items.push(item));
  const body = (answer.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  for (;;) {
    const next = await body.next();
    if (next.done === true) return invalidAnswer('The stream of the backend stopped before its end.');
    decoder.push(next.value);
    const outcome = await readItems(items, reader, context, facts);
    if (outcome === undefined) continue;
    void drain(body, context.abort);
    return outcome === 'complete' ? undefined : outcome;
  }
}

/** Reads what is left after the last event, so that the connection can serve the next request. */
async function drain(body: AsyncIterator<Uint8Array>, abort: AbortController): Promise<void> {
  const timer = setTimeout(() => {
    abort.abort();
  }, drainMs);
  try {
    while ((await body.next()).done !== true);
  } catch {
    // The operation has its outcome; the connection is gone, and the client opens another.
  } finally {
    clearTimeout(timer);
  }
}

/** Reads what one piece of the body brought, waiting wherever the consumer has no credit left. */
async function readItems(
  items: SseItem[],
  reader: StreamReader,
  { gate, abort }: ExchangeContext,
  facts: ExchangeFacts,
): Promise<'complete' | FailureSignal | undefined> {
  for (const item of items.splice(0)) {
    if (item.kind === 'too_large') {
      return invalidAnswer(`The backend sent an event of ${String(item.bytes)} bytes.`);
    }
    if (item.kind !== 'event') continue;
    if (gate.exhausted) {
      facts.pauses += 1;
      await gate.wait();
    }
    // Nobody wants what is left; the body is about to be aborted.
    if (abort.signal.aborted) return undefined;
    const outcome = reader.read(item.data);
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

function readerContext(
  request: BackendRequest,
  { emit, gate }: ExchangeContext,
  facts: ExchangeFacts,
): ReaderContext {
  return {
    facts,
    attachChunks: request.attachChunks,
    emit: (event) => {
      gate.take();
      emit(
        request.completionMetadata === undefined ? event : withMetadata(event, request.completionMetadata),
      );
    },
  };
}

/** The text of a body, up to a limit; what is longer is given up. */
async function readText(
  { body }: Answer,
  limit: number,
): Promise<{ readonly text: string; readonly whole: boolean }> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    length += piece.length;
    if (length > limit) break;
  }
  return { text: Buffer.concat(pieces).toString('utf8'), whole: length <= limit };
}

/** Unix time in milliseconds with fractions, the same clock in every thread. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
