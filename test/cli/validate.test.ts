import { join } from 'node:path';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { readTree, temporaryFolder, writeTree } from '../support/folders.js';
import { run, type Run } from './support.js';

const tsconfig = JSON.stringify({
  extends: '../tsconfig.base.json',
  compilerOptions: { rootDir: 'src', outDir: 'dist' },
  include: ['src'],
});

function manifest(name: string, dependencies: Readonly<Record<string, string>>): string {
  const exports = {
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './package.json': './package.json',
  };
  return JSON.stringify({ name, version: '1.0.0', type: 'module', exports, dependencies });
}

/** An output folder as `generate` lays it out, never installed and never built. */
const packages: Readonly<Record<string, string>> = {
  'generated/package.json': '{ "private": true, "workspaces": ["demo", "runtime"] }',
  'generated/tsconfig.base.json': JSON.stringify({
    compilerOptions: { module: 'NodeNext', target: 'ES2022', strict: true },
  }),
  'generated/runtime/package.json': manifest('@x/runtime', { 'eventsource-parser': '3.1.1' }),
  'generated/runtime/tsconfig.json': tsconfig,
  'generated/runtime/src/index.ts': `
    import { createParser } from 'eventsource-parser';
    export interface Issue { readonly code: string; readonly path: string; readonly expected: string; readonly got: string; readonly spec: string }
    export const parser: typeof createParser = createParser;
    export function issue(path: string, got: unknown): Issue {
      return { code: 'type', path, expected: 'a string', got: JSON.stringify(got) ?? 'nothing', spec: 'demo/asyncapi.yaml:12:7' };
    }`,
  'generated/demo/package.json': manifest('@x/demo-stream', { '@x/runtime': '1.0.0' }),
  'generated/demo/tsconfig.json': tsconfig,
  'generated/demo/src/types.ts':
    'export interface Chunk { readonly id: string }\nexport enum NotErasable { A }',
  'generated/demo/src/index.ts': `export type { Chunk } from './types.js';\nexport * from './deep/validators.js';`,
  'generated/demo/src/deep/validators.ts': `
    import { issue, type Issue } from '@x/runtime';
    import type { Chunk } from '../types.js';
    export const isChunk = (value: unknown): value is Chunk => validateChunk(value).length === 0;
    export function validateChunk(value: unknown): Issue[] {
      const id = (value as Partial<Chunk> | null)?.id;
      return typeof id === 'string' ? [] : [issue('/id', id)];
    }
    export const validateResponseUsageEvent = (value: unknown): Issue[] => [issue('/\\u001b[2J', value)];
    export const validateSame = (): Issue[] => [];
    export const validateSAME = (): Issue[] => [];`,
};

function project(extra: Readonly<Record<string, string>> = {}): string {
  const cwd = temporaryFolder();
  writeTree(cwd, { ...packages, ...extra });
  return cwd;
}

async function validate(stdin: string | Uint8Array, ...flags: string[]): Promise<Run> {
  return run(project(), ['validate', 'demo', 'Chunk', ...flags], { stdin });
}

describe('a value', () => {
  test('that is valid exits with 0', async () => {
    expect(await validate('{"id":"a"}')).toEqual({ exitCode: 0, stdout: '<stdin>: valid\n', stderr: '' });
    expect((await validate('\ufeff{\n "id": "a"\n}\n', '--json')).stdout).toBe(
      '{"valid":true,"issues":[]}\n',
    );
  });

  test('that is invalid exits with 100 and tells every issue with its place in the specification', async () => {
    expect(await validate('{"id":5}')).toEqual({
      exitCode: 100,
      stdout: '<stdin>: /id: type: expected a string, got 5 (demo/asyncapi.yaml:12:7)\n',
      stderr: '',
    });
    const json = await validate('null', '--json');
    expect(json.exitCode).toBe(100);
    expect(JSON.parse(json.stdout)).toEqual({
      valid: false,
      issues: [
        {
          code: 'type',
          path: '/id',
          message: 'expected a string, got nothing',
          spec: 'demo/asyncapi.yaml:12:7',
        },
      ],
    });
  });

  test('may come from a file, as one document or as one on each line', async () => {
    const cwd = project({
      'one.json': '[{"id":"a"}]',
      'many.jsonl': '{"id":"a"}\r\n\r\n{"id":1}\r\n{"id":"c"}\r\n',
    });
    expect(await run(cwd, ['validate', 'demo', 'Chunk', 'one.json'])).toMatchObject({ exitCode: 100 });
    const text = await run(cwd, ['validate', 'demo', 'Chunk', 'many.jsonl']);
    expect([text.exitCode, text.stdout]).toEqual([
      100,
      'many.jsonl:3: /id: type: expected a string, got 1 (demo/asyncapi.yaml:12:7)\nmany.jsonl: 3 values, 1 invalid\n',
    ]);
    const json = await run(cwd, ['validate', 'demo', 'Chunk', 'many.jsonl', '--json']);
    const results = json.stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { valid: boolean }).valid);
    expect(results).toEqual([true, false, true]);
  });

  test('may be named by package name and by event type, and its names do not reach the terminal raw', async () => {
    const cwd = project();
    const text = await run(cwd, ['validate', '@x/demo-stream', 'response.usage'], { stdin: '1' });
    expect(text.stdout).toBe(
      '<stdin>: /\\x1b[2J: type: expected a string, got 1 (demo/asyncapi.yaml:12:7)\n',
    );
    const json = await run(cwd, ['validate', 'demo', 'ResponseUsageEvent', '--json'], { stdin: '1' });
    expect(json.stdout).not.toContain('\u001b');
    expect(JSON.parse(json.stdout)).toMatchObject({ issues: [{ path: '/\u001b[2J' }] });
  });
});

describe('the packages', () => {
  test('are neither changed nor needed to be installed, and nothing is left behind', async () => {
    const cwd = project();
    const before = readTree(cwd);
    const scratch = temporaryFolder();
    vi.stubEnv('TMPDIR', scratch);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await run(cwd, ['validate', 'demo', 'Chunk'], { stdin: '{}' })).exitCode).toBe(100);
    expect(readTree(cwd)).toEqual(before);
    expect(readTree(scratch)).toEqual({});
  });

  test('use the dependencies of their own folder if it is installed', async () => {
    const cwd = project({
      'generated/node_modules/eventsource-parser/package.json': '{"type":"module","exports":"./index.js"}',
      'generated/node_modules/eventsource-parser/index.js':
        'export const createParser = 1; throw new Error("installed one");',
    });
    expect((await run(cwd, ['validate', 'demo', 'Chunk'], { stdin: '{}' })).stderr).toBe(
      'profilegen: package "demo" cannot be loaded: installed one\n',
    );
  });

  test('may lie anywhere', async () => {
    const cwd = project();
    const result = await run(join(cwd, 'generated/demo'), ['validate', 'demo', 'Chunk', '--out', '..'], {
      stdin: '{"id":""}',
    });
    expect(result.exitCode).toBe(0);
  });

  test.each([
    [['validate', 'demon', 'Chunk'], '"generated" holds no package "demon"; it holds: demo, runtime'],
    [
      ['validate', 'demo', 'Chunky'],
      'has no validator for "Chunky"; it has: Chunk, ResponseUsageEvent, SAME, Same',
    ],
    [['validate', 'demo', 'same'], 'has no validator for "same"'],
    [
      ['validate', 'demo', 'Chunk', '--out', 'nowhere'],
      '"nowhere" holds no packages; run `profilegen generate` first',
    ],
    [['validate', '../../etc', 'Chunk'], 'holds no package "../../etc"'],
  ])('%j is a usage error that lists what there is', async (argv, message) => {
    const { exitCode, stderr, stdout } = await run(project(), argv, { stdin: '{}' });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
  });
});

describe('input that is no JSON', () => {
  test.each([
    ['an empty text', '', '1:1'],
    ['an unfinished document', '{\n  "id": "a",\n', '3:1'],
    ['a comment', '{\n  // no\n  "id": "a"\n}', '2:3'],
    ['a trailing comma', '{\n  "id": "a",\n}', '3:1'],
    ['single quotes', "{'id': 1}", '1:2'],
    ['text after the document', '{"id":"a"} x', '1:12'],
  ])('%s is told with its position: exit 2', async (_, text, place) => {
    const { exitCode, stdout, stderr } = await validate(text);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(new RegExp(`^<stdin>:${place}: syntax: The text is not JSON\\.\n`));
  });

  test('every line that is none is told, and no value is checked', async () => {
    const { exitCode, stdout, stderr } = await validate('{"id":"a"}\n{"id":\n{"id":"b"}\nnope\n');
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(
      stderr
        .split('\n')
        .filter((line) => line.startsWith('<stdin>'))
        .map((line) => line.slice(0, 13)),
    ).toEqual(['<stdin>:2:7: ', '<stdin>:4:1: ']);
  });

  test('bytes that are not UTF-8, a folder and a missing file are told too', async () => {
    expect(await validate(Buffer.from([0x22, 0xff, 0x22]))).toMatchObject({
      exitCode: 2,
      stderr: '<stdin>:1:1: file-encoding: The text is not valid UTF-8.\n',
    });
    for (const file of ['generated', 'nowhere.json']) {
      const { exitCode, stderr } = await validate('', file);
      expect([exitCode, stderr.startsWith(`${file}:1:1: file-unreadable: `)]).toEqual([2, true]);
    }
    expect(JSON.parse((await validate('', '--json')).stdout)).toMatchObject({
      diagnostics: [{ code: 'syntax' }],
    });
  });

  test('nesting without an end is not a crash', async () => {
    const { exitCode, stderr } = await validate('['.repeat(200_000));
    expect(exitCode).toBe(2);
    expect(stderr).toContain('<stdin>:1:1: syntax: ');
  });
});
