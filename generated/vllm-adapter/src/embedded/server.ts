import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { stepsOf, type Fault, type Step } from './faults.js';
import { jsonReply, type ReceivedRequest, type Reply } from './reply.js';

/** What the embedded backend has seen and is doing. */
export interface EmbeddedStatus {
  readonly requests: number;
  /** Answers that are being written. */
  readonly active: number;
  /** Answers that wait for the client to read. */
  readonly paused: number;
  /** Answers whose client went away before they were whole. */
  readonly abandoned: number;
  readonly connections: number;
  /** Bytes of bodies that were written. */
  readonly bytes: number;
}

/** A vLLM-compatible HTTP server of this process, on a port of the loopback interface. */
export interface EmbeddedBackend {
  readonly url: string;
  status(): EmbeddedStatus;
  /** Ends it at once, with every connection. */
  close(): Promise<void>;
}

/** What an embedded backend does with a request. */
export interface Behaviour {
  readonly answer: (request: ReceivedRequest) => Reply;
  /** The fault to put into the answer, if any. */
  readonly fault: (request: ReceivedRequest) => Fault | undefined;
}

/** Starts a server for a behaviour. */
export async function startServer(behaviour: Behaviour, port: number): Promise<EmbeddedBackend> {
  const counts = { requests: 0, active: 0, paused: 0, abandoned: 0, bytes: 0 };
  const server = createServer((incoming, response) => {
    counts.requests += 1;
    counts.active += 1;
    void serve(incoming, response, behaviour, counts).finally(() => {
      counts.active -= 1;
    });
  });
  const sockets = new Set<object>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    status: () => ({ ...counts, connections: sockets.size }),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

type Counts = Record<'paused' | 'abandoned' | 'bytes', number>;

async function serve(
  incoming: IncomingMessage,
  response: ServerResponse,
  behaviour: Behaviour,
  counts: Counts,
): Promise<void> {
  const gone = once(response, 'close');
  try {
    const request = await receive(incoming);
    const fault = behaviour.fault(request);
    if (fault?.kind === 'silence') {
      await gone;
    } else if (fault?.kind === 'status') {
      response.writeHead(fault.status, { 'content-type': 'text/plain' }).end(fault.text);
    } else {
      const reply = answer(request, behaviour);
      response.writeHead(reply.status, reply.headers);
      await writeSteps(stepsOf(reply.pieces, reply.delayMs, fault), response, gone, counts);
    }
  } catch {
    // The client broke off while its request was read; there is nobody to answer.
    response.destroy();
  }
  if (!response.writableFinished && response.destroyed) counts.abandoned += 1;
}

/** A fault of a script is an answer too: a server that dies of it would hide what a test looks for. */
function answer(request: ReceivedRequest, behaviour: Behaviour): Reply {
  try {
    return behaviour.answer(request);
  } catch (error) {
    return jsonReply(500, {
      error: { message: String(error), type: 'InternalServerError', param: null, code: 500 },
    });
  }
}

async function writeSteps(
  steps: Iterable<Step>,
  response: ServerResponse,
  gone: Promise<unknown>,
  counts: Counts,
): Promise<void> {
  for (const step of steps) {
    if (response.destroyed) return;
    if (step.kind === 'cut') {
      // What was written before the cut is to arrive.
      await nextTurn();
      response.destroy();
      return;
    }
    if (step.kind === 'stall') {
      await gone;
      return;
    }
    if (step.delayMs > 0) await Promise.race([sleep(step.delayMs), gone]);
    counts.bytes += step.bytes.length;
    if (!response.write(step.bytes)) {
      counts.paused += 1;
      await Promise.race([once(response, 'drain'), gone]);
      counts.paused -= 1;
    } else await nextTurn();
  }
  response.end();
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString('utf8');
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: Object.fromEntries(headers),
    text,
    body: parse(text),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
