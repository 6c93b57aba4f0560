import type { Diagnostic } from '../diagnostics/index.js';
import type { OutputFile, Profile, SpecPosition } from '../model/index.js';
import {
  adapterIds,
  adapterNeeds,
  adapterPackages,
  adapterPlaces,
  adapterWarnings,
} from './adapter/index.js';
import { conformancePackage, conformancePackageId } from './conformance/index.js';
import { runtimePackage, workspaceFiles } from './package/package-files.js';
import { profilePackage } from './package/profile-package.js';
import { runtimePackageId, type PackageSettings } from './settings.js';
import { profileVectors } from './vectors/index.js';

export { packageSettings, runtimePackageId, type PackageSettings } from './settings.js';
export { verifyTypeScript, type EmittedError } from './verify.js';

/** Which profiles a run emits, beside those that it only knows. */
export interface EmitScope {
  /** Every profile of the specs folder: one may speak of another, as a think-control table does of a backend. */
  readonly profiles: readonly Profile[];
  /** The folders of the specifications that are emitted; all of them if absent. */
  readonly only?: readonly string[];
  /** Folders of adapters that are left out. */
  readonly without?: ReadonlySet<string>;
  /** With `only`: folders of packages that the output has already, which its workspace goes on listing. */
  readonly present?: readonly string[];
}

/**
 * Every file of the output folder: the workspace around the packages, the runtime, a package for each profile with
 * those of its adapters, and the conformance vectors of all profiles. Pure: the same profiles, settings and
 * templates give the same bytes.
 */
export async function emitWorkspace(
  scope: EmitScope,
  settings: PackageSettings,
  templates: ReadonlyMap<string, string>,
): Promise<readonly OutputFile[]> {
  const { profiles, only, without = new Set() } = scope;
  const emitted = emittedProfiles(scope, templates);
  const files: OutputFile[] = [];
  for (const profile of emitted) {
    files.push(...(await profilePackage(profile, settings, templates)));
    const adapters = await adapterPackages(profile, profiles, settings, templates);
    files.push(...adapters.filter(({ path }) => !without.has(path.slice(0, path.indexOf('/')))));
  }
  // The vectors are those of all profiles together, so a run for some of them leaves that package alone.
  if (only === undefined) files.push(...(await conformancePackage(profiles, settings, templates)));
  files.push(...(await runtimePackage(settings, templates)));
  files.push(...(await workspaceFiles(packageIds(scope, emitted, templates), settings, templates)));
  return files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** What the specifications say too little for: adapters that are left out, and rules without vectors. */
export function emitWarnings(
  scope: EmitScope,
  templates: ReadonlyMap<string, string>,
): readonly Diagnostic[] {
  const vectors = scope.only === undefined ? scope.profiles : [];
  return [
    ...emittedProfiles(scope, templates).flatMap((profile) => adapterWarnings(profile, templates)),
    ...vectors.flatMap((profile) => profileVectors(profile).diagnostics),
  ];
}

/** The adapters of a run by the folders of their packages, with the places of their capability documents. */
export function adaptersOfRun(
  { profiles }: EmitScope,
  templates: ReadonlyMap<string, string>,
): ReadonlyMap<string, SpecPosition> {
  return new Map(profiles.flatMap((profile) => [...adapterPlaces(profile, templates)]));
}

/** The profiles that were asked for, and those whose packages an adapter of them imports. */
function emittedProfiles(
  { profiles, only }: EmitScope,
  templates: ReadonlyMap<string, string>,
): readonly Profile[] {
  if (only === undefined) return profiles;
  const asked = profiles.filter((profile) => only.includes(profile.id));
  const needed = new Set(
    asked.flatMap((profile) => [profile.id, ...adapterNeeds(profile, profiles, templates)]),
  );
  return profiles.filter((profile) => needed.has(profile.id));
}

/** The folders of all packages of the workspace, sorted. */
function packageIds(
  { profiles, only, present = [], without = new Set() }: EmitScope,
  emitted: readonly Profile[],
  templates: ReadonlyMap<string, string>,
): readonly string[] {
  const idsOf = (profile: Profile): readonly string[] => [profile.id, ...adapterIds(profile, templates)];
  const all = [...profiles.flatMap(idsOf), conformancePackageId];
  const own = only === undefined ? all : emitted.flatMap(idsOf);
  const kept = all.filter((id) => present.includes(id));
  return [...new Set([...own, ...kept, runtimePackageId])].filter((id) => !without.has(id)).sort();
}
