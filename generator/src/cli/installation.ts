import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the profilegen package: this file lies in `generator/dist/cli/` or `generator/src/cli/` of it. */
export const installationFolder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** Name and version of the installed package. */
export function readIdentity(): { readonly name: string; readonly version: string } {
  const text = readFileSync(join(installationFolder, 'package.json'), 'utf8');
  const { name, version } = JSON.parse(text) as { readonly name: string; readonly version: string };
  return { name, version };
}

/** The templates of emitted files, by path relative to `templates/`, with forward slashes. */
export function readTemplates(): ReadonlyMap<string, string> {
  const folder = join(installationFolder, 'templates');
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return new Map(
    paths.map((path) => [relative(folder, path).split(sep).join('/'), readFileSync(path, 'utf8')]),
  );
}
