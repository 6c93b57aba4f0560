import type { OutputFile, Profile } from '../model/index.js';
import { runtimePackage, workspaceFiles } from './package/package-files.js';
import { profilePackage } from './package/profile-package.js';
import { runtimePackageId, type PackageSettings } from './settings.js';

export { packageSettings, runtimePackageId, type PackageSettings } from './settings.js';
export { verifyTypeScript, type EmittedError } from './verify.js';

/**
 * Every file of the output folder: the workspace around the packages, the runtime, and a package for each
 * profile. Pure: the same profiles, settings and templates give the same bytes.
 *
 * @param packageIds the folders of all packages of the workspace, also of profiles that this run does not emit
 */
export async function emitWorkspace(
  profiles: readonly Profile[],
  packageIds: readonly string[],
  settings: PackageSettings,
  templates: ReadonlyMap<string, string>,
): Promise<readonly OutputFile[]> {
  const files = [
    ...(await workspaceFiles([...new Set([...packageIds, runtimePackageId])].sort(), settings, templates)),
    ...(await runtimePackage(settings, templates)),
  ];
  for (const profile of profiles) files.push(...(await profilePackage(profile, settings, templates)));
  return files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
