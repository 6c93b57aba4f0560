import { diagnose, printable, type Diagnostic } from '../diagnostics/index.js';
import type { Profile } from '../model/index.js';
import { buildProfile } from './build-profile.js';
import { configFile, readConfig, type Config } from './config.js';
import { loadFolder, type SpecFiles } from './load-folder.js';
import { specFolders } from './spec-folders.js';

/** Every profile of a specs folder, and what the configuration says of the packages. */
export interface BuiltWorkspace {
  /** Sorted by folder, those too that were not asked for; a profile with errors is missing. */
  readonly profiles: readonly Profile[];
  readonly config: Config;
  readonly diagnostics: readonly Diagnostic[];
}

/** Builds the model of every specification (or of those named); faults of one hide none of another. */
export async function buildWorkspace(files: SpecFiles, only?: readonly string[]): Promise<BuiltWorkspace> {
  const { config, diagnostics: configFaults } = readConfig(files);
  const found = specFolders(files.keys());
  const folders = found.folders.filter((folder) => !config.exclude.has(folder.id));
  const diagnostics: Diagnostic[] = [
    ...configFaults,
    ...found.diagnostics,
    ...unknownNames(
      config,
      only ?? [],
      folders.map((folder) => folder.id),
    ),
  ];
  const profiles: Profile[] = [];
  for (const folder of folders) {
    const loaded = await loadFolder(folder, files);
    const packageName = config.names.get(folder.id) ?? `${config.scope}/${folder.id}`;
    const built = buildProfile(loaded, packageName);
    // What is wrong with a specification that was not asked for is for another run to tell.
    if (only === undefined || only.includes(folder.id)) diagnostics.push(...built.diagnostics);
    if (built.profile !== undefined) profiles.push(built.profile);
  }
  return { profiles, config, diagnostics };
}

/** Folders that the configuration or the caller names and that hold no specification. */
function unknownNames(
  config: Config,
  only: readonly string[],
  ids: readonly string[],
): readonly Diagnostic[] {
  const configured = [...config.names.keys()].filter((id) => !ids.includes(id));
  return [...configured, ...only.filter((id) => !ids.includes(id))].map((id) =>
    diagnose(
      'unknown-name',
      { file: configured.includes(id) ? configFile : id, line: 1, column: 1 },
      {
        message: `No folder "${printable(id)}" holds a specification.`,
        expected:
          ids.length === 0 ? 'a folder with an asyncapi.yaml or a profile.md' : `one of ${ids.join(', ')}`,
      },
    ),
  );
}
