import { hasErrors, type Diagnostic } from '../diagnostics/index.js';

/** What a command tells its caller; `findings` is what buf and others return for "it works, but look here". */
export const exitCodes = { fine: 0, internalOrUsage: 1, badInput: 2, findings: 100 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Errors are the fault of the input, but for those that the catalogue calls internal. */
export function exitCodeOf(diagnostics: readonly Diagnostic[]): ExitCode {
  if (!hasErrors(diagnostics)) return exitCodes.fine;
  const internal = diagnostics.some((diagnostic) => diagnostic.code.startsWith('internal-'));
  return internal ? exitCodes.internalOrUsage : exitCodes.badInput;
}
