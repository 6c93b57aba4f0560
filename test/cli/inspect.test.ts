import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runCli } from '../../generator/src/cli/program.js';
import { emit, type Emitted } from '../stream/support.js';
import { projectSpecs } from '../support/compile.js';
import { temporaryFolder, writeTree } from '../support/folders.js';
import { run, type Run } from './support.js';

let emitted: Emitted;

beforeAll(async () => {
  emitted = await emit(projectSpecs(), ['nscale-sse']);
}, 300_000);

afterAll(() => {
  emitted.dispose();
});

const event = (choices: unknown, more: object = {}): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices, ...more })}\n\n`;
const role = event([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }]);
const finish = event([{ index: 0, delta: {}, finish_reason: 'stop' }]);
const late = event([{ index: 0, delta: { content: 'late\u001b[2J' }, finish_reason: null }]);
const done = 'data: [DONE]\n\n';

async function inspect(stdin: string | Uint8Array, ...argv: readonly string[]): Promise<Run> {
  return run(temporaryFolder(), ['inspect', 'nscale-sse', '--out', emitted.folder, ...argv], { stdin });
}

describe('inspect', () => {
  test('says that a stream is complete', async () => {
    expect(await inspect(role + finish + done, '-')).toEqual({
      exitCode: 0,
      stdout: '<stdin>: complete (3 events, 0 issues)\n',
      stderr: '',
    });
  });

  test('prints number, byte offset, rule, expectation and spec position of each breach', async () => {
    const { exitCode, stdout } = await inspect(role + finish + late + done);
    const [issue, verdict] = stdout.trimEnd().split('\n');
    expect(exitCode).toBe(100);
    expect(issue).toMatch(
      new RegExp(
        `^event 2, byte ${String((role + finish).length)}, /choices/0: finish_on_final_content ` +
          String.raw`\[finish-on-final-content\]: expected the end of the stream, got content \(nscale-sse/profile\.md:\d+:\d+\)$`,
      ),
    );
    expect(verdict).toBe('<stdin>: in breach (4 events, 1 issue)');
  });

  test('tells a truncated stream, and one that failed by the server', async () => {
    expect((await inspect(role)).stdout).toMatch(/\n<stdin>: truncated \(1 event, 2 issues\)\n$/);
    const failed = await inspect(
      `${role}data: {"error":{"message":"dead \\u001b[1m"}}\n\n${done}`,
      '--dialect',
      'vllm',
    );
    expect(failed.exitCode).toBe(0);
    expect(failed.stdout).toBe("<stdin>: failed by the server's error: dead \\x1b[1m (3 events, 0 issues)\n");
  });

  test('reads a file, and repairs in tolerant mode only', async () => {
    const cwd = temporaryFolder();
    writeTree(cwd, { 'stream.sse': role + finish });
    const argv = ['inspect', 'nscale-sse', 'stream.sse', '--out', emitted.folder];
    expect((await run(cwd, argv)).stdout).toContain('stream.sse: truncated');
    const tolerant = await run(cwd, [...argv, '--mode', 'tolerant']);
    expect(tolerant.stdout).toMatch(
      /^event 2, byte \d+: repaired done_once by done-missing \[done-once\]: .*\nstream\.sse: complete/,
    );
    expect(tolerant.exitCode).toBe(100);
  });

  test('--json prints a line for each event and a last one for the stream', async () => {
    const { exitCode, stdout } = await inspect(role + finish + late + done, '--json');
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toHaveLength(5);
    const issue = {
      code: 'finish_on_final_content',
      event: 2,
      rule: 'finish-on-final-content',
      severity: 'error',
    };
    expect(lines[2]).toMatchObject({ event: 2, offset: (role + finish).length, issues: [issue] });
    expect(lines[4]).toMatchObject({ valid: false, outcome: 'breach', events: 4, issues: [issue] });
    expect(exitCode).toBe(100);
  });

  test('refuses what it cannot work with', async () => {
    const cases: readonly [readonly string[], number, RegExp][] = [
      [['--dialect', 'nobody'], 1, /no dialect "nobody"; there are: vllm/],
      [['--mode', 'lax'], 1, /strict, tolerant/],
      [['missing.sse'], 2, /missing\.sse:1:1: file-unreadable/],
      [['.'], 2, /a directory/],
    ];
    for (const [argv, exitCode, message] of cases) {
      const result = await inspect('', ...argv);
      expect([result.exitCode, result.stdout]).toEqual([exitCode, '']);
      expect(result.stderr).toMatch(message);
    }
    const none = await run(temporaryFolder(), ['inspect', 'runtime', '--out', emitted.folder]);
    expect([none.exitCode, none.stderr]).toEqual([1, expect.stringContaining('no stream and no events')]);
  });

  test('prints an event of a pipe that is still open', async () => {
    let stdout = '';
    let seen = (): void => undefined;
    const printed = new Promise<void>((resolve) => (seen = resolve));
    async function* pipe(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(role);
      await printed;
      yield Buffer.from(finish + done);
    }
    const context = {
      stdin: pipe(),
      stdout: {
        write: (text: string): void => {
          stdout += text;
          seen();
        },
      },
      stderr: { write: () => undefined },
      cwd: temporaryFolder(),
      env: {},
      isTTY: false,
    };
    const never = (): Promise<never> => Promise.reject(new Error('not expected'));
    const pipeline = { compile: never, lint: never, describe: never };
    const argv = ['inspect', 'nscale-sse', '--out', emitted.folder, '--json'];
    expect(await runCli(argv, context, pipeline)).toBe(0);
    expect(stdout.split('\n')).toHaveLength(5);
  });
});
