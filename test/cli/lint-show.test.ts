import { describe, expect, test } from 'vitest';

import type { DescribeInput, Description } from '../../generator/src/cli/pipeline.js';
import { diagnose, type Diagnostic } from '../../generator/src/diagnostics/index.js';
import { temporaryFolder, writeTree } from '../support/folders.js';
import { fault, remark, run, smell, type Run } from './support.js';

function project(): string {
  const cwd = temporaryFolder();
  writeTree(cwd, { 'specs/demo/profile.md': '# Demo\n', 'specs/demo/types.schema.json': '{}' });
  return cwd;
}

describe('lint', () => {
  const lint = (found: readonly Diagnostic[], ...flags: string[]): Promise<Run> =>
    run(project(), ['lint', ...flags], { pipeline: { lint: () => Promise.resolve(found) } });

  test('prints findings to standard output and exits with 100', async () => {
    const { exitCode, stdout } = await lint([smell, remark]);
    expect([exitCode, stdout]).toEqual([
      100,
      'specs/demo/asyncapi.yaml:7:5: nullable-enum: note: null is admitted.\n' +
        'specs/demo/types.schema.json:2:1: lint-untyped: warning: No type.\n' +
        'specs: 1 finding\n',
    ]);
  });

  test('notes alone are no findings', async () => {
    expect(await lint([remark])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/specs: no findings\n$/) as string,
    });
  });

  test('errors are bad input', async () => {
    const { exitCode, stdout, stderr } = await lint([fault(2)]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('specs/demo/profile.md:2:3: missing-type: ');
  });

  test('prints json and github', async () => {
    const json = await lint([smell], '--format', 'json');
    expect([json.exitCode, json.stderr]).toEqual([100, '']);
    expect(JSON.parse(json.stdout)).toMatchObject([
      { code: 'lint-untyped', severity: 'warning', span: { line: 2 } },
    ]);
    const github = await lint([smell], '--format', 'github');
    expect(github.stdout).toBe(
      '::warning file=specs/demo/types.schema.json,line=2,col=1::lint-untyped: No type.\n',
    );
  });
});

describe('show', () => {
  async function show(
    path: string,
    ...flags: string[]
  ): Promise<Run & { readonly inputs: readonly DescribeInput[] }> {
    const inputs: DescribeInput[] = [];
    const describe = (input: DescribeInput): Promise<Description> => {
      inputs.push(input);
      const [first = ''] = input.files.keys();
      const span = { file: first, line: 1, column: 1 };
      return Promise.resolve({
        text: `message "\u001b[2J" (${input.displayName(first)}:1:1)\n`,
        json: { messages: [{ name: 'a\u001b' }] },
        diagnostics: [diagnose('nullable-enum', span, { message: 'null is admitted.' })],
      });
    };
    return { ...(await run(project(), ['show', path, ...flags], { pipeline: { describe } })), inputs };
  }

  test('describes one file alone', async () => {
    const { exitCode, stdout, stderr, inputs } = await show('specs/demo/profile.md');
    expect([...(inputs[0]?.files.keys() ?? [])]).toEqual(['profile.md']);
    expect([exitCode, stdout]).toEqual([0, 'message "\\x1b[2J" (specs/demo/profile.md:1:1)\n']);
    expect(stderr).toBe('specs/demo/profile.md:1:1: nullable-enum: note: null is admitted.\n');
  });

  test('describes a folder', async () => {
    const { stdout, inputs } = await show('specs/');
    expect([...(inputs[0]?.files.keys() ?? [])]).toEqual(['demo/profile.md', 'demo/types.schema.json']);
    expect(stdout).toContain('(specs/demo/profile.md:1:1)');
  });

  test('--json adds the diagnostics to what is understood', async () => {
    const { stdout, stderr } = await show('specs/demo/profile.md', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      messages: [{ name: 'a\u001b' }],
      diagnostics: [{ code: 'nullable-enum', span: { file: 'specs/demo/profile.md' } }],
    });
    expect([stdout.includes('\u001b'), stderr]).toEqual([false, '']);
  });

  test('a path that cannot be read is bad input', async () => {
    const { exitCode, stderr } = await show('nowhere.md');
    expect([exitCode, stderr]).toEqual([
      2,
      'nowhere.md:1:1: file-unreadable: There is no such file.\n  found ENOENT\n',
    ]);
  });
});
