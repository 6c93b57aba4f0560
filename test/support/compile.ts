import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { onTestFinished } from 'vitest';

import { findPackages, withDependencies } from '../../generator/src/cli/validate/emitted-packages.js';
import { compileWorkspace } from '../../generator/src/cli/validate/workspace.js';
import { compile, type CompileResult } from '../../generator/src/compile.js';
import { formatSpan } from '../../generator/src/diagnostics/index.js';
import { temporaryFolder, writeTree } from './folders.js';

const root = resolve(import.meta.dirname, '../..');

/** The specifications that come with the project, by path relative to the specs folder. */
export function projectSpecs(): Map<string, string> {
  return readFiles(join(root, 'specs'));
}

/** The templates of emitted files, as the command line reads them. */
export const templates: ReadonlyMap<string, string> = readFiles(join(root, 'templates'));

function readFiles(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    names
      .map((name): [string, string] => [
        name.slice(folder.length + 1).replaceAll('\\', '/'),
        readFileSync(name, 'utf8'),
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Compiles specifications that are given as text. */
export async function compileTexts(
  specs: ReadonlyMap<string, string>,
  profiles?: readonly string[],
): Promise<CompileResult> {
  const bytes = new Map([...specs].map(([path, text]) => [path, new TextEncoder().encode(text)]));
  return compile({ specs: bytes, templates, ...(profiles === undefined ? {} : { profiles }) });
}

/** Replaces a text that stands in a specification exactly once: an edit that hits nothing is a broken test. */
export function edit(specs: Map<string, string>, path: string, from: string, to: string): void {
  const text = specs.get(path) ?? '';
  const parts = text.split(from);
  if (parts.length !== 2) {
    throw new Error(`${JSON.stringify(from)} stands ${String(parts.length - 1)} times in ${path}`);
  }
  specs.set(path, parts.join(to));
}

/** The errors of a compilation as `file:line:column code`. */
export function errorsOf(result: CompileResult): readonly string[] {
  return result.diagnostics
    .filter((diagnostic) => diagnostic.severity === 'error')
    .map((diagnostic) => `${formatSpan(diagnostic.span)} ${diagnostic.code}`);
}

export function textOf(result: CompileResult, path: string): string {
  const file = result.files.find((candidate) => candidate.path === path);
  if (file === undefined) throw new Error(`${path} was not emitted`);
  return file.text;
}

/** What an emitted package exports, run as Node runs it. */
export async function importPackage(
  result: CompileResult,
  id: string,
): Promise<Readonly<Record<string, unknown>>> {
  const folder = temporaryFolder();
  writeTree(folder, Object.fromEntries(result.files.map((file) => [file.path, file.text])));
  const packages = findPackages(folder);
  const member = packages.find((candidate) => candidate.id === id);
  if (member === undefined) throw new Error(`no package ${id}`);
  const workspace = compileWorkspace(withDependencies(member, packages), folder);
  onTestFinished(() => {
    workspace.dispose();
  });
  const path = createRequire(workspace.entry).resolve(member.name);
  return (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;
}

export interface EmittedIssue {
  readonly code: string;
  readonly path: string;
  readonly expected: string;
  readonly got: string;
  readonly spec: string;
}

/** An emitted `validateX`. */
export function validatorOf(
  exports: Readonly<Record<string, unknown>>,
  type: string,
): (value: unknown) => readonly EmittedIssue[] {
  const validate = exports[`validate${type}`];
  if (typeof validate !== 'function') throw new Error(`no validator of ${type}`);
  return validate as (value: unknown) => readonly EmittedIssue[];
}
