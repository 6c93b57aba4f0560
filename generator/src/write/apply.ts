import { resolve } from 'node:path';

import { inspectLocation, type OutputLocation } from './location.js';
import { acquireLock, type LockOptions } from './lock.js';
import { manifestName } from './paths.js';
import { planWrite } from './plan.js';
import { holdSignals } from './signals.js';
import { problemOf } from './system-error.js';
import { commit, needsRecovery, recover, type Change } from './transaction.js';
import type { PlannedFile, PlanOptions, WritableFile, WritePlan } from './types.js';

/** What a run did, or why it did nothing. */
export interface WriteReport {
  /** Empty when there are problems: then nothing was written. */
  readonly files: readonly PlannedFile[];
  readonly problems: WritePlan['problems'];
}

/**
 * Brings the output folder to the state of `plan`, all of it or nothing. Unchanged files are not touched.
 * The caller holds the lock of the folder (`writeOutput` does).
 *
 * @throws OutputError when the disk refuses; the folder is as it was before
 */
export function applyWrite(plan: WritePlan): void {
  if (plan.problems.length > 0) throw new Error('A plan with problems cannot be applied.');
  const changes = plan.files.flatMap(toChange);
  if (changes.length > 0) commit(plan.root, inOrder(changes));
}

function toChange({ path, state, text }: PlannedFile): readonly Change[] {
  if (state === 'stale') return [{ path, replaces: true }];
  if (text === undefined || (state !== 'created' && state !== 'changed')) return [];
  return [{ path, text, replaces: state === 'changed' }];
}

/** Removals first, so that a folder can make way for a file; the manifest last, as the seal on the others. */
function inOrder(changes: readonly Change[]): readonly Change[] {
  const rank = ({ path, text }: Change): number => (text === undefined ? 0 : path === manifestName ? 2 : 1);
  return [...changes].sort((a, b) => rank(a) - rank(b));
}

/**
 * Writes the result of a compilation: looks at the folder, takes its lock, undoes what a killed run left
 * behind, plans and applies.
 *
 * @returns what became of each file, or the problems for which nothing was written
 */
export async function writeOutput(
  files: readonly WritableFile[],
  location: OutputLocation,
  options: PlanOptions & LockOptions,
): Promise<WriteReport> {
  const unsafe = inspectLocation(location);
  if (unsafe.length > 0) return { files: [], problems: unsafe };
  const root = resolve(location.cwd, location.outDir);
  try {
    return report(upToDatePlan(files, root, options) ?? (await writeLocked(files, root, options)));
  } catch (cause) {
    return { files: [], problems: [problemOf(cause)] };
  }
}

/**
 * Nothing to do needs no lock: a run on an up-to-date folder leaves no trace, even on a read-only disk. All
 * other answers are only a preview, because another run may be writing at this moment.
 */
function upToDatePlan(
  files: readonly WritableFile[],
  root: string,
  options: PlanOptions,
): WritePlan | undefined {
  if (needsRecovery(root)) return undefined;
  try {
    const plan = planWrite(files, root, options);
    const idle = plan.files.every(({ state }) => state === 'unchanged' || state === 'kept');
    return idle && plan.problems.length === 0 ? plan : undefined;
  } catch (cause) {
    problemOf(cause);
    return undefined;
  }
}

async function writeLocked(
  files: readonly WritableFile[],
  root: string,
  options: PlanOptions & LockOptions,
): Promise<WritePlan> {
  const lock = await acquireLock(root, options);
  return holdSignals(() => {
    try {
      recover(root);
      // Planned again: another run may have written while this one waited.
      const plan = planWrite(files, root, options);
      if (plan.problems.length === 0) applyWrite(plan);
      return plan;
    } finally {
      lock.release();
    }
  });
}

function report({ files, problems }: WritePlan): WriteReport {
  return problems.length > 0 ? { files: [], problems } : { files, problems };
}
