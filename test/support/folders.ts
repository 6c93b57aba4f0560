import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { onTestFinished } from 'vitest';

/** An empty folder that is removed when the running test ends. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'profilegen-test-')));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Writes files, given as relative path to text, and the folders above them. */
export function writeTree(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Everything below a folder as relative path to text; a link shows as `-> target`, an empty folder as `/`. */
export function readTree(folder: string): Readonly<Record<string, string>> {
  const tree: Record<string, string> = {};
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    const stats = lstatSync(path);
    if (stats.isSymbolicLink()) tree[name] = '-> link';
    else if (stats.isFile()) tree[name] = readFileSync(path, 'utf8');
    else if (stats.isDirectory()) {
      const below = Object.entries(readTree(path));
      if (below.length === 0) tree[`${name}/`] = '/';
      for (const [inner, text] of below) tree[`${name}/${inner}`] = text;
    }
  }
  return tree;
}
