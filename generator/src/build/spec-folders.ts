import { diagnose, printable, type Diagnostic } from '../diagnostics/index.js';

/** The documents of one specification by their roles; paths relative to the specs folder. */
export interface SpecFolder {
  readonly id: string;
  readonly asyncapi: string | undefined;
  readonly profile: string | undefined;
  readonly types: string | undefined;
  readonly bodies: string | undefined;
  readonly capabilities: readonly string[];
  readonly recipes: readonly string[];
  /** Every other JSON or YAML file: a document that a `$ref` may lead to. */
  readonly others: readonly string[];
}

/** The folders that hold a specification: each with an AsyncAPI document or a profile, sorted by name. */
export function specFolders(paths: Iterable<string>): {
  readonly folders: readonly SpecFolder[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const byFolder = new Map<string, string[]>();
  for (const path of [...paths].sort()) {
    const slash = path.indexOf('/');
    if (slash < 0) continue;
    const id = path.slice(0, slash);
    byFolder.set(id, [...(byFolder.get(id) ?? []), path]);
  }
  const folders = [...byFolder].map(([id, files]) => specFolder(id, files)).filter(isSpecification);
  return { folders, diagnostics: folders.flatMap(checkId) };
}

function specFolder(id: string, files: readonly string[]): SpecFolder {
  const named = (...names: readonly string[]): string | undefined =>
    files.find((file) => names.includes(file.slice(id.length + 1)));
  const inside = (folder: string): readonly string[] =>
    files.filter((file) => file.startsWith(`${id}/${folder}/`) && file.endsWith('.json'));
  const asyncapi = named('asyncapi.yaml', 'asyncapi.yml', 'asyncapi.json');
  const profile = named('profile.md');
  const types = named('types.schema.json', 'types.schema.yaml');
  const bodies = named('bodies.openapi.yaml', 'bodies.openapi.yml', 'bodies.openapi.json');
  const capabilities = inside('capabilities');
  const recipes = inside('recipes');
  const known = new Set([asyncapi, profile, types, bodies, ...capabilities, ...recipes]);
  const others = files.filter((file) => !known.has(file) && /\.(json|ya?ml)$/.test(file));
  return { id, asyncapi, profile, types, bodies, capabilities, recipes, others };
}

function isSpecification(folder: SpecFolder): boolean {
  return folder.asyncapi !== undefined || folder.profile !== undefined;
}

/** Names that Windows keeps for devices, whatever their extension. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/;

/** Folders of packages that are made of no single specification. */
const ownPackages = new Set(['runtime', 'conformance']);

/** A folder becomes a package folder and an npm name, so it takes the characters that both take everywhere. */
function checkId(folder: SpecFolder): readonly Diagnostic[] {
  const { id } = folder;
  if (
    /^[a-z0-9][a-z0-9._-]{0,99}$/.test(id) &&
    !id.endsWith('.') &&
    !deviceName.test(id) &&
    !ownPackages.has(id)
  )
    return [];
  const file = folder.profile ?? folder.asyncapi ?? id;
  return [
    diagnose(
      'package-name',
      { file, line: 1, column: 1 },
      {
        message: `The folder "${printable(id)}" cannot name a package.`,
        expected:
          'lower-case letters, digits, `.`, `_` and `-`, at most 100 characters, no name of a device, and neither `runtime` nor `conformance`',
      },
    ),
  ];
}
