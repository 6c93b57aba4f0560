import { readFileSync } from 'node:fs';
import type { RuleEntry, Vector } from './vector.js';

/** Names of packages; anything else is no file of this one. */
const packageId = /^[a-z0-9][a-z0-9._-]*$/;

/**
 * The vectors of a package, by the name of its folder: `nscale-sse`.
 *
 * @throws RangeError when there are no vectors of that name
 */
export function loadVectors(id: string): readonly Vector[] {
  return (packageId.test(id) ? readJson(`../vectors/${id}.json`) : undefined) ?? unknownPackage(id);
}

/** Every rule of every package, with its place in the specification and its vectors. */
export function loadManifest(): readonly RuleEntry[] {
  return readJson('../manifest.json') ?? [];
}

/** The vectors that test a rule, those that keep it first. */
export function vectorsOfRule({ package: id, valid, invalid }: RuleEntry): readonly Vector[] {
  const byId = new Map(loadVectors(id).map((vector) => [vector.id, vector]));
  return [...valid, ...invalid].flatMap((name) => byId.get(name) ?? []);
}

/** The files are written together with this one, so their form is known. */
function readJson<T>(path: string): readonly T[] | undefined {
  try {
    return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as readonly T[];
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw cause;
  }
}

function unknownPackage(id: string): never {
  throw new RangeError(`there are no vectors of ${JSON.stringify(id)}`);
}
