import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';

import { UsageError, type Context } from '../context.js';

/** A program that is spoken to in JSON lines over its standard input and output. */
export interface JsonProcess {
  send(value: unknown): void;
  /** The next line as JSON; undefined when the output has ended. A line that is not JSON is `{ line }`. */
  next(): Promise<unknown>;
  /** Nothing more will be sent. */
  end(): void;
  /** Closes the input, and stops the program if it does not end by itself. */
  close(): Promise<void>;
}

/** How long a program may take to end after its input has. */
const patience = 2000;
/** The most text of one line. */
const maxLine = 64 * 1024 * 1024;

/**
 * Starts a program without a shell: words are split at spaces, quotes keep a word together.
 *
 * @throws UsageError when there is no such program
 */
export async function startJsonProcess(context: Context, command: string): Promise<JsonProcess> {
  const [program, ...args] = wordsOf(command);
  if (program === undefined) throw new UsageError('the command is empty');
  const child = spawn(program, args, { cwd: context.cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stderr.on('data', (chunk: Buffer) => void context.stderr.write(chunk.toString('utf8')));
  // A program that has ended reads no more; what it did not answer is told as missing.
  child.stdin.on('error', () => undefined);
  await started(child, program);
  const lines = createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY });
  const iterator = lines[Symbol.asyncIterator]();
  return {
    send: (value) => {
      child.stdin.write(`${JSON.stringify(value)}\n`);
    },
    end: () => {
      child.stdin.end();
    },
    next: async () => {
      for (;;) {
        const { done, value } = (await iterator.next()) as IteratorResult<string, undefined>;
        if (done === true) return undefined;
        if (value.trim() !== '') return parseLine(value);
      }
    },
    close: () => closed(child),
  };
}

function started(child: ChildProcessWithoutNullStreams, program: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => {
      reject(new UsageError(`"${program}" cannot be started: ${cause.message}`));
    });
  });
}

function closed(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), patience);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.stdin.end();
  });
}

function parseLine(line: string): unknown {
  if (line.length > maxLine) return { line: `${line.slice(0, 80)}…` };
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return { line };
  }
}

/** The words of a command; `"…"` and `'…'` keep spaces. */
export function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/(?:[^\s"']|"(?:[^"\\]|\\.)*"|'[^']*')+/g)].map(([word]) =>
    word.replace(
      /"((?:[^"\\]|\\.)*)"|'([^']*)'/g,
      (_whole, double: string | undefined, single: string | undefined) =>
        double === undefined ? (single ?? '') : double.replace(/\\(.)/g, '$1'),
    ),
  );
}
