import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { statOf } from './disk.js';
import { OutputError } from './types.js';
import { closeWorkFolder, openWorkFolder, removeIfEmpty } from './work-folder.js';

/** The right to write an output folder. */
export interface OutputLock {
  release(): void;
}

export interface LockOptions {
  /** How long to wait for another run, in milliseconds. */
  readonly patience?: number;
}

const pollInterval = 50;

/** No run holds a lock for long: it plans and writes, while reading and compiling come before. */
const staleAfter = 10 * 60_000;

/**
 * Takes the lock of an output folder, making the folder if need be. Waits while another run holds it; the
 * lock of a run that was killed is taken over.
 *
 * @throws OutputError `output-locked` when the wait gets too long, `output-unsafe` when the work folder is a link
 */
export async function acquireLock(
  root: string,
  { patience = 10_000 }: LockOptions = {},
): Promise<OutputLock> {
  const token = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() });
  const made = missingFolders(root);
  const deadline = performance.now() + patience;
  while (!tryLock(root, token)) {
    if (performance.now() > deadline) throw lockedError(root);
    await sleep(pollInterval);
  }
  return {
    release: () => {
      if (readIfThere(lockFile(root)) === token) unlinkSync(lockFile(root));
      closeWorkFolder(root);
      // A run that wrote nothing leaves no empty folders behind; one that wrote left the root in use.
      made.forEach(removeIfEmpty);
    },
  };
}

function tryLock(root: string, token: string): boolean {
  mkdirSync(root, { recursive: true });
  openWorkFolder(root);
  try {
    writeFileSync(lockFile(root), token, { flag: 'wx' });
    return true;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    // ENOENT: the run before us removed its work folder in this very moment.
    if (code === 'ENOENT') return false;
    if (code !== 'EEXIST') throw cause;
  }
  removeStale(root);
  return false;
}

/**
 * Removes the lock of a dead run. Two waiting runs may both see it; a second lock, held for a moment, makes
 * sure that the slower one does not remove the fresh lock of the faster one.
 */
function removeStale(root: string): void {
  const guard = `${lockFile(root)}.stale`;
  if (!isStale(lockFile(root))) return;
  try {
    writeFileSync(guard, '', { flag: 'wx' });
  } catch {
    if (age(guard) > staleAfter) unlinkSync(guard);
    return;
  }
  try {
    if (isStale(lockFile(root))) unlinkSync(lockFile(root));
  } finally {
    unlinkSync(guard);
  }
}

function isStale(file: string): boolean {
  const content = readIfThere(file);
  if (content === undefined) return false;
  if (age(file) > staleAfter) return true;
  const holder = parseHolder(content);
  // Written but not yet filled: a run that takes the lock in this moment, or one that died doing so.
  if (holder === undefined) return age(file) > 1000;
  return holder.host === hostname() && !isAlive(holder.pid);
}

function parseHolder(content: string): { readonly pid: number; readonly host: string } | undefined {
  try {
    const { pid, host } = JSON.parse(content) as Readonly<Record<string, unknown>>;
    return Number.isSafeInteger(pid) && Number(pid) > 0 && typeof host === 'string'
      ? { pid: Number(pid), host }
      : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    // EPERM: it runs under another user.
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}

function age(file: string): number {
  const stats = statOf(file);
  return stats === undefined ? 0 : Date.now() - stats.mtimeMs;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function lockFile(root: string): string {
  return join(root, '.profilegen', 'lock');
}

/** The folders that `mkdir -p` would make for `path`, the deepest first. */
function missingFolders(path: string): readonly string[] {
  const missing: string[] = [];
  for (let folder = path; statOf(folder) === undefined; folder = dirname(folder)) missing.push(folder);
  return missing;
}

function lockedError(root: string): OutputError {
  const holder = parseHolder(readIfThere(lockFile(root)) ?? '');
  return new OutputError({
    code: 'output-locked',
    path: '.profilegen/lock',
    message: 'Another run is writing the output folder.',
    expected: 'no other run; if there is none, delete the lock file',
    ...(holder ? { found: `process ${String(holder.pid)} on ${holder.host}` } : {}),
  });
}
