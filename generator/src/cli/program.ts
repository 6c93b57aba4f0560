import { CommanderError } from 'commander';

import { printable } from '../diagnostics/index.js';
import { createCommands } from './commands.js';
import { UsageError, type Context } from './context.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { pipeline as builtIn, type Pipeline } from './pipeline.js';

/**
 * Runs one command line.
 *
 * @param argv without the names of node and of the script
 * @param pipeline what the commands are built around; the generator's own unless a program brings another
 * @returns the exit code; nothing is thrown
 */
export async function runCli(
  argv: readonly string[],
  context: Context,
  pipeline: Pipeline = builtIn,
): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.fine;
  const program = createCommands(context, pipeline, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (cause) {
    return reportFailure(context, cause);
  }
}

function reportFailure(context: Context, cause: unknown): ExitCode {
  // Commander has printed its message or the help text already.
  if (cause instanceof CommanderError)
    return cause.exitCode === 0 ? exitCodes.fine : exitCodes.internalOrUsage;
  // Long enough for the list of what could have been named instead.
  const message = printable(cause instanceof Error ? cause.message : String(cause), 10_000);
  if (cause instanceof UsageError) {
    context.stderr.write(`profilegen: ${message}\n`);
    return exitCodes.internalOrUsage;
  }
  context.stderr.write(
    `profilegen: internal error: ${message}\n` +
      'This is a fault of profilegen, not of your files. Please report it with the command line and the\n' +
      'specification that led to it; PROFILEGEN_DEBUG=1 prints where it happened.\n',
  );
  if (context.env['PROFILEGEN_DEBUG'] !== undefined && cause instanceof Error) {
    context.stderr.write(`${cause.stack ?? ''}\n`);
  }
  return exitCodes.internalOrUsage;
}
