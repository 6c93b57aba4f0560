import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

import { UsageError } from '../context.js';
import type { EmittedPackage } from './emitted-packages.js';
import type { CompiledWorkspace } from './workspace.js';

/** One departure of a value from its type, as the emitted packages report it. */
export interface ValidationIssue {
  readonly code: string;
  /** JSON pointer. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
  /** `file:line:column`, relative to the specs folder. */
  readonly spec: string;
}

export type Validator = (value: unknown) => readonly ValidationIssue[];

/** The validators that a package exports, by the name of their type. */
export async function loadValidators(
  workspace: CompiledWorkspace,
  source: EmittedPackage,
): Promise<ReadonlyMap<string, Validator>> {
  const validators = new Map<string, Validator>();
  for (const subpath of source.subpaths.filter((candidate) => !candidate.endsWith('.json'))) {
    const module = await loadModule(workspace, source, subpath);
    for (const [exported, value] of Object.entries(module)) {
      const type = /^validate([A-Z].*)$/.exec(exported)?.[1];
      // Emitted by profilegen itself: the name states the signature.
      if (type !== undefined && typeof value === 'function') validators.set(type, value as Validator);
    }
  }
  return validators;
}

/** What a subpath of a package exports. */
export async function loadModule(
  workspace: CompiledWorkspace,
  { id, name }: EmittedPackage,
  subpath: string,
): Promise<Readonly<Record<string, unknown>>> {
  try {
    const path = createRequire(workspace.entry).resolve(name + subpath.slice(1));
    return (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`package "${id}" cannot be loaded: ${reason}`);
  }
}

/**
 * The validator of a type that is named as in the package (`ResponseUsageEvent`) or as in its specification
 * (`response.usage`); undefined when there is none, or more than one.
 */
export function findValidator(
  validators: ReadonlyMap<string, Validator>,
  type: string,
): Validator | undefined {
  const exact = validators.get(type);
  if (exact !== undefined) return exact;
  for (const wanted of [foldName(type), `${foldName(type)}event`]) {
    const similar = [...validators].filter(([name]) => foldName(name) === wanted);
    if (similar.length > 0) return similar.length === 1 ? similar[0]?.[1] : undefined;
  }
  return undefined;
}

function foldName(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
}
