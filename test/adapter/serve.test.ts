import { once } from 'node:events';
import { expect, test } from 'vitest';
import { breaches } from './support/check-events.js';
import { linesOf, outputLines, runCommand, startCommand, type OutputLine } from './support/command.js';
import type { ProfileEvent } from './support/package.js';
import { chat, envelope, startBackend, textOf, until } from './support/run.js';

const long = [
  {
    operation: 'chat.completions.create',
    prompt: 'Long.',
    answer: { text: 'word '.repeat(2000), tokenDelayMs: 2 },
  },
];

function byRequest(lines: readonly OutputLine[]): Map<string | null, ProfileEvent[]> {
  const events = new Map<string | null, ProfileEvent[]>();
  for (const { request_id: id, event } of lines) events.set(id, [...(events.get(id) ?? []), event]);
  return events;
}

test('many operations at once, each under its own id; the end of the input drains and exits 0', async () => {
  const requests = Array.from({ length: 40 }, (_, number) => ({
    ...chat(`Say number ${String(number)}.`),
    request_id: `id-${String(number)}`,
  }));
  const input = [...requests, envelope('models.list', {})]
    .map((value) => `${JSON.stringify(value)}\n`)
    .join('');
  const { code, stdout, stderr } = await runCommand(
    ['serve', '--backend', 'embedded', '--workers', '2'],
    input,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const operations = byRequest(outputLines(stdout));
  expect(operations.size).toBe(41);
  for (const [id, events] of operations) {
    expect(breaches(events)).toEqual([]);
    if (id?.startsWith('id-') === true) expect(textOf(events)).toBe(`You said: Say number ${id.slice(3)}.`);
  }
  // An envelope without an id gets one.
  expect([...operations.keys()]).toContain('req_1');
});

test('a line that is not an envelope is answered with an error event, and the rest is served', async () => {
  const lines = [
    'this is not JSON',
    '5',
    '[]',
    '{"request_id": 7, "operation": "chat.completions.create"}',
    '{"request_id": "broken", "schema_version": "openai-compatible/1"}',
    '',
    JSON.stringify({ ...chat('Say hello.'), request_id: 'sound' }),
    'a last line without an end',
  ];
  const { code, stdout } = await runCommand(['serve', '--backend', 'embedded'], lines.join('\n'));
  expect(code).toBe(0);
  const operations = byRequest(outputLines(stdout));
  const nameless = operations.get(null) ?? [];
  expect(nameless).toHaveLength(5);
  for (const event of [...nameless, ...(operations.get('broken') ?? [])]) {
    expect(event).toMatchObject({ type: 'response.error', error: { type: 'invalid_request_error' } });
  }
  expect(operations.get('sound')?.at(-1)?.type).toBe('response.completed');
});

test('an operation is cancelled by its id; another with the same id is refused while it is open', async () => {
  const backend = await startBackend({ scenarios: long });
  const child = startCommand('serve', '--backend', backend.url);
  const lines = linesOf(child);
  const send = (value: unknown): void => void child.stdin.write(`${JSON.stringify(value)}\n`);
  const next = async (): Promise<OutputLine> =>
    JSON.parse((await lines.next()).value as string) as OutputLine;
  const request = { ...chat('Long.'), request_id: 'long' };
  send(request);
  expect((await next()).event.type).toBe('response.output_text.delta');
  send({ cancel: 'unknown' });
  send(request);
  send({ cancel: 'long' });
  const seen: ProfileEvent[] = [];
  while (seen.at(-1)?.type !== 'response.cancelled') seen.push((await next()).event);
  expect(seen.filter(({ type }) => type === 'response.error')).toMatchObject([
    { error: { code: 'invalid_body' } },
  ]);
  await until(() => backend.status().active === 0, 'the server sees that the client is gone');
  // The id is free again.
  send({ ...chat('Say hello.'), request_id: 'long' });
  let line = await next();
  while (line.event.type !== 'response.completed') line = await next();
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('an output that nobody reads holds the server back', async () => {
  const wide = [
    {
      operation: 'chat.completions.create',
      prompt: 'Wide.',
      answer: { text: Array.from({ length: 2000 }, () => 'x'.repeat(8192)) },
    },
  ];
  const backend = await startBackend({ scenarios: wide });
  const child = startCommand('serve', '--backend', backend.url);
  child.stdin.write(`${JSON.stringify({ ...chat('Wide.'), request_id: 'wide' })}\n`);
  await until(() => backend.status().active === 1, 'the request arrives');
  let bytes = -1;
  while (bytes !== backend.status().bytes) {
    ({ bytes } = backend.status());
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  expect(backend.status()).toMatchObject({ active: 1, paused: 1 });
  expect(bytes).toBeLessThan(2000 * 8192);
});

test('a signal cancels what is open and ends in good order', async () => {
  const backend = await startBackend({ scenarios: long });
  const child = startCommand('serve', '--backend', backend.url);
  const lines = linesOf(child);
  child.stdin.write(`${JSON.stringify({ ...chat('Long.'), request_id: 'long' })}\n`);
  await lines.next();
  child.kill('SIGTERM');
  let last = '';
  for (let line = await lines.next(); line.done !== true; line = await lines.next()) last = line.value;
  expect(JSON.parse(last)).toEqual({
    request_id: 'long',
    event: { type: 'response.cancelled', reason: 'adapter_closed' },
  });
  expect(await once(child, 'close')).toEqual([0, null]);
});

test.each([
  { args: [], message: /a command is needed/ },
  { args: ['dance'], message: /unknown command "dance"/ },
  { args: ['serve'], message: /--backend is needed/ },
  {
    args: ['serve', '--backend', 'embedded', '--workers', 'many'],
    message: /--workers takes a whole number/,
  },
  { args: ['serve', '--backend', 'nowhere'], message: /baseUrl should be/ },
  { args: ['serve', '--backend', 'embedded', '--plan', 'x.json'], message: /no meaning/ },
  { args: ['run-conformance-plan', '--backend', 'embedded'], message: /--plan and --output are needed/ },
  { args: ['serve', '--backend', 'embedded', '--nope'], message: /--nope/ },
])('wrong use is told: $args', async ({ args, message }) => {
  const { code, stderr, stdout } = await runCommand(args);
  expect(code).toBe(1);
  expect(stderr).toMatch(message);
  expect(stdout).toBe('');
});
