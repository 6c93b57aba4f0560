import { readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';

import {
  diagnose,
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticDetails,
} from '../diagnostics/index.js';
import { maxSourceBytes } from '../load/index.js';
import { readRegularFile } from './read-file.js';

/** The files of a specs folder, by path relative to it, with forward slashes, in code-unit order. */
export interface SpecFiles {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** A span with an empty file is about the folder itself. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Far beyond any folder of specifications; a wrong `--specs` must not read half a disk. */
export const limits = { files: 10_000, bytes: 128 * 1024 * 1024, depth: 32 } as const;

/**
 * Reads every file of a folder, for a compilation that itself opens nothing. Names that start with a dot
 * and `node_modules` are left out; a symbolic link counts only if it leads to a file of the same folder.
 *
 * @param folder absolute path of the specs folder
 */
export function readSpecs(folder: string): SpecFiles {
  const reader = new FolderReader(folder);
  reader.read();
  const sorted = [...reader.files].sort(([a], [b]) => (a < b ? -1 : 1));
  return { files: new Map(sorted), diagnostics: reader.diagnostics };
}

class FolderReader {
  readonly files = new Map<string, Uint8Array>();
  readonly diagnostics: Diagnostic[] = [];
  readonly #folder: string;
  #bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  read(): void {
    const stats = statSync(this.#folder, { throwIfNoEntry: false });
    if (stats === undefined) {
      this.#report('file-unreadable', '', {
        message: 'There is no such folder.',
        expected: 'a folder of specifications',
      });
    } else if (!stats.isDirectory()) {
      this.#report('file-unreadable', '', {
        message: 'The path is not a folder.',
        expected: 'a folder of specifications',
      });
    } else {
      this.#readFolder('', 0);
    }
  }

  #readFolder(path: string, depth: number): void {
    for (const entry of this.#entriesOf(path)) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const inner = path === '' ? entry.name : `${path}/${entry.name}`;
      if (!entry.isDirectory()) this.#readEntry(inner, entry);
      else if (depth < limits.depth) this.#readFolder(inner, depth + 1);
      else
        this.#report('depth-limit', inner, {
          message: `Folders are nested deeper than ${String(limits.depth)} levels.`,
        });
      if (this.#isFull()) return;
    }
  }

  #entriesOf(path: string): readonly Dirent[] {
    try {
      const entries = readdirSync(join(this.#folder, path), { withFileTypes: true });
      // In this order a limit is hit at the same file on every machine.
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause)) throw cause;
      this.#report('file-unreadable', path, {
        message: 'The folder cannot be read.',
        found: String(cause.code),
      });
      return [];
    }
  }

  #readEntry(path: string, entry: Dirent): void {
    const target = entry.isSymbolicLink() ? this.#linkedFile(path) : join(this.#folder, path);
    if (target === undefined) return;
    const result = readRegularFile(target, { maxBytes: maxSourceBytes, noFollow: true });
    if (result.ok) {
      this.files.set(path, result.bytes);
      this.#bytes += result.bytes.length;
    } else {
      const { code, ...details } = result.failure;
      this.#report(code, path, details);
    }
  }

  /** A link could be planted to pull any file of the machine into the output. */
  #linkedFile(path: string): string | undefined {
    const target = realPathOf(join(this.#folder, path));
    const way = target === undefined ? '..' : relative(realpathSync(this.#folder), target);
    if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return target;
    this.#report('file-unreadable', path, {
      message: 'A symbolic link is followed only to a file in the specs folder.',
      expected: 'a regular file',
      found: target === undefined ? 'a link to nothing' : 'a link out of the folder',
    });
    return undefined;
  }

  #isFull(): boolean {
    if (this.files.size <= limits.files && this.#bytes <= limits.bytes) return false;
    const expected = `at most ${String(limits.files)} files and ${String(limits.bytes)} bytes`;
    if (!this.diagnostics.some(({ span, code }) => span.file === '' && code === 'file-too-large')) {
      this.#report('file-too-large', '', {
        message: 'The folder holds more than profilegen reads.',
        expected,
      });
    }
    return true;
  }

  #report(code: DiagnosticCode, file: string, details: DiagnosticDetails): void {
    this.diagnostics.push(diagnose(code, { file, line: 1, column: 1 }, details));
  }
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
