import { buildWorkspace } from '../../generator/src/build/index.js';
import { profileVectors, type ProfileVectors, type Vector } from '../../generator/src/emit/vectors/index.js';
import type { Profile } from '../../generator/src/model/index.js';
import { projectSpecs } from '../support/compile.js';

export interface ProfileWithVectors extends ProfileVectors {
  readonly profile: Profile;
}

export function bytesOf(specs: ReadonlyMap<string, string>): Map<string, Uint8Array> {
  return new Map([...specs].map(([path, text]) => [path, new TextEncoder().encode(text)]));
}

/** The models of specifications that are given as text, without what the build has to say. */
export async function profilesOf(specs: ReadonlyMap<string, string>): Promise<readonly Profile[]> {
  return (await buildWorkspace(bytesOf(specs))).profiles;
}

export async function projectVectors(): Promise<readonly ProfileWithVectors[]> {
  const profiles = await profilesOf(projectSpecs());
  return profiles.map((profile) => ({ profile, ...profileVectors(profile) }));
}

/** Issues in an order of their own and each once: which comes first, and how many keywords agree, says nothing. */
export function issueKeys(
  issues: readonly { readonly code: string; readonly path: string; readonly event?: number }[],
): readonly string[] {
  const keys = issues.map(
    ({ code, path, event }) => `${code} ${path}${event === undefined ? '' : ` @${String(event)}`}`,
  );
  return [...new Set(keys)].sort();
}

export function isOrder(vector: Vector): boolean {
  return vector.kind === 'order';
}
