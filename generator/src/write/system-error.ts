import { OutputError, type OutputProblem } from './types.js';

/**
 * A failed system call as a problem of the output folder.
 *
 * @throws whatever is neither that nor a problem already: a fault of profilegen
 */
export function problemOf(cause: unknown): OutputProblem {
  if (cause instanceof OutputError) return cause.problem;
  if (!isSystemError(cause)) throw cause;
  const message = 'The output folder cannot be read or written; nothing was changed.';
  return { code: 'output-unwritable', path: '', message, found: describeError(cause) };
}

export function describeError(cause: unknown): string {
  if (isSystemError(cause)) return `${String(cause.code)} from ${String(cause.syscall)}`;
  return cause instanceof Error ? cause.message : String(cause);
}

function isSystemError(cause: unknown): cause is NodeJS.ErrnoException {
  return cause instanceof Error && 'syscall' in cause && 'code' in cause;
}
