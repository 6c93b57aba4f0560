import { Agent, type Dispatcher } from 'undici';
import type { FailureSignal } from '../emitted/profile.js';
import type { BackendRequest, WorkerConfiguration } from '../wire/command.js';

/** The HTTP connections of one worker. */
export class BackendClient {
  readonly #baseUrl: string;
  readonly #agent: Agent;

  constructor({ baseUrl, connectTimeoutMs, idleTimeoutMs }: WorkerConfiguration) {
    this.#baseUrl = baseUrl;
    this.#agent = new Agent({
      // Every stream needs a connection of its own while it lasts.
      connections: null,
      pipelining: 1,
      connect: { timeout: connectTimeoutMs },
      headersTimeout: idleTimeoutMs,
      bodyTimeout: idleTimeoutMs,
    });
  }

  /** Sends a request; rejects when no answer begins. An error status is an answer. */
  send(request: BackendRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    return this.#agent.request({
      origin: new URL(this.#baseUrl).origin,
      path: new URL(this.#baseUrl).pathname.replace(/\/$/, '') + request.path,
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
      signal,
    });
  }

  /** Ends all connections, also those in use. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

/** The failure of a connection that could not be made, or that went away before the answer was whole. */
export function connectionFailure(error: unknown): FailureSignal {
  return {
    source: 'connection',
    status: 0,
    type: codeOf(error),
    param: '',
    message: `The backend could not be reached or went away: ${describe(error)}.`,
  };
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Node groups the failures of several addresses in one error without a message of its own. */
function describe(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describe).join('; ');
  if (!(error instanceof Error)) return String(error);
  return (error.message || codeOf(error) || error.name).replace(/\.$/, '');
}
