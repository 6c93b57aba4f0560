import { AdapterError } from '../main/options.js';
import { openBackend, type Backend } from './backend.js';
import { exitCodes, UsageError } from './exit-codes.js';
import { parseFlags, usage, type Flags } from './flags.js';
import { runPlanFile } from './run-plan.js';
import { serve } from './serve.js';

async function main(args: readonly string[]): Promise<number> {
  const flags = parseFlags(args);
  if (flags === 'help') {
    process.stdout.write(usage);
    return exitCodes.fine;
  }
  return withBackend(flags, ({ adapter }, stopped) => {
    if (flags.command === 'serve') return serve(adapter, process.stdin, process.stdout, stopped);
    return runPlanFile(adapter, flags.plan, flags.output);
  });
}

/** Runs a command with an adapter; a signal cancels what is open and lets the command come to its end. */
async function withBackend(
  flags: Flags,
  run: (backend: Backend, stopped: AbortSignal) => Promise<number>,
): Promise<number> {
  const backend = await openBackend(flags);
  const stopping = new AbortController();
  const stop = (): void => {
    stopping.abort();
    void backend.close();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    return await run(backend, stopping.signal);
  } finally {
    await backend.close();
    process.removeListener('SIGINT', stop);
    process.removeListener('SIGTERM', stop);
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const known = error instanceof UsageError || error instanceof AdapterError;
    process.stderr.write(`vllm-adapter: ${known ? error.message : String(error)}\n`);
    if (error instanceof UsageError && error.code === exitCodes.usage) process.stderr.write(usage);
    process.exitCode = error instanceof UsageError ? error.code : exitCodes.usage;
  },
);
