import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { ProfileEvent } from './package.js';

const main = join(import.meta.dirname, '../../../generated/vllm-adapter/bin/vllm-adapter.mjs');

/** The `vllm-adapter` command as a process that ends with the running test. */
export function startCommand(...args: readonly string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [main, ...args], { stdio: 'pipe' });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command to its end. */
export async function runCommand(args: readonly string[], input = ''): Promise<CommandResult> {
  const child = startCommand(...args);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

export interface OutputLine {
  readonly request_id: string | null;
  readonly event: ProfileEvent;
}

export function outputLines(stdout: string): OutputLine[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as OutputLine);
}

/** The lines of a running command, one at a time. */
export function linesOf(child: ChildProcessWithoutNullStreams): AsyncIterator<string> {
  return createInterface({ input: child.stdout })[Symbol.asyncIterator]();
}
