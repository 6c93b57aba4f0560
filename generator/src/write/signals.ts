const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs synchronous work that a Ctrl-C must not cut in half: a signal that arrives meanwhile takes effect
 * after it. The work takes milliseconds; a second signal does not hurry it.
 */
export async function holdSignals<T>(work: () => T): Promise<T> {
  let caught: NodeJS.Signals | undefined;
  const note = (signal: NodeJS.Signals): void => {
    caught = signal;
  };
  for (const signal of signals) process.on(signal, note);
  try {
    return work();
  } finally {
    // Node delivers a signal between two turns of its event loop, so one turn has to pass.
    await new Promise((resolve) => setImmediate(resolve));
    for (const signal of signals) process.off(signal, note);
    if (caught !== undefined) process.kill(process.pid, caught);
  }
}
