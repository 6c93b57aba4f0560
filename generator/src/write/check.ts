import { readdirSync } from 'node:fs';

import { unifiedDiff, type FileDiff } from './diff.js';
import { absolute, occupantOf, readBytes, statOf } from './disk.js';
import { compareCodeUnits, isBuildProduct, packageOf } from './paths.js';
import { planWrite } from './plan.js';
import { problemOf } from './system-error.js';
import type { OutputProblem, PlannedFile, PlanOptions, WritableFile } from './types.js';

/** `missing`: not there yet; `changed`: other bytes than expected; `extra`: nothing generates it. */
export type Staleness = 'missing' | 'changed' | 'extra';

/** One way in which the output folder is not what `generate` would make of it. */
export interface StaleFile {
  readonly path: string;
  readonly state: Staleness;
  /** From the disk to what `generate` writes; absent where one side is not text. */
  readonly diff?: FileDiff;
}

export interface CheckReport {
  /** Sorted by path (code units); empty when the folder is up to date. */
  readonly stale: readonly StaleFile[];
  /** The folder cannot be compared at all. */
  readonly problems: readonly OutputProblem[];
}

/** An unknown file is listed in any case; its text is shown up to this size, in bytes. */
const maxShownBytes = 1024 * 1024;

/**
 * Compares the output folder with what a run would write, and changes nothing. Besides missing, changed and
 * stale files, a file inside a generated package that the manifest does not know is reported as extra.
 */
export function checkWrite(
  files: readonly WritableFile[],
  outDir: string,
  options: PlanOptions,
): CheckReport {
  try {
    return compare(files, outDir, options);
  } catch (cause) {
    return { stale: [], problems: [problemOf(cause)] };
  }
}

function compare(files: readonly WritableFile[], outDir: string, options: PlanOptions): CheckReport {
  const plan = planWrite(files, outDir, options);
  const unsafe = plan.problems.filter((problem) => problem.code !== 'output-foreign');
  if (unsafe.length > 0) return { stale: [], problems: unsafe };
  const planned = plan.files.flatMap((file) => describe(plan.root, file));
  const accounted = new Set([...plan.owned, ...plan.files.map((file) => file.path)]);
  const packages = new Set(files.flatMap((file) => packageOf(file.path) ?? []));
  const unknown = [...packages]
    .flatMap((name) => filesBelow(plan.root, name))
    .filter((path) => !accounted.has(path))
    .map((path) => extra(plan.root, path));
  return { stale: [...planned, ...unknown].sort((a, b) => compareCodeUnits(a.path, b.path)), problems: [] };
}

function describe(root: string, { path, state, text }: PlannedFile): readonly StaleFile[] {
  if (state === 'unchanged' || state === 'kept') return [];
  if (state === 'stale') return [extra(root, path)];
  if (state === 'created') return [{ path, state: 'missing', diff: unifiedDiff(path, undefined, text) }];
  const before = shownText(root, path);
  return [
    { path, state: 'changed', ...(before === undefined ? {} : { diff: unifiedDiff(path, before, text) }) },
  ];
}

function extra(root: string, path: string): StaleFile {
  const before = shownText(root, path);
  return {
    path,
    state: 'extra',
    ...(before === undefined ? {} : { diff: unifiedDiff(path, before, undefined) }),
  };
}

/** Every path below a folder that is not a folder itself, build products left out; links are not followed. */
function filesBelow(root: string, folder: string): readonly string[] {
  if (statOf(absolute(root, folder))?.isDirectory() !== true) return [];
  return readdirSync(absolute(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (isBuildProduct(entry.name, entry.isDirectory())) return [];
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(root, path) : [path];
  });
}

/** The text of a file on disk, unless it is no regular file, too long to show, or not text. */
function shownText(root: string, path: string): string | undefined {
  if (occupantOf(root, path).kind !== 'file') return undefined;
  if ((statOf(absolute(root, path))?.size ?? 0) > maxShownBytes) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readBytes(root, path));
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
