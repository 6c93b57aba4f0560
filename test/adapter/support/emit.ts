import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { buildWorkspace } from '../../../generator/src/build/index.js';
import { adapterPackages } from '../../../generator/src/emit/adapter/index.js';
import { packageSettings, verifyTypeScript } from '../../../generator/src/emit/index.js';
import { runtimePackage, workspaceFiles } from '../../../generator/src/emit/package/package-files.js';
import { profilePackage } from '../../../generator/src/emit/package/profile-package.js';
import type { OutputFile } from '../../../generator/src/model/index.js';

const root = join(import.meta.dirname, '../../..');

function readTree(folder: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(folder, path).split(sep).join('/'), readFileSync(path));
  }
  return files;
}

const specs = readTree(join(root, 'specs'));
const templates = new Map(
  [...readTree(join(root, 'templates'))].map(([path, bytes]) => [path, bytes.toString('utf8')]),
);

/** A change to one document of the specs. */
export type Edit = (text: string) => string;

export interface Emitted {
  readonly files: readonly OutputFile[];
  /** The sources of the adapter by their path in its package. */
  readonly adapter: ReadonlyMap<string, string>;
  readonly errors: readonly string[];
  /** Type errors of everything that was emitted. */
  readonly typeErrors: readonly string[];
}

/** The adapter and the packages that it stands on, from the project's specs with some documents changed. */
export async function emitAdapter(edits: Readonly<Record<string, Edit>> = {}): Promise<Emitted> {
  const changed = new Map(specs);
  for (const [path, edit] of Object.entries(edits)) {
    const before = specs.get(path)?.toString('utf8') ?? '';
    const after = edit(before);
    if (after === before) throw new Error(`the edit of ${path} changes nothing`);
    changed.set(path, Buffer.from(after));
  }
  const built = await buildWorkspace(changed, ['iop-edge', 'openai-compatible']);
  const errors = built.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code}: ${message}`);
  if (errors.length > 0) return { files: [], adapter: new Map(), errors, typeErrors: [] };
  const settings = packageSettings(built.config);
  const ids = ['iop-edge', 'openai-compatible', 'runtime', 'vllm-adapter'];
  const files = [
    ...(await workspaceFiles(ids, settings, templates)),
    ...(await runtimePackage(settings, templates)),
  ];
  for (const profile of built.profiles) {
    files.push(...(await profilePackage(profile, settings, templates)));
    files.push(...(await adapterPackages(profile, built.profiles, settings, templates)));
  }
  const prefix = 'vllm-adapter/';
  const adapter = new Map(
    files.flatMap(({ path, text }) =>
      path.startsWith(prefix) ? [[path.slice(prefix.length), text] as const] : [],
    ),
  );
  const typeErrors = verifyTypeScript(files, settings.scope).map(
    ({ path, line, message }) => `${path}:${String(line)}: ${message}`,
  );
  return { files, adapter, errors, typeErrors };
}

/** Changes the claims of one operation of a capability document. */
export function withClaims(operation: string, claims: Readonly<Record<string, boolean>>): Edit {
  return (text) => {
    const document = JSON.parse(text) as { operations: { name: string }[] };
    const operations = document.operations.map((claim) =>
      claim.name === operation ? { ...claim, ...claims } : claim,
    );
    return JSON.stringify({ ...document, operations });
  };
}

/** Leaves out operations, and the levels that need them. */
export function withoutOperations(levels: readonly number[], ...names: readonly string[]): Edit {
  return (text) => {
    const document = JSON.parse(text) as { operations: { name: string }[] };
    const operations = document.operations.filter(({ name }) => !names.includes(name));
    return JSON.stringify({ ...document, compatibility_levels: levels, operations });
  };
}
