/** The terminal outcomes in the words of the conformance suite. */
export const outcomes = { completed: 'success', failed: 'error', cancelled: 'cancelled' } as const;
