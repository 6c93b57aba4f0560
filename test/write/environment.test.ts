import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import {
  applyWrite,
  checkWrite,
  inspectLocation,
  planWrite,
  writeOutput,
  type OutputLocation,
} from '../../generator/src/write/index.js';
import { readTree, temporaryFolder, writeTree } from '../support/folders.js';
import { file, options } from './support.js';

const files = [file('demo/index.ts', 'export {};\n'), file('package.json', '{}\n')];

/** A working directory with specs, and a folder outside of it that nothing may touch. */
function scene(): OutputLocation & { readonly outside: string; readonly out: string } {
  const folder = temporaryFolder();
  writeTree(folder, { 'work/specs/demo/profile.md': '# Demo\n', 'outside/precious.txt': 'precious' });
  const cwd = join(folder, 'work');
  return {
    cwd,
    specsDir: 'specs',
    outDir: 'generated',
    out: join(cwd, 'generated'),
    outside: join(folder, 'outside'),
  };
}

async function refused(
  place: OutputLocation & { readonly outside: string },
  code: string,
  path: string,
): Promise<void> {
  const before = readTree(place.cwd);
  const report = await writeOutput(files, place, options);
  expect(report.problems).toMatchObject([{ code, path }]);
  expect(report.files).toEqual([]);
  expect(readTree(place.cwd)).toEqual(before);
  expect(readTree(place.outside)).toEqual({ 'precious.txt': 'precious' });
}

describe('symbolic links in the output folder', () => {
  test('V1: a link to a file where a file must be written is refused', async () => {
    const place = scene();
    mkdirSync(place.out);
    symlinkSync(join(place.outside, 'precious.txt'), join(place.out, 'package.json'));
    await refused(place, 'output-foreign', 'package.json');
  });

  test('V2: a dangling link is refused and nothing appears at its target', async () => {
    const place = scene();
    mkdirSync(place.out);
    symlinkSync(join(place.outside, 'new.txt'), join(place.out, 'package.json'));
    await refused(place, 'output-foreign', 'package.json');
  });

  test('V3: a link in place of a folder is refused', async () => {
    const place = scene();
    mkdirSync(place.out);
    symlinkSync(place.outside, join(place.out, 'demo'));
    await refused(place, 'output-unsafe', 'demo/index.ts');
  });

  test('V3: an output folder that is a link is refused', async () => {
    const place = scene();
    symlinkSync(place.outside, place.out);
    await refused(place, 'output-unsafe', '');
  });

  test('V3: a link above the output folder that leaves the working directory is refused', async () => {
    const place = scene();
    symlinkSync(place.outside, join(place.cwd, 'build'));
    await refused({ ...place, outDir: 'build/generated' }, 'output-unsafe', '');
  });

  test('V4: a folder that becomes a link after the plan was made is not written through', () => {
    const place = scene();
    writeTree(place.out, { 'demo/mine.txt': 'mine' });
    const plan = planWrite(files, place.out, options);
    renameSync(join(place.out, 'demo'), join(place.cwd, 'moved'));
    symlinkSync(place.outside, join(place.out, 'demo'));
    expect(() => {
      applyWrite(plan);
    }).toThrow('The output folder changed while it was written.');
    expect(readTree(place.outside)).toEqual({ 'precious.txt': 'precious' });
    expect(Object.keys(readTree(place.out))).not.toContain('package.json');
  });

  test('a stale file is not deleted through a link', async () => {
    const place = scene();
    await writeOutput([...files, file('old/precious.txt', 'precious')], place, options);
    rmSync(join(place.out, 'old'), { recursive: true });
    symlinkSync(place.outside, join(place.out, 'old'));
    expect((await writeOutput(files, place, options)).problems).toEqual([]);
    expect(readTree(place.outside)).toEqual({ 'precious.txt': 'precious' });
  });

  test('a link in place of the work folder is refused', async () => {
    const place = scene();
    mkdirSync(place.out);
    symlinkSync(place.outside, join(place.out, '.profilegen'));
    await refused(place, 'output-unsafe', '.profilegen');
  });

  test('V8: check refuses or reports, and writes nothing', () => {
    const place = scene();
    mkdirSync(place.out);
    symlinkSync(place.outside, join(place.out, 'demo'));
    symlinkSync(join(place.outside, 'precious.txt'), join(place.out, 'package.json'));
    const before = readTree(place.cwd);
    expect(checkWrite(files, place.out, options).problems).toMatchObject([
      { code: 'output-unsafe', path: 'demo/index.ts' },
    ]);
    rmSync(join(place.out, 'demo'));
    expect(checkWrite(files, place.out, options).stale).toMatchObject([
      { path: 'demo/index.ts', state: 'missing' },
      { path: 'manifest.json', state: 'missing' },
      { path: 'package.json', state: 'changed' },
    ]);
    symlinkSync(place.outside, join(place.out, 'demo'));
    expect(readTree(place.cwd)).toEqual(before);
  });
});

describe('V5: an output folder that holds other things is refused', () => {
  test.each([
    ['the root of the file system', '/', 'root of the file system'],
    ['the home folder', homedir(), 'the home folder'],
    ['a folder above the specs', '.', 'the specs folder, or one above it'],
    ['the specs folder', 'specs', 'the specs folder, or one above it'],
    ['a folder in the specs', 'specs/demo/out', 'inside the specs folder'],
    ['the root of a repository', 'repository', 'the root of a repository'],
    ['a worktree', 'worktree', 'the root of a repository'],
    ['a folder of git', 'repository/.git/out', 'inside a repository’s own data'],
  ])('%s', (_, outDir, found) => {
    const place = scene();
    writeTree(place.cwd, { 'repository/.git/HEAD': 'ref', 'worktree/.git': 'gitdir: elsewhere' });
    const problems = inspectLocation({ ...place, outDir });
    expect(problems.every(({ code, path }) => code === 'output-unsafe' && path === '')).toBe(true);
    expect(problems.map((problem) => problem.found ?? '').join('; ')).toContain(found);
  });

  test('also when the specs folder is reached by a link', () => {
    const place = scene();
    symlinkSync(join(place.cwd, 'specs'), join(place.cwd, 'link'));
    expect(inspectLocation({ ...place, specsDir: 'link', outDir: 'specs/out' })).toHaveLength(1);
    expect(inspectLocation({ ...place, specsDir: 'link', outDir: 'generated' })).toEqual([]);
  });

  test('a folder of its own is fine, anywhere and at any depth', () => {
    const place = scene();
    for (const outDir of ['generated', 'a/b/c', join(place.outside, 'new'), '../outside', './specs-out']) {
      expect(inspectLocation({ ...place, outDir })).toEqual([]);
    }
    expect(inspectLocation({ ...place, outDir: 'specs/demo/profile.md' })).toHaveLength(1);
  });
});

describe('V7: a disk that refuses', () => {
  test('leaves every file as it was when a later one fails', async () => {
    const place = scene();
    await writeOutput([...files, file('old/a.ts', 'old')], place, options);
    const before = readTree(place.out);
    // The last of these needs a folder where the first one puts a file.
    const failing = [
      file('demo/index.ts', 'changed'),
      file('x', 'file'),
      file('x/y.ts', 'below'),
      file('zz/new.ts', ''),
    ];
    const report = await writeOutput(failing, place, options);
    expect(report.problems).toMatchObject([{ code: 'output-unsafe', path: 'x/y.ts' }]);
    expect(readTree(place.out)).toEqual(before);
  });

  test.skipIf(process.getuid?.() === 0)(
    'a read-only folder is reported, and the folder stays as it is',
    async () => {
      const place = scene();
      mkdirSync(place.out);
      chmodSync(place.out, 0o555);
      onTestFinished(() => {
        chmodSync(place.out, 0o755);
      });
      await refused(place, 'output-unwritable', '');
    },
  );

  test('an output folder that cannot be made is reported', async () => {
    const place = scene();
    writeTree(place.cwd, { occupied: 'a file' });
    await refused({ ...place, outDir: 'occupied/generated' }, 'output-unwritable', '');
  });

  test('an up-to-date folder is not touched at all', async () => {
    const place = scene();
    await writeOutput(files, place, options);
    mkdirSync(join(place.out, '.profilegen'));
    writeFileSync(
      join(place.out, '.profilegen', 'lock'),
      JSON.stringify({ pid: process.pid, host: hostname() }),
    );
    const report = await writeOutput(files, place, { ...options, patience: 0 });
    expect(report.problems).toEqual([]);
  });
});

describe('V10: the lock', () => {
  test('runs at the same time give the output of one of them, never a mixture', async () => {
    const place = scene();
    const versions = Array.from({ length: 6 }, (_, version) =>
      Array.from({ length: 30 }, (_, n) => file(`demo/f${String(n)}.ts`, `// version ${String(version)}\n`)),
    );
    const reports = await Promise.all(versions.map((version) => writeOutput(version, place, options)));
    expect(reports.flatMap(({ problems }) => problems)).toEqual([]);
    const { 'manifest.json': manifest, ...written } = readTree(place.out);
    expect(new Set(Object.values(written)).size).toBe(1);
    expect(Object.keys(written)).toHaveLength(30);
    expect(manifest).toBeDefined();
    const last = versions.find(([one]) => one?.text === written['demo/f0.ts']) ?? [];
    expect(checkWrite(last, place.out, options)).toEqual({ stale: [], problems: [] });
  });

  test('a run gives up when another one keeps the lock, and names it', async () => {
    const place = scene();
    writeTree(place.out, {
      '.profilegen/lock': JSON.stringify({ pid: process.pid, host: hostname(), id: 'x' }),
    });
    const report = await writeOutput(files, place, { ...options, patience: 100 });
    expect(report.problems).toMatchObject([
      { code: 'output-locked', found: `process ${String(process.pid)} on ${hostname()}` },
    ]);
    expect(Object.keys(readTree(place.out))).toEqual(['.profilegen/lock']);
  });

  test('the lock of a run that died is taken over', async () => {
    const place = scene();
    writeTree(place.out, { '.profilegen/lock': JSON.stringify({ pid: 2 ** 30, host: hostname(), id: 'x' }) });
    expect((await writeOutput(files, place, options)).problems).toEqual([]);
    expect(existsSync(join(place.out, '.profilegen'))).toBe(false);
  });

  test('a refused run leaves no folder behind', async () => {
    const place = scene();
    const away = mkdtempSync(join(place.cwd, 'fresh-'));
    const bad = [file('../up.ts', '')];
    await writeOutput(bad, { ...place, outDir: join(away, 'a/b') }, options);
    expect(readTree(away)).toEqual({});
  });
});
