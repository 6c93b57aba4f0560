import { modelNames, routes, scenarios } from '../emitted/embedded-world.js';
import type { Fault } from './faults.js';
import { replay, type RecordedExchange } from './replay.js';
import { jsonReply, type ReceivedRequest, type Reply } from './reply.js';
import type { Scenario, World } from './scenario.js';
import { startServer, type EmbeddedBackend } from './server.js';

export interface EmbeddedOptions {
  /** Port of the loopback interface; default: one that is free. */
  readonly port?: number;
  /** Token that requests must bear; default: none. */
  readonly apiKey?: string;
  /** Answers before those of the specification. */
  readonly scenarios?: readonly Scenario[];
  /** Models beside those of the specification. */
  readonly models?: readonly string[];
  /** Time before each token, in milliseconds; default 0. */
  readonly tokenDelayMs?: number;
  /** Whether tools can be called; default true. */
  readonly toolParser?: boolean;
  /** Replays these in place of answering from scenarios. */
  readonly exchanges?: readonly RecordedExchange[];
  /** Chooses what goes wrong with the answer to a request. */
  readonly fault?: (request: ReceivedRequest) => Fault | undefined;
}

/** Starts a scripted server that speaks as vLLM does: for tests, for a demonstration, for trying things out. */
export function startEmbeddedBackend(options: EmbeddedOptions = {}): Promise<EmbeddedBackend> {
  const world: World = {
    models: [...modelNames, ...(options.models ?? [])],
    scenarios: [...(options.scenarios ?? []), ...scenarios],
    tokenDelayMs: options.tokenDelayMs ?? 0,
    toolParser: options.toolParser ?? true,
  };
  const answer = options.exchanges === undefined ? routed(world) : replay(options.exchanges);
  const { apiKey } = options;
  return startServer(
    {
      answer: apiKey === undefined ? answer : authorized(apiKey, answer),
      fault: options.fault ?? (() => undefined),
    },
    options.port ?? 0,
  );
}

type Answer = (request: ReceivedRequest) => Reply;

function routed(world: World): Answer {
  return (request) => {
    if (request.path === '/health') return { status: 200, headers: {}, pieces: [], delayMs: 0 };
    const route = routes.find(({ path }) => path === request.path);
    if (route === undefined) return jsonReply(404, { detail: 'Not Found' });
    if (route.method !== request.method) return jsonReply(405, { detail: 'Method Not Allowed' });
    return route.reply(request, world);
  };
}

function authorized(apiKey: string, answer: Answer): Answer {
  return (request) =>
    request.headers['authorization'] === `Bearer ${apiKey}`
      ? answer(request)
      : jsonReply(401, { error: 'Unauthorized' });
}
