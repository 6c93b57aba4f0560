import { createHash } from 'node:crypto';
import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import {
  applyWrite,
  planWrite,
  writeOutput,
  type OutputLocation,
  type PlanOptions,
  type WritableFile,
  type WriteReport,
} from '../../generator/src/write/index.js';
import { readTree, temporaryFolder, writeTree } from '../support/folders.js';
import { file, options } from './support.js';

interface Workspace extends OutputLocation {
  readonly out: string;
}

function workspace(): Workspace {
  const cwd = temporaryFolder();
  writeTree(cwd, { 'specs/demo/profile.md': '# Demo\n' });
  return { cwd, specsDir: 'specs', outDir: 'generated', out: join(cwd, 'generated') };
}

async function generate(
  location: OutputLocation,
  files: readonly WritableFile[],
  plan: PlanOptions = options,
): Promise<WriteReport> {
  const report = await writeOutput(files, location, plan);
  expect(report.problems).toEqual([]);
  return report;
}

function states(report: WriteReport): Record<string, string> {
  return Object.fromEntries(report.files.map(({ path, state }) => [path, state]));
}

const first = [file('package.json', '{}\n'), file('demo/src/types.ts', 'export type A = 1;\n')];

describe('a first run', () => {
  test('writes every file and a sorted manifest with their digests, and leaves nothing else', async () => {
    const place = workspace();
    const report = await generate(place, first);
    expect(states(report)).toEqual({
      'demo/src/types.ts': 'created',
      'manifest.json': 'created',
      'package.json': 'created',
    });
    const { 'manifest.json': manifest, ...others } = readTree(place.out);
    expect(others).toEqual({ 'package.json': '{}\n', 'demo/src/types.ts': 'export type A = 1;\n' });
    const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
    expect(JSON.parse(manifest ?? '')).toEqual({
      generator: { name: 'profilegen', version: '1.2.3' },
      files: [
        {
          path: 'demo/src/types.ts',
          sha256: digest('export type A = 1;\n'),
          ownership: 'generated',
          sources: ['demo/profile.md'],
        },
        {
          path: 'package.json',
          sha256: digest('{}\n'),
          ownership: 'generated',
          sources: ['demo/profile.md'],
        },
      ],
    });
  });

  test('writes the same bytes for any order of files and sources', async () => {
    const [one, other] = [workspace(), workspace()];
    const a: WritableFile = { ...file('a/Z.ts', 'z'), sources: ['b.md', 'a.md', 'b.md'] };
    const b = file('a/a.ts', 'a');
    const c = file('Ä/a.ts', 'umlaut');
    await generate(one, [a, b, c]);
    await generate(other, [c, b, { ...a, sources: ['a.md', 'b.md'] }]);
    expect(readTree(other.out)).toEqual(readTree(one.out));
    const { files } = JSON.parse(readTree(one.out)['manifest.json'] ?? '') as { files: { path: string }[] };
    expect(files.map(({ path }) => path)).toEqual(['a/Z.ts', 'a/a.ts', 'Ä/a.ts']);
  });
});

describe('a later run', () => {
  test('does not touch a file that stays the same', async () => {
    const place = workspace();
    await generate(place, first);
    const old = new Date('2001-01-01T00:00:00Z');
    for (const path of ['package.json', 'manifest.json']) utimesSync(join(place.out, path), old, old);
    await generate(place, first);
    expect(statSync(join(place.out, 'manifest.json')).mtime).toEqual(old);
    const report = await generate(place, [
      file('package.json', '{}\n'),
      file('demo/src/types.ts', 'changed\n'),
    ]);
    expect(states(report)).toEqual({
      'demo/src/types.ts': 'changed',
      'manifest.json': 'changed',
      'package.json': 'unchanged',
    });
    expect(statSync(join(place.out, 'package.json')).mtime).toEqual(old);
    expect(readTree(place.out)['demo/src/types.ts']).toBe('changed\n');
  });

  test('prunes what it no longer generates, with folders that become empty, and spares all else', async () => {
    const place = workspace();
    await generate(place, [...first, file('gone/src/deep/a.ts', 'a'), file('gone2/a.ts', 'a')]);
    writeTree(place.out, { 'notes.txt': 'mine', 'gone2/mine.txt': 'mine', 'demo/node_modules/x/i.js': 'x' });
    const report = await generate(place, first);
    expect(states(report)).toMatchObject({ 'gone/src/deep/a.ts': 'stale', 'gone2/a.ts': 'stale' });
    const { 'manifest.json': manifest, ...others } = readTree(place.out);
    expect(others).toEqual({
      'package.json': '{}\n',
      'demo/src/types.ts': 'export type A = 1;\n',
      'demo/node_modules/x/i.js': 'x',
      'notes.txt': 'mine',
      'gone2/mine.txt': 'mine',
    });
    expect(manifest).not.toContain('gone');
  });

  test('a module can become a folder of the same name', async () => {
    const place = workspace();
    await generate(place, [file('demo/a.ts', 'old')]);
    await generate(place, [file('demo/a/index.ts', 'new')]);
    expect(Object.keys(readTree(place.out))).toEqual(['demo/a/index.ts', 'manifest.json']);
  });

  test('restores an edited generated file and says that an edit is discarded', async () => {
    const place = workspace();
    await generate(place, first);
    writeFileSync(join(place.out, 'package.json'), '{"edited":true}\n');
    const report = await generate(place, first);
    expect(report.files.find(({ path }) => path === 'package.json')).toMatchObject({
      state: 'changed',
      edited: true,
    });
    expect(readTree(place.out)['package.json']).toBe('{}\n');
  });
});

describe('files that profilegen did not write', () => {
  test('are never overwritten: nothing at all is written', async () => {
    const place = workspace();
    writeTree(place.out, { 'package.json': '{"mine":true}\n' });
    const before = readTree(place.cwd);
    const report = await writeOutput(first, place, options);
    expect(report.problems).toMatchObject([{ code: 'output-foreign', path: 'package.json' }]);
    expect(report.files).toEqual([]);
    expect(readTree(place.cwd)).toEqual(before);
  });

  test('all of them are reported in one run', async () => {
    const place = workspace();
    writeTree(place.out, {
      'package.json': 'x',
      'demo/src/types.ts/inner.txt': 'x',
      other: 'a file, not a folder',
    });
    const report = await writeOutput([...first, file('other/a.ts', 'a')], place, options);
    expect(report.problems.map(({ code, path }) => [code, path])).toEqual([
      ['output-foreign', 'package.json'],
      ['output-foreign', 'demo/src/types.ts'],
      ['output-foreign', 'other/a.ts'],
    ]);
  });

  test('with the very bytes that belong there are taken over, so a lost manifest can be made again', async () => {
    const place = workspace();
    await generate(place, first);
    const before = readTree(place.out);
    rmSync(join(place.out, 'manifest.json'));
    expect(states(await generate(place, first))).toMatchObject({
      'manifest.json': 'created',
      'package.json': 'unchanged',
    });
    expect(readTree(place.out)).toEqual(before);
  });

  test.each([
    ['another tool’s manifest', '{"name":"my web app","icons":[]}'],
    ['merge markers', '<<<<<<< ours\n{}\n'],
    ['a path out of the folder', manifestNaming('../victim.txt')],
    ['an absolute path', manifestNaming('/victim.txt')],
    ['a path into git', manifestNaming('.git/config')],
    ['a Windows path', manifestNaming('..\\victim.txt')],
  ])('a manifest.json that is %s is refused and kept', async (_, manifest) => {
    const place = workspace();
    writeTree(place.cwd, { 'generated/manifest.json': manifest, 'victim.txt': 'precious' });
    const before = readTree(place.cwd);
    const report = await writeOutput(first, place, options);
    expect(report.problems).toMatchObject([{ code: 'output-foreign', path: 'manifest.json' }]);
    expect(readTree(place.cwd)).toEqual(before);
  });
});

function manifestNaming(path: string): string {
  const entry = { path, sha256: '0'.repeat(64), ownership: 'generated', sources: [] };
  return JSON.stringify({ generator: { name: 'profilegen', version: '1' }, files: [entry] });
}

describe('a skeleton that its user owns', () => {
  const skeleton = (text: string): WritableFile => file('demo/src/hooks.ts', text, 'user');

  test('is written once, then neither overwritten nor pruned', async () => {
    const place = workspace();
    expect(states(await generate(place, [...first, skeleton('v1')]))).toMatchObject({
      'demo/src/hooks.ts': 'created',
    });
    writeFileSync(join(place.out, 'demo/src/hooks.ts'), 'edited');
    expect(states(await generate(place, [...first, skeleton('v2')]))).toMatchObject({
      'demo/src/hooks.ts': 'kept',
    });
    await generate(place, first);
    expect(readTree(place.out)['demo/src/hooks.ts']).toBe('edited');
    expect(readTree(place.out)['manifest.json']).toContain('demo/src/hooks.ts');
    rmSync(join(place.out, 'demo/src/hooks.ts'));
    await generate(place, [...first, skeleton('v2')]);
    expect(readTree(place.out)['demo/src/hooks.ts']).toBe('v2');
  });

  test('does not become a generated file by a new version of the generator', async () => {
    const place = workspace();
    await generate(place, [skeleton('v1')]);
    writeFileSync(join(place.out, 'demo/src/hooks.ts'), 'edited');
    const report = await writeOutput([file('demo/src/hooks.ts', 'v2')], place, options);
    expect(report.problems).toMatchObject([{ code: 'output-foreign', path: 'demo/src/hooks.ts' }]);
  });
});

describe('a run for some packages only', () => {
  test('leaves the other packages and their manifest entries alone', async () => {
    const place = workspace();
    await generate(place, [
      file('a/x.ts', '1'),
      file('a/y.ts', '1'),
      file('b/x.ts', '1'),
      file('root.json', '1'),
    ]);
    const scope = { ...options, scope: new Set(['a']) };
    const report = await generate(place, [file('a/x.ts', '2')], scope);
    expect(states(report)).toEqual({ 'a/x.ts': 'changed', 'a/y.ts': 'stale', 'manifest.json': 'changed' });
    expect(Object.keys(readTree(place.out))).toEqual(['a/x.ts', 'b/x.ts', 'manifest.json', 'root.json']);
    const whole = planWrite(
      [file('a/x.ts', '2'), file('b/x.ts', '1'), file('root.json', '1')],
      place.out,
      options,
    );
    expect(whole.files.every(({ state }) => state === 'unchanged')).toBe(true);
  });
});

describe('paths of a compilation', () => {
  test.each([
    '../a.ts',
    '/a.ts',
    'a/../../b.ts',
    'a//b.ts',
    './a.ts',
    'C:/a.ts',
    'a\\b.ts',
    'a/con.ts',
    'a/nul',
    'a/b.',
    'a/b ',
    '.git/hooks/x',
    '.profilegen/lock',
    'manifest.json',
    'a/\u0000.ts',
    'a/x\u001b.ts',
    '',
    'a/',
  ])('%j is refused', async (path) => {
    const place = workspace();
    const report = await writeOutput([file(path, 'x')], place, options);
    expect(report.problems).toMatchObject([{ code: 'output-unsafe', path }]);
    expect(readTree(place.cwd)).toEqual({ 'specs/demo/profile.md': '# Demo\n' });
  });

  test('that differ by case or by Unicode form only are refused', async () => {
    const report = await writeOutput(
      [file('a/Type.ts', '1'), file('a/type.ts', '2'), file('a/\u00e9.ts', '3'), file('a/e\u0301.ts', '4')],
      workspace(),
      options,
    );
    expect(report.problems.map(({ path }) => path)).toEqual(['a/type.ts', 'a/e\u0301.ts']);
  });
});

describe('a plan', () => {
  test('with problems is not applied', () => {
    const place = workspace();
    writeTree(place.out, { 'package.json': 'mine' });
    expect(() => {
      applyWrite(planWrite(first, place.out, options));
    }).toThrow('A plan with problems cannot be applied.');
    expect(readTree(place.out)).toEqual({ 'package.json': 'mine' });
  });
});
