import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';

import { describeStats, statOf } from './disk.js';
import type { OutputProblem } from './types.js';

/** Where a run writes, and the places that it must keep away from. */
export interface OutputLocation {
  readonly outDir: string;
  /** The folder that the specifications are read from. */
  readonly specsDir: string;
  /** Relative paths start here, and a path below it must stay below it. */
  readonly cwd: string;
}

/**
 * Whether the output folder can be written without danger to anything else: it is no symbolic link, it is
 * not the file system's root, a home, a repository's root or a folder above one of these, and neither
 * contains the specs folder nor lies in it. Reads only.
 */
export function inspectLocation({ outDir, specsDir, cwd }: OutputLocation): readonly OutputProblem[] {
  const out = resolve(cwd, outDir);
  const shape = outsideLink(out, cwd) ?? notAFolder(out);
  if (shape !== undefined) return [shape];
  const real = realPath(out);
  const specs = realPath(resolve(cwd, specsDir));
  const refusals: readonly (readonly [boolean, string])[] = [
    [real === parse(real).root, 'the root of the file system'],
    [contains(real, realPath(homedir())), 'the home folder, or one above it'],
    [statOf(join(real, '.git')) !== undefined, 'the root of a repository'],
    [real.split(sep).includes('.git'), 'inside a repository’s own data'],
    [contains(real, specs), 'the specs folder, or one above it'],
    [contains(specs, real), 'inside the specs folder'],
  ];
  return refusals
    .filter(([applies]) => applies)
    .map(([, found]) => unsafe('The output folder would mix generated files with others.', found));
}

/** The path with every symbolic link of its existing part resolved. */
function realPath(path: string): string {
  if (statOf(path) !== undefined) {
    try {
      return realpathSync.native(path);
    } catch {
      return path; // A dangling link: there is nothing behind it to protect.
    }
  }
  const parent = dirname(path);
  return parent === path ? path : join(realPath(parent), relative(parent, path));
}

function contains(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** A link below the working directory that leads out of it: a cloned repository could bring one along. */
function outsideLink(out: string, cwd: string): OutputProblem | undefined {
  const base = resolve(cwd);
  if (!contains(base, out)) return undefined;
  if (contains(realPath(base), realPath(out))) return undefined;
  return unsafe('A symbolic link leads out of the working directory.', realPath(out));
}

function notAFolder(out: string): OutputProblem | undefined {
  const stats = statOf(out);
  if (stats === undefined || stats.isDirectory()) return undefined;
  return unsafe('The output folder is not a folder.', describeStats(stats));
}

function unsafe(message: string, found: string): OutputProblem {
  return {
    code: 'output-unsafe',
    path: '',
    message,
    expected: 'a folder of its own, named by its real path',
    found,
  };
}
