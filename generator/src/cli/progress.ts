import type { Context } from './context.js';

/** Tells a waiting person what a command is doing. */
export interface Progress {
  step(text: string): void;
  /** Before anything else is printed: clears what is animated. */
  stop(): void;
}

const silent: Progress = { step: () => undefined, stop: () => undefined };

/** A spinner on a terminal, one plain line a step elsewhere, nothing for programs that read JSON. */
export async function startProgress(context: Context, quiet: boolean): Promise<Progress> {
  if (quiet) return silent;
  if (!context.isTTY) {
    return { ...silent, step: (text) => void context.stderr.write(`profilegen: ${text}\n`) };
  }
  const { default: ora } = await import('ora');
  // Standard input may hold the values to validate, so the spinner keeps its hands off it.
  const spinner = ora({ discardStdin: false });
  return {
    step: (text) => void spinner.start(text),
    stop: () => void spinner.stop(),
  };
}
