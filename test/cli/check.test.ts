import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { readTree, temporaryFolder, writeTree } from '../support/folders.js';
import { compiling, fault, outputFile, remark, run } from './support.js';

const files = [outputFile('package.json', '{}\n'), outputFile('demo/src/index.ts', 'one\ntwo\nthree\n')];
const pipeline = compiling(files);

async function generated(): Promise<string> {
  const cwd = temporaryFolder();
  writeTree(cwd, { 'specs/demo/profile.md': '# Demo\n' });
  expect((await run(cwd, ['generate'], { pipeline })).exitCode).toBe(0);
  return cwd;
}

async function stale(): Promise<string> {
  const cwd = await generated();
  rmSync(join(cwd, 'generated/package.json'));
  writeFileSync(join(cwd, 'generated/demo/src/index.ts'), 'one\n::error::2\u001b[2J\nthree\n');
  writeTree(cwd, { 'generated/demo/extra.txt': 'extra\n' });
  return cwd;
}

const diff = ['--- a/demo/src/index.ts', '+++ b/demo/src/index.ts', '@@ -1,3 +1,3 @@', ' one'];

describe('check', () => {
  test('says that a fresh folder is up to date, with exit 0, and touches nothing', async () => {
    const cwd = await generated();
    const before = readTree(cwd);
    const { exitCode, stdout } = await run(cwd, ['check'], { pipeline });
    expect([exitCode, stdout]).toEqual([0, 'generated is up to date\n']);
    expect(readTree(cwd)).toEqual(before);
  });

  test('lists missing, changed and extra files with unified diffs, with exit 100, and touches nothing', async () => {
    const cwd = await stale();
    const before = readTree(cwd);
    const { exitCode, stdout } = await run(cwd, ['check'], { pipeline });
    expect(exitCode).toBe(100);
    expect(stdout.split('\n')).toEqual([
      'extra generated/demo/extra.txt',
      '--- a/demo/extra.txt',
      '+++ /dev/null',
      '@@ -1,1 +0,0 @@',
      '-extra',
      '',
      'changed generated/demo/src/index.ts',
      ...diff,
      '-::error::2\\x1b[2J',
      '+two',
      ' three',
      '',
      'missing generated/package.json',
      '--- /dev/null',
      '+++ b/package.json',
      '@@ -0,0 +1,1 @@',
      '+{}',
      '',
      'generated is stale: 1 missing, 1 changed, 1 extra; run `profilegen generate` and commit the result',
      '',
    ]);
    expect(readTree(cwd)).toEqual(before);
  });

  test.each([['--format', 'json'], ['--json']])('%s %s gives the same for programs', async (...flags) => {
    const { exitCode, stdout, stderr } = await run(await stale(), ['check', ...flags], { pipeline });
    expect([exitCode, stderr]).toEqual([100, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      fresh: false,
      files: [
        { path: 'generated/demo/extra.txt', state: 'extra' },
        {
          path: 'generated/demo/src/index.ts',
          state: 'changed',
          line: 2,
          diff: [...diff, '-::error::2\u001b[2J', '+two', ' three', ''].join('\n'),
        },
        { path: 'generated/package.json', state: 'missing' },
      ],
      diagnostics: [],
    });
    expect(stdout).not.toContain('\u001b');
    const fresh = await run(await generated(), ['check', ...flags], { pipeline });
    expect([fresh.exitCode, JSON.parse(fresh.stdout)]).toEqual([
      0,
      { fresh: true, files: [], diagnostics: [] },
    ]);
  });

  test('--format github annotates each file, and no line of a file becomes a command', async () => {
    const { exitCode, stdout } = await run(await stale(), ['check', '--format', 'github'], { pipeline });
    expect(exitCode).toBe(100);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^::error file=generated\/demo\/src\/index\.ts,line=2,col=1::changed: /);
    expect(lines[1]).toContain('%0A-::error::2\\x1b[2J%0A+two%0A');
  });

  test('bad input exits with 2 in each format and compares nothing', async () => {
    const cwd = await stale();
    const broken = { pipeline: compiling([], [fault(3)]) };
    const text = await run(cwd, ['check'], broken);
    expect([text.exitCode, text.stdout]).toEqual([2, '']);
    expect(text.stderr).toContain('specs/demo/profile.md:3:3: missing-type: ');
    const json = await run(cwd, ['check', '--json'], broken);
    expect([json.exitCode, JSON.parse(json.stdout)]).toMatchObject([
      2,
      { fresh: false, files: [], diagnostics: [{ code: 'missing-type' }] },
    ]);
    const github = await run(cwd, ['check', '--format', 'github'], broken);
    expect([
      github.exitCode,
      github.stdout.startsWith('::error file=specs/demo/profile.md,line=3,col=3::'),
    ]).toEqual([2, true]);
  });

  test('notes do not make a folder stale', async () => {
    const cwd = await generated();
    const { exitCode, stderr } = await run(cwd, ['check'], { pipeline: compiling(files, [remark]) });
    expect([exitCode, stderr.includes('nullable-enum: note:')]).toEqual([0, true]);
  });
});
