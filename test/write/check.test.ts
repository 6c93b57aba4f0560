import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { checkWrite, writeOutput, type WritableFile } from '../../generator/src/write/index.js';
import { readTree, temporaryFolder, writeTree } from '../support/folders.js';
import { file, options } from './support.js';

const lines = (...texts: string[]): string => texts.map((text) => `${text}\n`).join('');
const types = lines('one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine');
const current = [
  file('package.json', '{}\n'),
  file('demo/types.ts', types),
  file('demo/hooks.ts', 'base\n', 'user'),
];

async function written(files: readonly WritableFile[] = current): Promise<string> {
  const cwd = temporaryFolder();
  writeTree(cwd, { 'specs/demo/profile.md': '' });
  const report = await writeOutput(files, { cwd, specsDir: 'specs', outDir: 'generated' }, options);
  expect(report.problems).toEqual([]);
  return join(cwd, 'generated');
}

describe('a fresh folder', () => {
  test('has nothing to report, whatever npm, tsc and the user of a skeleton left there', async () => {
    const out = await written();
    writeTree(out, {
      'node_modules/a/index.js': '',
      'demo/node_modules/a/index.js': '',
      'demo/dist/types.js': '',
      'demo/tsconfig.tsbuildinfo': '{}',
      'demo/package-lock.json': '{}',
      'package-lock.json': '{}',
      'notes.md': 'beside the packages',
      'demo/hooks.ts': 'edited by its user\n',
    });
    const before = readTree(out);
    expect(checkWrite(current, out, options)).toEqual({ stale: [], problems: [] });
    expect(readTree(out)).toEqual(before);
  });
});

describe('a stale folder', () => {
  test('names missing, changed and extra files, sorted', async () => {
    const out = await written([...current, file('old/a.ts', 'old\n')]);
    rmSync(join(out, 'package.json'));
    writeFileSync(join(out, 'demo/types.ts'), types.replace('five', 'FIVE'));
    writeTree(out, { 'demo/unknown.ts': 'unknown\n' });
    const { stale } = checkWrite(current, out, options);
    expect(stale.map(({ path, state }) => [path, state])).toEqual([
      ['demo/types.ts', 'changed'],
      ['demo/unknown.ts', 'extra'],
      ['manifest.json', 'changed'],
      ['old/a.ts', 'extra'],
      ['package.json', 'missing'],
    ]);
  });

  test('shows a unified diff from the disk to what is generated', async () => {
    const out = await written();
    writeFileSync(join(out, 'demo/types.ts'), types.replace('five', 'FIVE'));
    expect(checkWrite(current, out, options).stale).toEqual([
      {
        path: 'demo/types.ts',
        state: 'changed',
        diff: {
          line: 5,
          text: lines(
            '--- a/demo/types.ts',
            '+++ b/demo/types.ts',
            '@@ -2,7 +2,7 @@',
            ' two',
            ' three',
            ' four',
            '-FIVE',
            '+five',
            ' six',
            ' seven',
            ' eight',
          ),
        },
      },
    ]);
  });

  test('all diffs together, applied by git, make the folder fresh', async () => {
    const out = await written([...current, file('old/a.ts', 'no newline at the end')]);
    const many = (word: string): string =>
      lines(...Array.from({ length: 3000 }, (_, n) => `${word} ${String(n)}`));
    writeTree(out, { 'demo/unknown.ts': 'unknown\n', 'demo/types.ts': many('other') });
    rmSync(join(out, 'package.json'));
    const next = [
      ...current.slice(0, 1),
      file('demo/types.ts', many('next')),
      ...current.slice(2),
      file('new/b.ts', 'b'),
    ];
    const { stale } = checkWrite(next, out, options);
    const copy = join(temporaryFolder(), 'copy');
    cpSync(out, copy, { recursive: true });
    const input = stale.map(({ diff }) => diff?.text ?? '').join('');
    const patch = spawnSync('git', ['apply', '-p1'], { cwd: copy, input, encoding: 'utf8' });
    expect(patch.stderr).toBe('');
    expect(patch.status).toBe(0);
    expect(checkWrite(next, copy, options)).toEqual({ stale: [], problems: [] });
  });

  test('a folder that does not exist lacks everything', () => {
    const { stale } = checkWrite(current, join(temporaryFolder(), 'nowhere'), options);
    expect(stale.map(({ path, state }) => [path, state])).toEqual([
      ['demo/hooks.ts', 'missing'],
      ['demo/types.ts', 'missing'],
      ['manifest.json', 'missing'],
      ['package.json', 'missing'],
    ]);
  });

  test('a manifest that is not one is itself stale', async () => {
    const out = await written();
    writeFileSync(join(out, 'manifest.json'), '<<<<<<< ours\n');
    expect(checkWrite(current, out, options).stale).toMatchObject([
      { path: 'manifest.json', state: 'changed' },
    ]);
  });

  test('a manifest of another generator version is stale', async () => {
    const out = await written();
    const newer = { generator: { name: 'profilegen', version: '2.0.0' } };
    expect(checkWrite(current, out, newer).stale).toMatchObject([
      { path: 'manifest.json', state: 'changed', diff: { line: 2 } },
    ]);
  });

  test('a binary or unreadably long extra file is named without a diff', async () => {
    const out = await written();
    writeFileSync(join(out, 'demo/a.bin'), Buffer.from([0, 1, 2]));
    writeFileSync(join(out, 'demo/b.bin'), Buffer.from([0xff, 0xfe]));
    writeFileSync(join(out, 'demo/long.txt'), 'x'.repeat(2_000_000));
    expect(checkWrite(current, out, options).stale).toEqual([
      { path: 'demo/a.bin', state: 'extra' },
      { path: 'demo/b.bin', state: 'extra' },
      { path: 'demo/long.txt', state: 'extra' },
    ]);
  });

  test('with a scope, other packages are not looked at', async () => {
    const out = await written([file('a/x.ts', '1'), file('b/x.ts', '1')]);
    writeTree(out, { 'b/x.ts': 'edited', 'b/unknown.ts': '' });
    const scoped = { ...options, scope: new Set(['a']) };
    expect(checkWrite([file('a/x.ts', '1')], out, scoped)).toEqual({ stale: [], problems: [] });
    expect(checkWrite([file('a/x.ts', '2')], out, scoped).stale.map(({ path }) => path)).toEqual([
      'a/x.ts',
      'manifest.json',
    ]);
  });
});
