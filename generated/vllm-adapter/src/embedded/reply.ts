/** What the embedded backend answers: a whole body, or the events of a stream. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Written one after the other; for a stream, one piece is one server-sent event. */
  readonly pieces: Iterable<string>;
  /** Time before each piece, in milliseconds. */
  readonly delayMs: number;
}

/** A request as the embedded backend got it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body as JSON; undefined when it has none, or is not JSON. */
  readonly body: unknown;
}

export function jsonReply(status: number, body: unknown): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    pieces: [JSON.stringify(body)],
    delayMs: 0,
  };
}

export function eventsReply(pieces: Iterable<string>, delayMs: number): Reply {
  return { status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8' }, pieces, delayMs };
}

/** An error in the form that vLLM gives it. */
export function errorReply(
  status: number,
  type: string,
  message: string,
  param: string | null = null,
): Reply {
  return jsonReply(status, { error: { message, type, param, code: status } });
}

/** One event of a chat stream. */
export function dataFrame(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

export const doneFrame = 'data: [DONE]\n\n';

/** The data of an event that says what it is. */
export interface NamedEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** One event of a stream whose events have names. */
export function namedFrame(value: NamedEvent): string {
  return `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
}
