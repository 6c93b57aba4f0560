import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedExchange } from './package.js';

const folder = join(import.meta.dirname, '../../fixtures/vllm');

function lines(path: string): unknown[] {
  return readFileSync(join(folder, path), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

/** Every recorded exchange with a real vLLM 0.32, in five server modes. */
export const recorded = ['chat', 'plain', 'embed', 'auth', 'faults'].flatMap(
  (mode) => lines(`recorded/${mode}.jsonl`) as RecordedExchange[],
);

/** Written streams for what 0.32 does not show, as exchanges. */
export const golden = (lines('golden-streams.jsonl') as { id: string; sse: string }[]).map(
  ({ id, sse }): RecordedExchange => ({
    name: id,
    request: { method: 'POST', path: '/v1/chat/completions', body: { stream: true } },
    response: { status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8' }, body: sse },
  }),
);

/** The data of every server-sent event of a body, by the simplest reading: vLLM writes one `data:` line for each. */
export function dataOf(body: string): string[] {
  return body.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice('data: '.length)] : []));
}
