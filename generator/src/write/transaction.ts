import { mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { absolute, makeParents, occupantOf, readBytes, removeEmptyParents, statOf } from './disk.js';
import { sha256 } from './manifest.js';
import { isOutputPath, manifestName, workFolder } from './paths.js';
import { describeError, problemOf } from './system-error.js';
import { OutputError } from './types.js';
import { openWorkFolder, workFolderProblem } from './work-folder.js';

/** One path that a transaction puts, replaces or (without a text) removes. */
export interface Change {
  readonly path: string;
  readonly text?: string;
  /** A file stands there now. */
  readonly replaces: boolean;
}

/**
 * Carries out all changes or none, in the order given. Every new file is written in full to a staging folder
 * of the same output folder first; then old files move to that folder and new ones out of it, each by one
 * rename, so no reader ever sees a half-written file. A journal names the changes while they run: a run that
 * is killed half-way is undone by `recover` of the next one.
 *
 * @throws OutputError when the disk refuses or the folder changed under way; everything is as it was before
 */
export function commit(root: string, changes: readonly Change[]): void {
  const staging = stagingFolder(root);
  try {
    openWorkFolder(root);
    mkdirSync(staging);
    changes.forEach(({ text }, place) => {
      if (text !== undefined) writeFileSync(staged(staging, place), text, { flag: 'wx' });
    });
    writeJournal(staging, changes);
    changes.forEach((change, place) => {
      carryOut(root, change, place);
    });
    // From here on the changes are final: without a journal the staging folder is rubbish.
    unlinkSync(journal(staging));
  } catch (cause) {
    rollBack(root, cause);
  }
  try {
    rmSync(staging, { recursive: true, force: true });
  } catch {
    // The output is complete; the next run clears the rest.
  }
}

function rollBack(root: string, cause: unknown): never {
  try {
    recover(root);
  } catch (second) {
    const message =
      'Writing failed, and so did undoing it: the next run of `generate` restores the folder first.';
    throw new OutputError(
      { code: 'output-unwritable', path: '', message, found: describeError(cause) },
      second,
    );
  }
  throw new OutputError(problemOf(cause), cause);
}

/** Undoes what a run left behind that was killed while it wrote; nothing to do in every other case. */
export function recover(root: string): void {
  const staging = stagingFolder(root);
  const occupant = occupantOf(root, `${workFolder}/staging`);
  if (occupant.kind === 'nothing') return;
  if (occupant.kind !== 'other' || occupant.what !== 'a folder') throw new OutputError(workFolderProblem());
  for (const [place, change] of [...readJournal(staging).entries()].reverse()) undo(root, change, place);
  rmSync(journal(staging), { force: true });
  rmSync(staging, { recursive: true, force: true });
}

/** Whether a killed run left something for `recover`. */
export function needsRecovery(root: string): boolean {
  return statOf(stagingFolder(root)) !== undefined;
}

function carryOut(root: string, { path, text, replaces }: Change, place: number): void {
  const staging = stagingFolder(root);
  // Looked at again right before the rename: a folder may have become a symbolic link since the plan was made.
  const occupant = occupantOf(root, path);
  if (occupant.kind !== (replaces ? 'file' : 'nothing')) {
    const found = 'what' in occupant ? occupant.what : occupant.kind;
    throw changedUnderWay(path, replaces ? 'a file' : 'nothing', found);
  }
  if (replaces) renameSync(absolute(root, path), backup(staging, place));
  if (text === undefined) {
    removeEmptyParents(root, path);
  } else {
    makeParents(root, path);
    renameSync(staged(staging, place), absolute(root, path));
  }
}

/** Each step is undone only if its trace in the staging folder shows that it was done. */
function undo(root: string, { path, sha256: written, replaces }: JournalEntry, place: number): void {
  const staging = stagingFolder(root);
  const target = absolute(root, path);
  const occupant = occupantOf(root, path);
  if (statOf(backup(staging, place)) !== undefined) {
    if (occupant.kind === 'blocked') throw changedUnderWay(path, 'a folder above it', occupant.what);
    makeParents(root, path);
    renameSync(backup(staging, place), target);
  } else if (!replaces && written !== undefined && occupant.kind !== 'blocked') {
    const moved = statOf(staged(staging, place)) === undefined && occupant.kind === 'file';
    // Between a killed run and this one somebody may have put a file of their own there.
    if (moved && sha256(readBytes(root, path)) === written) unlinkSync(target);
    removeEmptyParents(root, path);
  }
}

interface JournalEntry {
  readonly path: string;
  /** Of the file that is put there; absent when one is removed. */
  readonly sha256?: string;
  readonly replaces: boolean;
}

function writeJournal(staging: string, changes: readonly Change[]): void {
  const entries = changes.map(({ path, text, replaces }): JournalEntry => {
    return text === undefined ? { path, replaces } : { path, sha256: sha256(text), replaces };
  });
  const draft = join(staging, 'journal.draft');
  writeFileSync(draft, JSON.stringify(entries), { flag: 'wx' });
  renameSync(draft, journal(staging));
}

/** Without a journal no file of the output folder was touched yet, or all of them were. */
function readJournal(staging: string): readonly JournalEntry[] {
  if (statOf(journal(staging))?.isFile() !== true) return [];
  const entries = parseOrUndefined(readFileSync(journal(staging), 'utf8'));
  if (Array.isArray(entries) && entries.every(isJournalEntry)) return entries;
  throw new OutputError({
    code: 'output-unsafe',
    path: `${workFolder}/staging/journal.json`,
    message:
      'The journal of an interrupted run is damaged; restore the output folder and delete the journal.',
  });
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isJournalEntry(entry: unknown): entry is JournalEntry {
  if (typeof entry !== 'object' || entry === null) return false;
  const { path, sha256: written, replaces } = entry as Readonly<Record<string, unknown>>;
  if (typeof path !== 'string' || typeof replaces !== 'boolean') return false;
  if (written !== undefined && typeof written !== 'string') return false;
  return path === manifestName || isOutputPath(path);
}

const stagingFolder = (root: string): string => join(root, workFolder, 'staging');
const staged = (staging: string, place: number): string => join(staging, `${String(place)}.new`);
const backup = (staging: string, place: number): string => join(staging, `${String(place)}.old`);
const journal = (staging: string): string => join(staging, 'journal.json');

function changedUnderWay(path: string, expected: string, found: string): OutputError {
  const message = 'The output folder changed while it was written.';
  return new OutputError({ code: 'output-unsafe', path, message, expected, found });
}
