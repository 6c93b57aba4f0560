import { readFileSync } from 'node:fs';

import { beforeAll, describe, expect, test } from 'vitest';

import { projectSpecs } from '../support/compile.js';
import { hasShared, sharedPath } from '../support/shared.js';
import { bytesOf, emit, inspectPieces, piecesOf, summary, type StreamPackage } from './support.js';

let profile: StreamPackage;
let chatText: StreamPackage;

beforeAll(async () => {
  const emitted = await emit(projectSpecs(), ['openai-compatible', 'openai-chat-text']);
  profile = await emitted.load('openai-compatible');
  chatText = await emitted.load('openai-chat-text');
  emitted.dispose();
}, 300_000);

const text = (delta: string, index = 0): object => ({ type: 'response.output_text.delta', index, delta });
const call = (event: string, more: object = {}, index = 0, id = 'call_1'): object => ({
  type: `response.tool_call.${event}`,
  index,
  tool_call: { index: 0, id, type: 'function', ...more },
});
const part = (args: string): object => ({ function: { arguments: args } });
const usage = {
  type: 'response.usage',
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
};
const completed = (content: string): object => ({
  type: 'response.completed',
  body: { choices: [{ index: 0, message: { role: 'assistant', content } }] },
});
const cancelled = { type: 'response.cancelled', reason: 'client' };

/** `rule event`, in the order of the report. */
function breaches(events: readonly object[], checker = profile.createOrderChecker()): readonly string[] {
  const issues = [...events.flatMap((event) => checker.push(event)), ...checker.end()];
  return issues.map(({ rule, event }) => `${rule} ${String(event)}`);
}

describe('the events of one operation', () => {
  test.each<[string, readonly object[], readonly string[]]>([
    ['text', [text('Hel'), text('lo'), usage, completed('Hello')], []],
    ['cancelled', [text('Hel'), cancelled], []],
    [
      'a call',
      [call('started'), call('delta', part('{}')), call('completed', part('{}')), completed('')],
      [],
    ],
    [
      'two calls at once',
      [
        call('started'),
        call('started', {}, 1, 'call_2'),
        call('completed', {}, 1, 'call_2'),
        call('completed'),
        completed(''),
      ],
      [],
    ],
    ['nothing at all', [], ['operation-ends 0']],
    ['no end', [text('a')], ['operation-ends 1']],
    ['two ends', [completed(''), completed('')], ['operation-ends-once 1']],
    ['output after the end', [completed(''), text('')], ['nothing-after-end 1']],
    ['output after a cancellation', [cancelled, text('a')], ['nothing-after-cancellation 1']],
    ['usage, then output', [usage, text('a'), completed('a')], ['usage-near-end 1']],
    ['text that is not its deltas', [text('a'), completed('b')], ['text-in-order 1']],
    ['a delta before the call starts', [call('delta', part('{}')), completed('')], ['call-starts-first 0']],
    ['a call that does not end', [call('started')], ['operation-ends 1', 'call-closes 1']],
    ['a call that the end of its operation closes', [call('started'), cancelled], []],
    [
      'a call that ends twice',
      [call('started'), call('completed'), call('error'), completed('')],
      ['call-ends-once 2'],
    ],
    [
      'a piece after the end of the call',
      [call('started'), call('completed', part('')), call('delta', part('{')), completed('')],
      ['no-delta-after-call-end 2'],
    ],
    [
      'a call that changes its id',
      [call('started'), call('completed', {}, 0, 'call_2'), completed('')],
      ['call-keeps-its-id 1'],
    ],
    [
      'arguments that are not their pieces',
      [call('started'), call('delta', part('{')), call('completed', part('{}')), completed('')],
      ['call-arguments-in-order 2'],
    ],
  ])('%s', (_name, events, expected) => {
    expect(breaches(events)).toEqual(expected);
  });

  test('an issue says rule, event, the symbols that could come, and where the rule stands', () => {
    const checker = profile.createOrderChecker();
    checker.push(cancelled);
    expect(checker.state()).toMatchObject({ events: 1, complete: true, failed: false });
    const [issue, ...others] = checker.push(text('a'));
    expect(others).toEqual([]);
    expect(issue).toMatchObject({
      code: 'nothing_after_cancellation',
      rule: 'nothing-after-cancellation',
      event: 1,
    });
    expect(issue?.expectedSymbols).not.toContain('progress');
    expect(issue?.spec).toMatch(/^openai-compatible\/profile\.md:\d+:\d+$/);
  });

  test('the state tells which calls are open and what they wait for', () => {
    const checker = profile.createOrderChecker();
    checker.push(call('started'));
    const open = checker.state().open.find(({ scope }) => scope === 'call_id');
    expect(open).toMatchObject({ key: '0/0', unmet: ['call-closes'] });
    expect(open?.expectedSymbols).toContain('call-end');
  });

  test('more open calls than the limit are one issue', () => {
    const checker = profile.createOrderChecker({ maxKeys: 2 });
    const issues = [0, 1, 2, 3].flatMap((index) => checker.push(call('started', {}, index)));
    expect(new Set(issues.map(({ code }) => code))).toEqual(new Set(['too_many_keys']));
  });
});

describe('events as JSON lines', () => {
  const lines = [text('Hi é'), usage, completed('Hi é')].map((event) => JSON.stringify(event));

  test('are inspected like messages, however the bytes are split and the lines end', () => {
    const bytes = bytesOf(lines.join('\n\r\n'));
    const whole = inspectPieces(profile.createInspector(), [bytes]);
    expect(whole.verdict.events).toBe(3);
    expect(whole.events.map(({ offset }) => offset)).toEqual([
      0,
      bytesOf(lines[0] ?? '').length + 3,
      bytesOf(`${lines[0] ?? ''}${lines[1] ?? ''}`).length + 6,
    ]);
    for (const size of [1, 3, 8])
      expect(inspectPieces(profile.createInspector(), piecesOf(bytes, size))).toEqual(whole);
  });

  test('that stop are truncated; a line that is no JSON is a breach', () => {
    expect(summary(inspectPieces(profile.createInspector(), [bytesOf(lines[0] ?? '')]))).toEqual([
      'truncated',
      'operation_ends 1',
    ]);
    const broken = `${lines[0] ?? ''}\n{"type":\n${lines[2] ?? ''}\n`;
    const inspected = inspectPieces(profile.createInspector(), [bytesOf(broken)]);
    expect(inspected.verdict.outcome).toBe('breach');
    expect(inspected.issues[0]).toMatchObject({
      code: 'json',
      event: 1,
      offset: bytesOf(lines[0] ?? '').length + 1,
    });
  });

  const hostile = ['hostile', '34-proto-events.jsonl'] as const;
  test.skipIf(!hasShared(...hostile))(
    'with names of prototypes: 34-proto-events.jsonl (needs ../shared)',
    () => {
      const { events, verdict } = inspectPieces(profile.createInspector(), [
        readFileSync(sharedPath(...hostile)),
      ]);
      expect(verdict).toMatchObject({ valid: false, events: 21 });
      // Line 7 is a delta with a surplus key; all others miss what this profile requires.
      expect(events.filter(({ message }) => message !== undefined).map(({ number }) => number)).toEqual([6]);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    },
  );
});

describe('a stream whose own rules speak of errors', () => {
  const error = { error: { message: 'no', type: 'server_error', param: null, code: null } };

  test('has failed, and nobody makes up a finish', () => {
    const sse = (...messages: unknown[]): Uint8Array =>
      bytesOf(messages.map((message) => `data: ${JSON.stringify(message)}\n\n`).join(''));
    expect(inspectPieces(chatText.createInspector(), [sse(error)]).verdict).toMatchObject({
      outcome: 'failed',
      error: { kind: 'server', message: 'no', type: 'server_error' },
    });
    const checker = chatText.createOrderChecker();
    const finish = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
    expect(breaches([error, finish], checker)).toEqual(['no-finish-after-error 1']);
    expect(checker.failed()).toBe(true);
  });
});
