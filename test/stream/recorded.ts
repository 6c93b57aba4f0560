import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface NamedStream {
  readonly name: string;
  readonly body: string;
}

interface Exchange {
  readonly name: string;
  readonly request: { readonly path: string };
  readonly response: { readonly headers: Readonly<Record<string, string>>; readonly body: string };
}

function lines(path: string): readonly unknown[] {
  const file = join(import.meta.dirname, '../fixtures', path);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

function isEventStream({ headers }: Exchange['response']): boolean {
  return Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === 'content-type' && value.startsWith('text/event-stream'),
  );
}

/** Every chat stream that was recorded from a real vLLM 0.32, in five server modes. */
export const recordedStreams = ['chat', 'plain', 'embed', 'auth', 'faults']
  .flatMap((mode) => lines(`vllm/recorded/${mode}.jsonl`) as readonly Exchange[])
  .filter(({ request, response }) => request.path === '/v1/chat/completions' && isEventStream(response))
  .map(({ name, response }): NamedStream => ({ name, body: response.body }));

/** Written streams for what 0.32 does not show. */
export const goldenStreams = (
  lines('vllm/golden-streams.jsonl') as readonly { readonly id: string; readonly sse: string }[]
).map(({ id, sse }): NamedStream => ({ name: id, body: sse }));

/** A fault that was seen in public: what the server sent, and what is to be made of it. */
export interface Fault {
  readonly id: string;
  readonly kind: string;
  readonly sse?: string;
  readonly chunks_b64?: readonly string[];
  readonly http?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

export const faults = lines('faults/stream-faults.jsonl') as readonly Fault[];
