import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

import ts from 'typescript';
import { describe, expect, test } from 'vitest';

import {
  checkWrite,
  writeOutput,
  type OutputLocation,
  type WritableFile,
} from '../../generator/src/write/index.js';
import { readTree, temporaryFolder, writeTree } from '../support/folders.js';
import { file, options } from './support.js';

const sources = fileURLToPath(new URL('../../generator/src/write/', import.meta.url));

/** Version 0 and 1 share half of their paths, so a change of version creates, replaces and prunes files. */
function version(n: number): readonly WritableFile[] {
  return Array.from({ length: 200 }, (_, place) => {
    const path =
      place % 2 === 0 ? `demo/shared/${String(place)}.ts` : `demo/v${String(n)}/${String(place)}.ts`;
    return file(path, `// version ${String(n)}\n`.repeat(40));
  });
}

/** Every second file of version 0 is pruned before version 1 is put in place. */
const removals = 100;

/** A program of its own, so that it can be killed: the writer as plain JavaScript, and a script that calls it. */
function writerProgram(location: OutputLocation): string {
  const folder = join(temporaryFolder(), 'writer');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const name of readdirSync(sources)) {
    const { outputText } = ts.transpileModule(readFileSync(join(sources, name), 'utf8'), {
      compilerOptions: {
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ES2023,
        verbatimModuleSyntax: true,
      },
    });
    writeFileSync(join(folder, name.replace(/\.ts$/, '.js')), outputText);
  }
  const apply = JSON.stringify(pathToFileURL(join(folder, 'apply.js')).href);
  writeFileSync(
    join(folder, 'run.js'),
    `import { readFileSync } from 'node:fs';
import { writeOutput } from ${apply};
const files = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const report = await writeOutput(files, ${JSON.stringify(location)}, ${JSON.stringify(options)});
console.log(JSON.stringify(report.problems));
`,
  );
  return join(folder, 'run.js');
}

interface Outcome {
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
}

interface Interruption {
  readonly signal: NodeJS.Signals;
  /** How many of the 200 new files are in place before the signal is sent. */
  readonly after: number;
}

type Writer = ChildProcessByStdio<null, Readable, null>;

function start(program: string, input: string): Writer {
  return spawn(process.execPath, [program, input], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function ended(child: Writer): Promise<Outcome> {
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const stdout = await text(child.stdout);
  const [, signal] = await closed;
  return { signal, stdout };
}

/** Runs the program and sends the signal while files are on the move. */
async function interrupted(place: Scene, { signal, after }: Interruption): Promise<Outcome> {
  const child = start(place.program, place.input);
  const outcome = ended(child);
  const staging = join(place.out, '.profilegen/staging');
  const underWay = (): boolean =>
    existsSync(join(staging, 'journal.json')) &&
    !existsSync(join(staging, `${String(removals + after)}.new`));
  while (child.exitCode === null && child.signalCode === null && !underWay()) await setImmediate();
  child.kill(signal);
  return outcome;
}

interface Scene extends OutputLocation {
  readonly out: string;
  readonly program: string;
  readonly input: string;
}

function scene(): OutputLocation & {
  readonly out: string;
  readonly program: string;
  readonly input: string;
} {
  const cwd = temporaryFolder();
  writeTree(cwd, { 'specs/demo/profile.md': '', 'v1.json': JSON.stringify(version(1)) });
  const location = { cwd, specsDir: 'specs', outDir: 'generated' };
  const out = join(cwd, 'generated');
  return { ...location, out, program: writerProgram(location), input: join(cwd, 'v1.json') };
}

describe('a run that is interrupted while files are on the move', () => {
  test('killed: no file is half-written, and the next run starts from the state before', async () => {
    const place = scene();
    await writeOutput(version(0), place, options);
    const before = readTree(place.out);
    const whole = new Set([...version(0), ...version(1)].map((one) => one.text));
    for (const after of [0, 60, 100, 130]) {
      await interrupted(place, { signal: 'SIGKILL', after });
      // A folder may be there before its first file is; only files can be half-written.
      const now = Object.entries(readTree(place.out)).filter(([path]) => /^demo\/.*\.ts$/.test(path));
      expect(now.every(([, content]) => whole.has(content))).toBe(true);
      const report = await writeOutput(version(0), place, options);
      expect(report.problems).toEqual([]);
      expect(readTree(place.out)).toEqual(before);
    }
  });

  test('killed: a next run with other files is not stopped by what the killed one left', async () => {
    const place = scene();
    await writeOutput(version(0), place, options);
    await interrupted(place, { signal: 'SIGKILL', after: 40 });
    expect((await writeOutput(version(2), place, options)).problems).toEqual([]);
    expect(checkWrite(version(2), place.out, options)).toEqual({ stale: [], problems: [] });
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s: the run completes its writing, then ends by the signal',
    async (signal) => {
      const place = scene();
      await writeOutput(version(0), place, options);
      const outcome = await interrupted(place, { signal, after: 20 });
      expect(checkWrite(version(1), place.out, options)).toEqual({ stale: [], problems: [] });
      expect(existsSync(join(place.out, '.profilegen'))).toBe(false);
      expect(outcome.signal === signal || outcome.stdout === '[]\n').toBe(true);
    },
  );
});

test('V10: processes that write at the same time leave the output of one of them', async () => {
  const place = scene();
  const inputs = [1, 2, 3].map((n) => {
    const input = join(place.cwd, `input-${String(n)}.json`);
    writeFileSync(input, JSON.stringify(version(n)));
    return input;
  });
  const outcomes = await Promise.all(inputs.map((input) => ended(start(place.program, input))));
  expect(outcomes.map(({ stdout }) => stdout)).toEqual(['[]\n', '[]\n', '[]\n']);
  const fresh = [1, 2, 3].filter((n) => checkWrite(version(n), place.out, options).stale.length === 0);
  expect(fresh).toHaveLength(1);
});
