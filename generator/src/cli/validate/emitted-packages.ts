import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { compareCodeUnits } from '../../write/index.js';
import { UsageError } from '../context.js';
import { readRegularFile } from '../read-file.js';

/** A package of an output folder. */
export interface EmittedPackage {
  /** Absolute path of its folder. */
  readonly folder: string;
  /** Name of its folder, the id of its specification. */
  readonly id: string;
  /** The name that other packages import it by. */
  readonly name: string;
  readonly dependencies: readonly string[];
  /** The subpaths that it exports: `.`, `./vectors`. */
  readonly subpaths: readonly string[];
}

/** As npm allows names; it becomes a path below `node_modules`. */
export const packageNamePattern = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

const maxManifestBytes = 1024 * 1024;

/** The packages directly in a folder, by folder name; none if there is no such folder. */
export function findPackages(out: string): readonly EmittedPackage[] {
  return foldersIn(out).flatMap((id) => readPackage(join(out, id), id) ?? []);
}

function foldersIn(out: string): readonly string[] {
  try {
    return readdirSync(out, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
      .map((entry) => entry.name)
      .sort(compareCodeUnits);
  } catch {
    return [];
  }
}

function readPackage(folder: string, id: string): EmittedPackage | undefined {
  const manifest = readJsonObject(join(folder, 'package.json'));
  const name = manifest?.['name'];
  if (typeof name !== 'string' || !packageNamePattern.test(name)) return undefined;
  const dependencies = Object.keys(asObject(manifest?.['dependencies'])).filter((dependency) =>
    packageNamePattern.test(dependency),
  );
  const subpaths = Object.keys(asObject(manifest?.['exports'])).filter((subpath) =>
    /^\.(?:\/[\w.-]+)*$/.test(subpath),
  );
  return { folder, id, name, dependencies, subpaths };
}

function readJsonObject(path: string): Readonly<Record<string, unknown>> | undefined {
  const result = readRegularFile(path, { maxBytes: maxManifestBytes });
  if (!result.ok) return undefined;
  try {
    return asObject(JSON.parse(Buffer.from(result.bytes).toString('utf8')));
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** A package and all packages of the folder that it depends on, itself first. */
export function withDependencies(
  root: EmittedPackage,
  all: readonly EmittedPackage[],
): readonly EmittedPackage[] {
  const byName = new Map(all.map((candidate) => [candidate.name, candidate]));
  const closure = new Set([root]);
  // A set yields what is added while it is walked.
  for (const member of closure) {
    for (const name of member.dependencies) {
      const dependency = byName.get(name);
      if (dependency !== undefined) closure.add(dependency);
    }
  }
  return [...closure];
}

/**
 * The package of that folder name or package name.
 *
 * @throws UsageError where there is none
 */
export function choosePackage(
  packages: readonly EmittedPackage[],
  wanted: string,
  out: string,
): EmittedPackage {
  const chosen = packages.find(({ id, name }) => id === wanted || name === wanted);
  if (chosen !== undefined) return chosen;
  if (packages.length === 0)
    throw new UsageError(`"${out}" holds no packages; run \`profilegen generate\` first`);
  const known = packages.map(({ id }) => id).join(', ');
  throw new UsageError(`"${out}" holds no package "${wanted}"; it holds: ${known}`);
}
