import { lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** What stands at a path of the output folder, seen without following any symbolic link below that folder. */
export type Occupant =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'file' }
  | { readonly kind: 'other'; readonly what: string }
  /** A parent of the path is not a folder, so nothing can stand at the path itself. */
  | { readonly kind: 'blocked'; readonly parent: string; readonly what: string };

/** `lstat`, with undefined for a path at which nothing stands, also because a parent of it is a file. */
export function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw cause;
  }
}

export function absolute(root: string, path: string): string {
  return join(root, ...path.split('/'));
}

/**
 * Looks at every segment from the root down: a parent that is a symbolic link would carry a write (or a
 * deletion) to some place outside of the output folder.
 */
export function occupantOf(root: string, path: string): Occupant {
  const segments = path.split('/');
  for (let depth = 1; depth < segments.length; depth += 1) {
    const parent = segments.slice(0, depth).join('/');
    const stats = statOf(absolute(root, parent));
    if (stats === undefined) return { kind: 'nothing' };
    if (!stats.isDirectory()) return { kind: 'blocked', parent, what: describeStats(stats) };
  }
  const stats = statOf(absolute(root, path));
  if (stats === undefined) return { kind: 'nothing' };
  return stats.isFile() ? { kind: 'file' } : { kind: 'other', what: describeStats(stats) };
}

export function describeStats(stats: Stats): string {
  if (stats.isSymbolicLink()) return 'a symbolic link';
  if (stats.isDirectory()) return 'a folder';
  return stats.isFile() ? 'a file' : 'a special file';
}

export function readBytes(root: string, path: string): Buffer {
  return readFileSync(absolute(root, path));
}

/** Makes the folders above a path, one by one: `recursive` would walk through a symbolic link. */
export function makeParents(root: string, path: string): void {
  const segments = path.split('/');
  for (let depth = 1; depth < segments.length; depth += 1) {
    const parent = absolute(root, segments.slice(0, depth).join('/'));
    if (statOf(parent) === undefined) mkdirSync(parent);
  }
}

/** Removes the folders above a path as far as they are empty; the root stays. */
export function removeEmptyParents(root: string, path: string): void {
  const segments = path.split('/');
  for (let depth = segments.length - 1; depth > 0; depth -= 1) {
    const parent = absolute(root, segments.slice(0, depth).join('/'));
    const stats = statOf(parent);
    if (stats === undefined) continue;
    if (!stats.isDirectory() || readdirSync(parent).length > 0) return;
    rmdirSync(parent);
  }
}
