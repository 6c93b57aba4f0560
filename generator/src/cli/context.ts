/** A place that a command prints to. */
export interface TextOutput {
  write(text: string): unknown;
}

/** Everything that a command takes from the process it runs in. */
export interface Context {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  /** What the command was asked for. */
  readonly stdout: TextOutput;
  /** Diagnostics and progress. */
  readonly stderr: TextOutput;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Standard error is a terminal on which progress may be animated. */
  readonly isTTY: boolean;
}

/** The command was called in a way that it cannot work with: exit code 1, and a hint instead of a stack. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
