import type { OutputFile } from '../../model/index.js';
import { formatJson } from '../format.js';
import { renderTemplate } from '../template.js';
import { runtimePackageId, type PackageSettings } from '../settings.js';

/** What the files around the sources of one package are made from. */
export interface PackageManifest {
  /** The folder of the package in the output. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly dependencies: Readonly<Record<string, string>>;
  /** Folders of the packages that this one is compiled against. */
  readonly references: readonly string[];
  readonly sources: readonly string[];
}

/** `package.json` and `tsconfig.json` of one emitted package. */
export async function packageFiles(
  manifest: PackageManifest,
  settings: PackageSettings,
  templates: ReadonlyMap<string, string>,
): Promise<readonly OutputFile[]> {
  const file = async (name: string, data: Readonly<Record<string, unknown>>): Promise<OutputFile> => ({
    path: `${manifest.id}/${name}`,
    text: await formatJson(renderTemplate(templateText(templates, `${name}.hbs`), data)),
    sources: manifest.sources,
    ownership: 'generated',
  });
  return [
    await file('package.json', {
      name: manifest.name,
      version: settings.version,
      description: manifest.description,
      license: settings.license,
      dependencies: manifest.dependencies,
    }),
    await file('tsconfig.json', { references: manifest.references.map((id) => ({ path: `../${id}` })) }),
  ];
}

/** The files that make the output folder a workspace of its own: it installs and builds wherever it lies. */
export async function workspaceFiles(
  ids: readonly string[],
  settings: PackageSettings,
  templates: ReadonlyMap<string, string>,
): Promise<readonly OutputFile[]> {
  const file = async (name: string, data: Readonly<Record<string, unknown>>): Promise<OutputFile> => ({
    path: name,
    text: await formatJson(renderTemplate(templateText(templates, `workspace-${name}.hbs`), data)),
    sources: [],
    ownership: 'generated',
  });
  const { typescript, '@types/node': nodeTypes } = settings.toolVersions;
  return [
    await file('package.json', {
      name: `${settings.scope}/packages`,
      license: settings.license,
      workspaces: ids,
      devDependencies: { '@types/node': nodeTypes, typescript },
    }),
    await file('tsconfig.json', { references: ids.map((id) => ({ path: id })) }),
    await file('tsconfig.base.json', {}),
  ];
}

/** The package `runtime`: every file of `templates/runtime/` as it is, and an index over them. */
export async function runtimePackage(
  settings: PackageSettings,
  templates: ReadonlyMap<string, string>,
): Promise<readonly OutputFile[]> {
  const prefix = `${runtimePackageId}/`;
  const modules = [...templates.keys()].filter((name) => name.startsWith(prefix)).sort();
  const sources = modules.map((name): OutputFile => ({
    path: `${prefix}src/${name.slice(prefix.length)}`,
    text: templateText(templates, name),
    sources: [],
    ownership: 'generated',
  }));
  const description =
    'What the packages share: issues, validation helpers, rule evaluation, server-sent events.';
  return [
    ...(await packageFiles(
      {
        id: runtimePackageId,
        name: `${settings.scope}/${runtimePackageId}`,
        description,
        dependencies: { 'eventsource-parser': settings.toolVersions['eventsource-parser'] },
        references: [],
        sources: [],
      },
      settings,
      templates,
    )),
    ...sources,
  ];
}

function templateText(templates: ReadonlyMap<string, string>, name: string): string {
  const text = templates.get(name);
  if (text === undefined) throw new Error(`the template ${name} is missing from the installation`);
  return text;
}
