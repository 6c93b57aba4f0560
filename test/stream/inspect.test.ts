import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

import { projectSpecs } from '../support/compile.js';
import { hasShared, sharedPath } from '../support/shared.js';
import { faultVerdicts } from './fault-verdicts.js';
import { faults as allFaults, goldenStreams, recordedStreams, type Fault } from './recorded.js';
import {
  bytesOf,
  emit,
  inspectPieces,
  piecesOf,
  summary,
  type Inspection,
  type InspectorOptions,
  type StreamPackage,
} from './support.js';

let nscale: StreamPackage;

beforeAll(async () => {
  const emitted = await emit(projectSpecs(), ['nscale-sse']);
  nscale = await emitted.load('nscale-sse');
  emitted.dispose();
}, 300_000);

function inspect(sse: string, options: InspectorOptions = {}): Inspection {
  return inspectPieces(nscale.createInspector(options), [bytesOf(sse)]);
}

/** Faults of the Responses API are no chat streams: see responses.test.ts. */
const faults = allFaults.filter(({ kind }) => kind !== 'responses');

function inspectFault(
  { sse = '', chunks_b64: chunks, http }: Fault,
  mode: 'strict' | 'tolerant',
): Inspection {
  const contentType = http?.headers['content-type'] ?? '';
  const response = http === undefined ? {} : { response: { status: http.status, contentType } };
  const inspector = nscale.createInspector({ mode, dialect: 'vllm', ...response });
  const pieces = chunks?.map((chunk) => Buffer.from(chunk, 'base64')) ?? [bytesOf(http?.body ?? sse)];
  return inspectPieces(inspector, pieces);
}

describe('faults that were seen in public', () => {
  test('each has a verdict', () => {
    expect(allFaults).toHaveLength(68);
    expect(faults.map(({ id }) => id)).toEqual(Object.keys(faultVerdicts));
  });

  test.each(faults.map((fault): [string, Fault] => [fault.id, fault]))('%s', (id, fault) => {
    const verdict = faultVerdicts[id];
    expect(summary(inspectFault(fault, 'strict'))).toEqual(verdict?.strict);
    expect(summary(inspectFault(fault, 'tolerant'))).toEqual(verdict?.tolerant);
  });

  test('strict mode repairs nothing, and a repair never hides what it mended', () => {
    for (const fault of faults) {
      const strict = inspectFault(fault, 'strict');
      expect(strict.issues.filter(({ repair }) => repair !== undefined)).toEqual([]);
      const tolerant = inspectFault(fault, 'tolerant');
      if (!strict.verdict.valid) expect(tolerant.issues).not.toEqual([]);
      for (const { code, repair, repairs } of tolerant.issues) {
        expect(code === 'repaired').toBe(repair !== undefined && repairs !== undefined);
      }
    }
  });

  test('a stream that gave no whole result is an error with the text so far', () => {
    const errorOf = (id: string): Inspection['verdict']['error'] => {
      const fault = faults.find((candidate) => candidate.id === id);
      return fault && inspectFault(fault, 'tolerant').verdict.error;
    };
    expect(errorOf('truncated-mid-chunk')).toMatchObject({
      kind: 'truncated',
      partial: [{ choice: 0, text: 'Hi' }],
    });
    expect(errorOf('error-midstream-vllm')).toEqual({
      kind: 'server',
      message: 'Internal server error',
      type: 'InternalServerError',
      code: 500,
      partial: [{ choice: 0, text: 'Hi' }],
    });
    expect(errorOf('error-sse-field')).toMatchObject({
      kind: 'server',
      message: 'context size exceeded',
      code: 400,
    });
    expect(errorOf('error-then-hang')).toMatchObject({ message: 'Number of choices must be positive' });
    expect(errorOf('tool-args-structure-leak')).toMatchObject({ kind: 'breach' });
  });
});

const streams = [...recordedStreams, ...goldenStreams];

describe('streams of a real vLLM', () => {
  test('there are some', () => {
    expect(streams.length).toBeGreaterThan(45);
  });

  test.each(streams.map(({ name, body }): [string, string] => [name, body]))(
    '%s passes strictly under the dialect',
    (_name, body) => {
      const { issues, verdict } = inspect(body, { dialect: 'vllm' });
      expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(verdict.valid).toBe(true);
      expect(verdict.outcome).toBe(/^data: \{"error"/m.test(body) ? 'failed' : 'complete');
    },
  );

  test('without the dialect each departure from the document is named', () => {
    for (const { name, body } of streams) {
      const codes = [...new Set(inspect(body).issues.map(({ code }) => code))];
      const reports = body.match(/"usage":\{/g)?.length ?? 0;
      const fails = /^data: \{"error"/m.test(body);
      if (reports > 1) expect(codes, name).toContain('usage_once');
      if (fails) expect(codes, name).toContain('required');
      if (reports <= 1 && !fails) expect(codes, name).toEqual([]);
    }
  });
});

describe('the split of the bytes', () => {
  const bodies = [
    ...faults.flatMap(({ id, sse }): [string, string][] => (sse === undefined ? [] : [[id, sse]])),
    ...streams.map(({ name, body }): [string, string] => [name, body]),
  ];

  test.each(bodies)('does not matter: %s', (_name, sse) => {
    const bytes = bytesOf(sse);
    for (const mode of ['strict', 'tolerant'] as const) {
      const options = { mode, dialect: 'vllm' };
      const whole = inspectPieces(nscale.createInspector(options), [bytes]);
      for (const size of [1, 2, 7]) {
        expect(inspectPieces(nscale.createInspector(options), piecesOf(bytes, size))).toEqual(whole);
      }
    }
  });

  test('does not matter, wherever it falls', () => {
    const bytes = bytesOf(
      `\ufeff: hi\r\n\r\n${goldenStreams.map(({ body }) => body).join('')}data: {"error":1}`,
    );
    const whole = inspectPieces(nscale.createInspector({ dialect: 'vllm' }), [bytes]);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 12 }), (places) => {
        const cuts = [0, ...places.sort((a, b) => a - b), bytes.length];
        const pieces = cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
        expect(inspectPieces(nscale.createInspector({ dialect: 'vllm' }), pieces)).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });
});

describe('an event', () => {
  const chunk = (choices: unknown, more: object = {}): string =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices, ...more })}\n\n`;

  test('has its number, its byte offset and its message; an order issue says rule and symbols', () => {
    const first = chunk([{ index: 0, delta: { content: 'é' }, finish_reason: 'stop' }]);
    const sse = `${first}${chunk([{ index: 0, delta: { content: '!' } }])}data: [DONE]\n\n`;
    const { events, issues } = inspect(sse);
    expect(events.map(({ number, offset }) => [number, offset])).toEqual([
      [0, 0],
      [1, bytesOf(first).length],
      [2, bytesOf(sse).length - bytesOf('data: [DONE]\n\n').length],
    ]);
    expect(events.map(({ message }) => typeof message)).toEqual(['object', 'undefined', 'string']);
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatchObject({
      code: 'finish_on_final_content',
      rule: 'finish-on-final-content',
      event: 1,
      offset: bytesOf(first).length,
      path: '/choices/0',
      expectedSymbols: [],
    });
    expect(issues[0]?.spec).toMatch(/^nscale-sse\/profile\.md:\d+:\d+$/);
  });

  test('larger than the limit is told and skipped', () => {
    const sse = chunk([], { filler: 'x'.repeat(5000) });
    expect(inspect(sse, { maxEventBytes: 1000 }).issues[0]).toMatchObject({
      code: 'event_too_large',
      offset: 0,
    });
  });

  test('after an error is one too many, but for [DONE]', () => {
    const error = 'data: {"error":{"message":"no"}}\n\n';
    expect(summary(inspect(`${error}data: [DONE]\n\n`, { dialect: 'vllm' }))).toEqual(['failed']);
    expect(summary(inspect(`${error}${chunk([])}`, { dialect: 'vllm' }))).toEqual([
      'failed',
      'message_after_failure 1',
    ]);
  });

  test('whose running usage falls has an issue; each choice counts by itself', () => {
    const usage = (index: number, count: number): string =>
      chunk([{ index, delta: { content: 'a' } }], {
        usage: { prompt_tokens: 1, completion_tokens: count, total_tokens: 1 + count },
      });
    const codes = (...parts: string[]): readonly string[] =>
      inspect(parts.join(''), { dialect: 'vllm' }).events.flatMap(({ issues }) =>
        issues.map(({ code, path }) => `${code} ${path}`),
      );
    expect(codes(usage(0, 5), usage(1, 1), usage(0, 5), usage(1, 2))).toEqual([]);
    expect(codes(usage(0, 5), usage(0, 4))).toEqual([
      'decreases /usage/completion_tokens',
      'decreases /usage/total_tokens',
    ]);
  });

  test('of a dialect that nobody declared is refused', () => {
    expect(() => nscale.createInspector({ dialect: 'constructor' })).toThrow(RangeError);
  });
});

test('an order checker in tolerant mode marks what the table accepts', () => {
  const chunk = (id: string): object => ({
    id,
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [],
  });
  const codes = (mode: 'strict' | 'tolerant'): readonly string[] => {
    const checker = nscale.createOrderChecker({ mode, dialect: 'vllm' });
    return ['a', 'b'].flatMap((id) => checker.push(chunk(id))).map(({ code }) => code);
  };
  expect(codes('strict')).toEqual(['same_id']);
  expect(codes('tolerant')).toEqual(['repaired']);
});

test('memory does not grow with the stream', () => {
  const inspector = nscale.createInspector({ dialect: 'vllm', partial: false });
  const event = bytesOf(
    'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"0123456789"}}]}\n\n',
  );
  const push = (count: number): void => {
    for (let index = 0; index < count; index += 1) inspector.push(event);
  };
  push(20_000);
  const before = process.memoryUsage().heapUsed;
  push(100_000);
  // 14 MB of events went through; garbage that was not yet collected is allowed for.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(60_000_000);
  expect(inspector.end().verdict.events).toBe(120_000);
});

const hostile = ['hostile', '110-stream-hostile.sse'] as const;

test.skipIf(!hasShared(...hostile))('hostile bytes: 110-stream-hostile.sse (needs ../shared)', () => {
  const bytes = readFileSync(sharedPath(...hostile));
  for (const mode of ['strict', 'tolerant'] as const) {
    for (const dialect of [undefined, 'vllm']) {
      const options = { mode, ...(dialect === undefined ? {} : { dialect }) };
      const { events, issues, verdict } = inspectPieces(nscale.createInspector(options), [bytes]);
      expect(verdict.valid).toBe(false);
      expect(issues.map(({ code }) => code)).toContain(mode === 'strict' ? 'incomplete_event' : 'json');
      // The last line has no blank line behind it and is no message.
      expect(events.at(-1)?.message).toBeUndefined();
    }
  }
  const strict = inspectPieces(nscale.createInspector(), [bytes]);
  expect(strict.issues.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining(['done-once', 'nothing-after-done']),
  );
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
