/** What the process ends with. */
export const exitCodes = {
  fine: 0,
  /** Wrong use, or a fault of the program. */
  usage: 1,
  /** An input file that cannot be used. */
  input: 2,
  /** The work was done, and some of it did not pass. */
  findings: 100,
} as const;

/** Ends the process with a message and a code. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(
    message: string,
    readonly code: number = exitCodes.usage,
  ) {
    super(message);
  }
}
