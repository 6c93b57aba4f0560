import { isDeepStrictEqual } from 'node:util';
import { jsonReply, type ReceivedRequest, type Reply } from './reply.js';

/** One exchange with a server, as it was recorded. */
export interface RecordedExchange {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** The body as it came, events and all. */
    readonly body: string;
  };
}

/** Headers that the HTTP server makes itself. */
const framing: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'connection', 'date']);

/**
 * Answers with recorded exchanges, byte for byte. A request names its exchange with the header
 * `X-Request-Id`; one that names none gets the first exchange with its method, path and body.
 */
export function replay(exchanges: readonly RecordedExchange[]): (request: ReceivedRequest) => Reply {
  const byName = new Map(exchanges.map((exchange) => [exchange.name, exchange]));
  const pieces = new Map(exchanges.map((exchange) => [exchange, events(exchange.response.body)]));
  return (request) => {
    const exchange =
      byName.get(request.headers['x-request-id'] ?? '') ??
      exchanges.find(
        (candidate) =>
          candidate.request.method === request.method &&
          candidate.request.path === request.path &&
          isDeepStrictEqual(candidate.request.body ?? undefined, request.body),
      );
    if (exchange === undefined) return jsonReply(404, { detail: 'No such exchange was recorded' });
    const { status, headers } = exchange.response;
    return {
      status,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !framing.has(name))),
      pieces: pieces.get(exchange) ?? [],
      delayMs: 0,
    };
  };
}

/** The body cut after every event, or whole when it has none. */
function events(body: string): readonly string[] {
  const pieces: string[] = [];
  for (let from = 0; from < body.length;) {
    const end = body.indexOf('\n\n', from);
    const to = end === -1 ? body.length : end + 2;
    pieces.push(body.slice(from, to));
    from = to;
  }
  return pieces;
}
