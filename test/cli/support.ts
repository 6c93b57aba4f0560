import type { Context } from '../../generator/src/cli/context.js';
import type { ExitCode } from '../../generator/src/cli/exit-codes.js';
import type { Pipeline } from '../../generator/src/cli/pipeline.js';
import { runCli } from '../../generator/src/cli/program.js';
import { diagnose, type Diagnostic } from '../../generator/src/diagnostics/index.js';
import type { OutputFile, Ownership } from '../../generator/src/model/files.js';

export interface Run {
  readonly exitCode: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly pipeline?: Partial<Pipeline>;
  readonly stdin?: Uint8Array | string;
  readonly env?: Context['env'];
}

/** Runs a command line in a folder, in this process, and returns what it prints. */
export async function run(cwd: string, argv: readonly string[], options: RunOptions = {}): Promise<Run> {
  const printed = { stdout: '', stderr: '' };
  const context: Context = {
    stdin: once(options.stdin ?? ''),
    stdout: { write: (text) => (printed.stdout += text) },
    stderr: { write: (text) => (printed.stderr += text) },
    cwd,
    env: options.env ?? {},
    isTTY: false,
  };
  const exitCode = await runCli(argv, context, { ...unexpected, ...options.pipeline });
  return { exitCode, ...printed };
}

async function* once(chunk: Uint8Array | string): AsyncGenerator<Uint8Array | string> {
  await Promise.resolve();
  yield chunk;
}

/** A command that calls a function which its test did not give is wrong. */
const unexpected: Pipeline = {
  compile: () => Promise.reject(new Error('compile was not expected')),
  lint: () => Promise.reject(new Error('lint was not expected')),
  describe: () => Promise.reject(new Error('describe was not expected')),
};

export function outputFile(path: string, text: string, ownership: Ownership = 'generated'): OutputFile {
  return { path, text, sources: ['demo/profile.md'], ownership };
}

/** A compilation that has this result, whatever its input. */
export function compiling(
  files: readonly OutputFile[],
  diagnostics: readonly Diagnostic[] = [],
): Partial<Pipeline> {
  return { compile: () => Promise.resolve({ files, diagnostics }) };
}

export function fault(line: number, message = 'The field has no type.'): Diagnostic {
  return diagnose(
    'missing-type',
    { file: 'demo/profile.md', line, column: 3 },
    { message, expected: 'a type', found: 'none' },
  );
}

export const remark = diagnose(
  'nullable-enum',
  { file: 'demo/asyncapi.yaml', line: 7, column: 5 },
  { message: 'null is admitted.' },
);
export const smell = diagnose(
  'lint-untyped',
  { file: 'demo/types.schema.json', line: 2, column: 1 },
  { message: 'No type.' },
);
