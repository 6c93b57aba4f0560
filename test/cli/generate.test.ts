import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { CompileInput } from '../../generator/src/cli/pipeline.js';
import { diagnose } from '../../generator/src/diagnostics/index.js';
import { readTree, temporaryFolder, writeTree } from '../support/folders.js';
import { compiling, fault, outputFile, remark, run } from './support.js';

const files = [outputFile('package.json', '{}\n'), outputFile('demo/src/index.ts', 'export {};\n')];

function project(): string {
  const cwd = temporaryFolder();
  writeTree(cwd, { 'specs/demo/profile.md': '# Demo\n', 'specs/.hidden': 'x' });
  return cwd;
}

describe('generate', () => {
  test('writes to "generated" from "specs", tells each file, and is quiet about it the second time', async () => {
    const cwd = project();
    const pipeline = compiling(files);
    expect(await run(cwd, ['generate'], { pipeline })).toEqual({
      exitCode: 0,
      stderr: 'profilegen: reading specs\nprofilegen: compiling\nprofilegen: writing generated\n',
      stdout:
        'created generated/demo/src/index.ts\ncreated generated/manifest.json\ncreated generated/package.json\n' +
        'generated: 3 created, 0 changed, 0 removed, 0 unchanged\n',
    });
    const again = await run(cwd, ['generate'], { pipeline });
    expect(again.stdout).toBe('generated: 0 created, 0 changed, 0 removed, 3 unchanged\n');
    expect(readTree(join(cwd, 'generated'))['demo/src/index.ts']).toBe('export {};\n');
  });

  test('hands the compilation every file of the specs folder, sorted, and the templates', async () => {
    const cwd = project();
    writeTree(cwd, { 'api/b/asyncapi.yaml': 'b', 'api/a/profile.md': 'a', 'api/Z.md': 'z' });
    const inputs: CompileInput[] = [];
    const compile = (input: CompileInput) => {
      inputs.push(input);
      return Promise.resolve({ files, diagnostics: [] });
    };
    await run(cwd, ['generate', '--specs', 'api/', '--out', 'out', '--profile', 'a', '--profile', 'b'], {
      pipeline: { compile },
    });
    const [input] = inputs;
    expect([...(input?.specs.keys() ?? [])]).toEqual(['Z.md', 'a/profile.md', 'b/asyncapi.yaml']);
    expect(input?.templates.get('package.json.hbs')).toContain('"exports"');
    expect(input?.profiles).toEqual(['a', 'b']);
    expect(Object.keys(readTree(join(cwd, 'out')))).toEqual([
      'demo/src/index.ts',
      'manifest.json',
      'package.json',
    ]);
  });

  test('with --profile prunes in the packages of that run only', async () => {
    const cwd = project();
    await run(cwd, ['generate'], {
      pipeline: compiling([...files, outputFile('demo/old.ts', ''), outputFile('other/a.ts', '')]),
    });
    const { stdout } = await run(cwd, ['generate', '--profile', 'demo'], { pipeline: compiling(files) });
    expect(stdout).toContain('removed generated/demo/old.ts\n');
    expect(Object.keys(readTree(join(cwd, 'generated')))).toContain('other/a.ts');
    await run(cwd, ['generate'], { pipeline: compiling(files) });
    expect(Object.keys(readTree(join(cwd, 'generated')))).not.toContain('other/a.ts');
  });

  test('reports every error with the path as it can be clicked, writes nothing, and exits with 2', async () => {
    const cwd = project();
    const pipeline = compiling(files, [fault(9), fault(4)]);
    const { exitCode, stderr, stdout } = await run(cwd, ['generate', '--specs', './specs/'], { pipeline });
    expect(exitCode).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.split('\n').slice(2)).toEqual([
      './specs/demo/profile.md:4:3: missing-type: The field has no type.',
      '  expected a type',
      '  found none',
      './specs/demo/profile.md:9:3: missing-type: The field has no type.',
      '  expected a type',
      '  found none',
      '',
    ]);
    expect(Object.keys(readTree(cwd)).filter((path) => !path.startsWith('specs'))).toEqual([]);
  });

  test('prints notes and writes all the same', async () => {
    const { exitCode, stderr } = await run(project(), ['generate'], { pipeline: compiling(files, [remark]) });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('specs/demo/asyncapi.yaml:7:5: nullable-enum: note: null is admitted.\n');
  });

  test('--json prints one JSON document and no progress', async () => {
    const { stdout, stderr } = await run(project(), ['generate', '--json'], {
      pipeline: compiling(files, [remark]),
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      files: [
        { path: 'generated/demo/src/index.ts', state: 'created' },
        { path: 'generated/manifest.json', state: 'created' },
        { path: 'generated/package.json', state: 'created' },
      ],
      diagnostics: [{ ...remark, span: { ...remark.span, file: 'specs/demo/asyncapi.yaml' } }],
    });
  });

  test('does not overwrite a foreign file: exit 2, and the file is named', async () => {
    const cwd = project();
    writeTree(cwd, { 'generated/package.json': 'mine' });
    const { exitCode, stderr } = await run(cwd, ['generate'], { pipeline: compiling(files) });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('generated/package.json:1:1: output-foreign: ');
    expect(readTree(join(cwd, 'generated'))).toEqual({ 'package.json': 'mine' });
  });

  test('tells that an edit of a generated file is discarded', async () => {
    const cwd = project();
    await run(cwd, ['generate'], { pipeline: compiling(files) });
    writeFileSync(join(cwd, 'generated/package.json'), 'edited');
    const { stdout } = await run(cwd, ['generate'], { pipeline: compiling(files) });
    expect(stdout).toContain('changed generated/package.json (an edit by hand is discarded)\n');
  });

  test('an unsafe output folder is refused before anything is compiled', async () => {
    const cwd = project();
    for (const out of ['.', 'specs', 'specs/demo/out', '/']) {
      const { exitCode, stderr } = await run(cwd, ['generate', '--out', out]);
      expect([exitCode, stderr.startsWith(`${out}:1:1: output-unsafe: `)]).toEqual([2, true]);
    }
  });

  test('a fault of profilegen itself exits with 1', async () => {
    const broken = diagnose(
      'internal-type-check',
      { file: 'demo/a.ts', line: 1, column: 1 },
      { message: 'x' },
    );
    expect((await run(project(), ['generate'], { pipeline: compiling([], [broken]) })).exitCode).toBe(1);
  });
});

describe('the specs folder', () => {
  test('that is missing, a file, or empty is an error at its own path, and prunes nothing', async () => {
    const cwd = project();
    await run(cwd, ['generate'], { pipeline: compiling(files) });
    const before = readTree(join(cwd, 'generated'));
    writeTree(cwd, { file: 'x' });
    mkdirSync(join(cwd, 'empty'));
    const messages = ['nowhere', 'file', 'empty'].map(async (specs) => {
      const { exitCode, stderr } = await run(cwd, ['generate', '--specs', specs]);
      return [exitCode, stderr.split('\n').find((line) => line.startsWith(specs))];
    });
    expect(await Promise.all(messages)).toEqual([
      [2, 'nowhere:1:1: file-unreadable: There is no such folder.'],
      [2, 'file:1:1: file-unreadable: The path is not a folder.'],
      [2, 'empty:1:1: no-specification: The folder holds no specification.'],
    ]);
    const frame = { ...outputFile('package.json', '{}'), sources: [] };
    const nothing = await run(cwd, ['generate'], { pipeline: compiling([frame]) });
    expect([nothing.exitCode, nothing.stderr.includes('specs:1:1: no-specification: ')]).toEqual([2, true]);
    expect(readTree(join(cwd, 'generated'))).toEqual(before);
  });

  test('with an unreadable file: that fault is reported together with those of the other files', async () => {
    const cwd = project();
    writeTree(cwd, { 'secret.md': 'secret' });
    symlinkSync(join(cwd, 'secret.md'), join(cwd, 'specs/demo/linked.md'));
    const seen: string[] = [];
    const compile = ({ specs }: CompileInput) => {
      seen.push(...specs.keys());
      return Promise.resolve({ files, diagnostics: [fault(1)] });
    };
    const { exitCode, stderr } = await run(cwd, ['generate'], { pipeline: { compile } });
    expect(exitCode).toBe(2);
    expect(seen).toEqual(['demo/profile.md']);
    expect(stderr).toContain('specs/demo/linked.md:1:1: file-unreadable: ');
    expect(stderr).toContain('specs/demo/profile.md:1:3: missing-type: ');
  });
});
