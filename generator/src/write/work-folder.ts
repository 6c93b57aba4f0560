import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

import { statOf } from './disk.js';
import { workFolder } from './paths.js';
import { OutputError, type OutputProblem } from './types.js';

/**
 * Makes the folder for the lock and for files on their way, unless it is there.
 *
 * @throws OutputError `output-unsafe` when something else has its name, above all a symbolic link
 */
export function openWorkFolder(root: string): string {
  const folder = join(root, workFolder);
  mkdirSync(folder, { recursive: true });
  if (statOf(folder)?.isDirectory() === false) throw new OutputError(workFolderProblem());
  return folder;
}

/** Removes the folder if nothing is left in it. */
export function closeWorkFolder(root: string): void {
  removeIfEmpty(join(root, workFolder));
}

/** Another run may use the folder at the same time, so "not empty" and "not there" are fine. */
export function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Still in use, or gone already.
  }
}

export function workFolderProblem(): OutputProblem {
  return {
    code: 'output-unsafe',
    path: workFolder,
    message: 'The folder that profilegen works in is something else.',
    expected: 'no such file; delete it',
  };
}
