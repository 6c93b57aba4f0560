#!/usr/bin/env node
import { exitCodes } from './exit-codes.js';
import { runCli } from './program.js';

// A reader that has seen enough (`| head`) is no fault of the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(exitCodes.fine);
});

/** A pseudo-terminal that states no width (`script`, some CI runners) makes ora clear lines without an end. */
const animated = process.stderr.isTTY && process.stderr.columns > 0 && process.env['TERM'] !== 'dumb';

// Set, not called: what is still in the pipes gets out.
process.exitCode = await runCli(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  cwd: process.cwd(),
  env: process.env,
  isTTY: animated && process.env['CI'] === undefined,
});
