import { diagnose, type Diagnostic } from '../../diagnostics/index.js';
import type { Capability, OutputFile, Profile, SpecPosition } from '../../model/index.js';
import { formatJson, formatTypeScript } from '../format.js';
import { runtimePackageId, runtimePackageName, type PackageSettings } from '../settings.js';
import { renderTemplate } from '../template.js';
import { commentText } from '../text/index.js';
import { usageModule } from './chunk-reader.js';
import { codecModule } from './codec-module.js';
import { callEventsModule, callsModule, eventsModule } from './events-module.js';
import { failuresModule } from './failures-module.js';
import { missingParts } from './missing-parts.js';
import { operationsModule } from './operations-module.js';
import { policyModule } from './policy-module.js';
import { readerModules } from './readers-module.js';
import { adapterReadme } from './readme.js';
import { requestOptionsModule } from './request-options-module.js';
import { adapterScope, type AdapterScope } from './scope.js';
import {
  attemptsModule,
  capabilitiesModule,
  controlsThinking,
  modelListModule,
  profileModule,
} from './support-modules.js';
import { templateModules, userModule } from './template-files.js';
import { testModules } from './test-modules.js';
import { thinkControlModule } from './think-control-module.js';
import { worldModule } from './world-module.js';

/** What an adapter is emitted from beside its own profile. */
export interface AdapterSettings extends PackageSettings {
  readonly toolVersions: PackageSettings['toolVersions'] & Readonly<Record<'undici', string>>;
}

/**
 * Every file of the adapter packages of a profile: one for each capability document that profilegen has
 * templates for (`vllm.json` and `templates/vllm-adapter/`). Only what the document claims is emitted.
 *
 * @param profiles all profiles: the think-control table for the backend may stand in another one
 */
export async function adapterPackages(
  profile: Profile,
  profiles: readonly Profile[],
  settings: AdapterSettings,
  templates: ReadonlyMap<string, string>,
): Promise<readonly OutputFile[]> {
  const files: OutputFile[] = [];
  for (const { capability, id } of adaptersOf(profile, templates)) {
    const scope = adapterScope(profile, capability, thinkControlFor(capability, profiles));
    if (missingParts(scope).length === 0)
      files.push(...(await adapterPackage(scope, id, settings, templates)));
  }
  return files;
}

/** The folders of the adapter packages that a profile is emitted with. */
export function adapterIds(profile: Profile, templates: ReadonlyMap<string, string>): readonly string[] {
  return adaptersOf(profile, templates)
    .filter(({ capability }) => missingParts(adapterScope(profile, capability, undefined)).length === 0)
    .map(({ id }) => id);
}

/** Warnings at the capability documents whose adapters the profile says too little for. */
export function adapterWarnings(
  profile: Profile,
  templates: ReadonlyMap<string, string>,
): readonly Diagnostic[] {
  return adaptersOf(profile, templates).flatMap(({ capability, id }) => {
    const missing = missingParts(adapterScope(profile, capability, undefined));
    if (missing.length === 0) return [];
    const message = `The package ${id} is left out: the profile has no ${missing.map((name) => `"${name}"`).join(', ')}.`;
    return [diagnose('adapter-left-out', capability.at, { message })];
  });
}

/** The adapters of a profile by the folders of their packages, with the places of their capability documents. */
export function adapterPlaces(
  profile: Profile,
  templates: ReadonlyMap<string, string>,
): ReadonlyMap<string, SpecPosition> {
  return new Map(adaptersOf(profile, templates).map(({ capability, id }) => [id, capability.at] as const));
}

/** The other profiles whose packages the adapters of a profile import. */
export function adapterNeeds(
  profile: Profile,
  profiles: readonly Profile[],
  templates: ReadonlyMap<string, string>,
): readonly string[] {
  return adaptersOf(profile, templates).flatMap(({ capability }) => {
    const scope = adapterScope(profile, capability, thinkControlFor(capability, profiles));
    return controlsThinking(scope) && scope.thinkControl !== undefined ? [scope.thinkControl.id] : [];
  });
}

function adaptersOf(
  profile: Profile,
  templates: ReadonlyMap<string, string>,
): readonly { readonly capability: Capability; readonly id: string }[] {
  return profile.capabilities
    .map((capability) => ({ capability, id: `${capability.name}-adapter` }))
    .filter(({ id }) => templates.has(`${id}/index.ts`));
}

/** The profile whose think-control table has rows for the backend: its provider is named as the document is. */
function thinkControlFor({ name }: Capability, profiles: readonly Profile[]): Profile | undefined {
  return profiles.find(({ thinkControls }) =>
    thinkControls?.rows.some(({ provider }) => provider.toLowerCase() === name.toLowerCase()),
  );
}

async function adapterPackage(
  scope: AdapterScope,
  id: string,
  settings: AdapterSettings,
  templates: ReadonlyMap<string, string>,
): Promise<readonly OutputFile[]> {
  const sources = [...new Set([...scope.profile.sources, ...(scope.thinkControl?.sources ?? [])])].sort();
  const file = (path: string, text: string): OutputFile => ({
    path: `${id}/${path}`,
    text,
    sources,
    ownership: 'generated',
  });
  const files: OutputFile[] = [
    file('package.json', await packageJson(scope, id, settings, templates)),
    file('tsconfig.json', await tsconfig(scope, templates)),
    file('README.md', adapterReadme(scope, id, settings, templates)),
    file(binFile(id), templates.get(`${id}/${binFile(id)}`) ?? ''),
    userFile(id, sources, templates),
  ];
  for (const [path, text] of templateModules(scope, templates, `${id}/`))
    files.push(file(`src/${path}`, text));
  for (const [path, text] of emittedModules(scope, settings)) {
    files.push(file(`src/${path}.ts`, await formatTypeScript(header(scope, path) + text)));
  }
  return files;
}

/** The file of the command, by its path in the package. */
function binFile(id: string): string {
  return `bin/${id}.mjs`;
}

/** Names the documents that a module comes from: cases stand in too many files to name each. */
function header({ profile, capability }: AdapterScope, module: string): string {
  const fromRecipes = module.startsWith('test/') || module.endsWith('/embedded-world');
  const documents = fromRecipes
    ? [`${profile.id}/recipes`]
    : profile.sources.filter((source) => !source.includes('/recipes/'));
  const named = documents.filter(
    (source) => !source.includes('/capabilities/') || source === capability.at.file,
  );
  return `// Generated by profilegen from ${named.map(commentText).join(', ')}. Do not edit.\n\n`;
}

/** The modules that are written from the specification, by their path in the package's sources. */
function emittedModules(scope: AdapterScope, settings: AdapterSettings): ReadonlyMap<string, string> {
  const candidates: readonly (readonly [string, string | undefined])[] = [
    ['attempts', attemptsModule(scope)],
    ['call-events', callEventsModule(scope)],
    ['calls', callsModule(scope)],
    ['capabilities', capabilitiesModule(scope)],
    ['codec', codecModule(scope)],
    ['embedded-world', worldModule(scope)],
    ['events', eventsModule(scope)],
    ['failures', failuresModule(scope, runtimePackageName(settings))],
    ['model-list', modelListModule(scope)],
    ['operations', operationsModule(scope)],
    ['policy', policyModule(scope)],
    ['profile', profileModule(scope, runtimePackageName(settings))],
    ['request-options', requestOptionsModule(scope)],
    ['think-control', controlsThinking(scope) ? thinkControlModule(scope) : undefined],
    ['usage', usageModule(scope)],
    ...readerModules(scope),
  ];
  const modules = new Map<string, string>();
  for (const [name, text] of candidates) if (text !== undefined) modules.set(`emitted/${name}`, text);
  for (const [name, text] of testModules(scope)) modules.set(`test/${name}.test`, text);
  return modules;
}

function userFile(
  id: string,
  sources: readonly string[],
  templates: ReadonlyMap<string, string>,
): OutputFile {
  return {
    path: `${id}/src/hooks.ts`,
    text: templates.get(`${id}/${userModule}`) ?? '',
    sources,
    ownership: 'user',
  };
}

function packageJson(
  scope: AdapterScope,
  id: string,
  settings: AdapterSettings,
  templates: ReadonlyMap<string, string>,
): Promise<string> {
  const { version } = settings;
  const packages = [
    runtimePackageName(settings),
    scope.profile.packageName,
    ...(controlsThinking(scope) ? [scope.thinkControl?.packageName ?? ''] : []),
  ].sort();
  const dependencies = {
    ...Object.fromEntries(packages.map((name) => [name, version])),
    undici: settings.toolVersions.undici,
  };
  const template = templates.get(`${id}/package.json.hbs`) ?? '';
  return formatJson(
    renderTemplate(template, {
      name: `${settings.scope}/${id}`,
      version,
      license: settings.license,
      description: `Serves ${scope.profile.title} from ${scope.capability.name}, on worker threads.`,
      bin: { [id]: `./${binFile(id)}` },
      dependencies,
    }),
  );
}

function tsconfig(scope: AdapterScope, templates: ReadonlyMap<string, string>): Promise<string> {
  const ids = [
    runtimePackageId,
    scope.profile.id,
    ...(controlsThinking(scope) ? [scope.thinkControl?.id ?? ''] : []),
  ];
  const references = [...new Set(ids)].sort().map((id) => ({ path: `../${id}` }));
  return formatJson(renderTemplate(templates.get('tsconfig.json.hbs') ?? '', { references }));
}
