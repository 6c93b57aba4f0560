import { readFileSync } from 'node:fs';

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

import { run, type Run } from '../cli/support.js';
import { readTree, temporaryFolder, writeTree } from '../support/folders.js';
import { hasShared, sharedPath } from '../support/shared.js';

/** What the scripted adapters answer, by the model that a request names. */
const answers = `
export const answers = {
  text: [
    { type: 'response.output_text.delta', index: 0, delta: 'hello' },
    { type: 'response.usage', usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } },
    { type: 'response.completed', body: {}, diagnostics: { selected_model_id: 'text' } },
  ],
  refused: [{ type: 'response.error', error: { type: 'invalid_request_error', code: 'missing_messages', message: '<"&>' } }],
  silent: [],
};
`;

const moduleAdapter = `
import { answers } from './answers.mjs';
export function createAdapter() {
  return {
    async *submit(envelope, { signal }) {
      if (envelope.body.model === 'throws') throw new Error('the backend is gone');
      yield* answers[envelope.body.model];
      if (envelope.body.model === 'silent') await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  };
}
`;

const stdioAdapter = `
import { createInterface } from 'node:readline';
import { answers } from './answers.mjs';
process.stderr.write('adapter is ready\\n');
for await (const line of createInterface({ input: process.stdin })) {
  const envelope = JSON.parse(line);
  if (envelope.cancel !== undefined) continue;
  if (envelope.body.model === 'throws') process.exit(3);
  for (const event of answers[envelope.body.model]) {
    process.stdout.write(JSON.stringify({ request_id: envelope.request_id, event }) + '\\n');
  }
}
`;

function planCase(id: string, model: string, expected: object): object {
  const request = { body: { model, messages: [] }, nnrp: { diagnostics: true } };
  return { id, operation: 'chat.completions.create', status: 'mandatory', request, expect: expected };
}

const success = (events: readonly object[]): object => ({ events, terminal: 'success' });

function planOf(cases: readonly object[]): string {
  return JSON.stringify({
    profile: 'openai-compatible',
    schema_version: 'openai-compatible/1',
    adapter: 'demo',
    cases,
  });
}

interface Result {
  readonly id: string;
  readonly outcome: string;
  readonly terminal: string;
  readonly message?: string;
  readonly events: readonly { readonly type: string }[];
  readonly diagnostics: object;
}

interface Ran extends Run {
  readonly files: Readonly<Record<string, string>>;
  readonly results: readonly Result[];
}

async function runPlan(
  adapter: string,
  cases: readonly object[],
  more: readonly string[] = [],
): Promise<Ran> {
  const folder = temporaryFolder();
  writeTree(folder, {
    'answers.mjs': answers,
    'module.mjs': moduleAdapter,
    'stdio.mjs': stdioAdapter,
    'plan.json': planOf(cases),
  });
  const argv = [
    'conformance',
    'run',
    '--plan',
    'plan.json',
    '--adapter',
    adapter,
    '--output',
    'out/results.json',
  ];
  const result = await run(folder, [...argv, '--junit', 'out/junit.xml', ...more]);
  const files = readTree(folder);
  const document = JSON.parse(files['out/results.json'] ?? '{"results":[]}') as {
    readonly results: readonly Result[];
  };
  return { ...result, files, results: document.results };
}

const cases = [
  planCase(
    'ok',
    'text',
    success([{ type: 'response.output_text.delta', min_count: 1 }, { type: 'response.usage' }]),
  ),
  planCase('order', 'text', success([{ type: 'response.usage' }, { type: 'response.output_text.delta' }])),
  planCase('count', 'text', success([{ type: 'response.output_text.delta', min_count: 2 }])),
  planCase('optional', 'text', success([{ type: 'response.cancelled', optional: true }])),
  planCase('outcome', 'refused', success([])),
  planCase('fields', 'refused', {
    events: [{ type: 'response.error', fields: { error: { code: 'missing_messages' } }, min_count: 1 }],
    terminal: 'error',
  }),
  planCase('wrong-fields', 'refused', {
    events: [{ type: 'response.error', fields: { error: { code: 'other' } } }],
    terminal: 'error',
  }),
];

describe.each([
  ['a module', 'module.mjs'],
  ['a command', `"${process.execPath}" stdio.mjs`],
])('conformance run with %s', (_title, adapter) => {
  it('judges each case by its events, their order, their fields and the outcome', async () => {
    const { exitCode, results, stdout } = await runPlan(adapter, cases);
    expect(exitCode).toBe(100);
    expect(results.map(({ id, outcome, terminal }) => `${id} ${outcome} ${terminal}`)).toEqual([
      'ok passed success',
      'order failed success',
      'count failed success',
      'optional passed success',
      'outcome failed error',
      'fields passed error',
      'wrong-fields failed error',
    ]);
    expect(results[0]?.diagnostics).toEqual({ selected_model_id: 'text' });
    expect(results[0]?.events).toHaveLength(3);
    expect(stdout).toContain('pass  ok\n');
    expect(stdout).toContain('FAIL  count: expected response.output_text.delta at least 2 times, got 1\n');
    expect(stdout).toContain('3 of 7 cases passed\n');
  });

  it('writes a JUnit report that escapes what an adapter says', async () => {
    const { files } = await runPlan(adapter, cases);
    const report = files['out/junit.xml'] ?? '';
    expect(report).toContain('<testsuite name="demo" tests="7" failures="4" skipped="0"');
    expect(report).toMatch(/<testcase classname="openai-compatible" name="ok" time="[\d.]+"\/>/);
    expect(report).toContain('&lt;\\&quot;&amp;&gt;');
    expect(report).not.toContain('<"&>');
  });

  it.skipIf(!hasShared('nnrp-conformance'))('writes results in the official form', async () => {
    const { files } = await runPlan(adapter, cases);
    const path = sharedPath('nnrp-conformance', 'schemas', 'api-profile-case-results.schema.json');
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(path, 'utf8')) as object);
    validate(JSON.parse(files['out/results.json'] ?? ''));
    expect(validate.errors).toBeNull();
  });

  it('fails a case whose adapter breaks down, and one that never ends', async () => {
    const broken = await runPlan(adapter, [planCase('broken', 'throws', success([]))]);
    expect(broken.results).toMatchObject([{ outcome: 'failed', terminal: 'error', events: [] }]);
    expect(broken.results[0]?.message).toMatch(/the backend is gone|the adapter ended its output/);
    const silent = await runPlan(adapter, [planCase('silent', 'silent', success([]))], ['--timeout', '300']);
    expect(silent.results[0]?.message).toBe('no terminal event came within 300 ms');
  });
});

describe('conformance run', () => {
  it('refuses a plan that is none, with its position', async () => {
    const folder = temporaryFolder();
    writeTree(folder, {
      'plan.json': '{\n  "profile": "p"\n}',
      'module.mjs': moduleAdapter,
      'answers.mjs': answers,
    });
    const argv = [
      'conformance',
      'run',
      '--plan',
      'plan.json',
      '--adapter',
      'module.mjs',
      '--output',
      'results.json',
    ];
    const { exitCode, stderr } = await run(folder, argv);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('plan.json:1:1');
    expect(readTree(folder)['results.json']).toBeUndefined();
  });

  it('tells a command that does not exist as a fault of the command line', async () => {
    const { exitCode, stderr } = await runPlan('no-such-program-of-any-kind --flag', cases);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('"no-such-program-of-any-kind" cannot be started');
  });
});
