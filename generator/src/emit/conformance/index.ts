import type { OutputFile, Profile } from '../../model/index.js';
import { formatJson } from '../format.js';
import type { PackageSettings } from '../settings.js';
import { renderTemplate } from '../template.js';
import { jsonText } from '../text/index.js';
import { profileVectors, type ProfileVectors } from '../vectors/index.js';

export { claimedTokens, requiredTokens } from './capability-tokens.js';
export { executionPlan, selectionOf, type ExecutionPlan, type PlanArtifacts } from './plan.js';

/** The folder of the package in the output. */
export const conformancePackageId = 'conformance';

/**
 * The package `conformance`: the vectors of every profile as JSON, a manifest from rule to specification and vectors, and
 * a loader with types. Other languages read the JSON files themselves.
 */
export async function conformancePackage(
  profiles: readonly Profile[],
  settings: PackageSettings,
  templates: ReadonlyMap<string, string>,
): Promise<readonly OutputFile[]> {
  const sources = [...new Set(profiles.flatMap((profile) => profile.sources))].sort();
  const file = (path: string, text: string, from: readonly string[]): OutputFile => ({
    path: `${conformancePackageId}/${path}`,
    text,
    sources: from,
    ownership: 'generated',
  });
  const made = profiles.map((profile) => ({ profile, ...profileVectors(profile) }));
  const manifest = renderTemplate(templateText(templates, 'package.json.hbs'), {
    name: `${settings.scope}/${conformancePackageId}`,
    version: settings.version,
    license: settings.license,
  });
  return [
    file('package.json', await formatJson(manifest), sources),
    file('tsconfig.json', await formatJson(templateText(templates, 'tsconfig.json.hbs')), []),
    file('README.md', readme(made, settings, templates), sources),
    file(
      'manifest.json',
      lines(made.flatMap(({ profile, rules }) => rules.map((rule) => entry(profile, rule)))),
      sources,
    ),
    ...made.map(({ profile, vectors }) =>
      file(`vectors/${profile.id}.json`, lines(vectors), profile.sources),
    ),
    ...loaderModules(templates).map(([name, text]) => file(`src/${name}`, text, [])),
  ];
}

/** The modules of the loader are the same for every specification. */
function loaderModules(templates: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  const prefix = `${conformancePackageId}/`;
  return [...templates.keys()]
    .filter((name) => name.startsWith(prefix) && name.endsWith('.ts'))
    .sort()
    .map((name) => [name.slice(prefix.length), templates.get(name) ?? ''] as const);
}

function entry(
  profile: Profile,
  { rule, kind, at, valid, invalid }: ProfileVectors['rules'][number],
): object {
  return { package: profile.id, rule, kind, spec: { file: at.file, line: at.line }, valid, invalid };
}

/** A JSON array with one element a line: what changes in a specification changes few lines. */
function lines(values: readonly object[]): string {
  if (values.length === 0) return '[]\n';
  return `[\n${values.map(jsonText).join(',\n')}\n]\n`;
}

function readme(
  made: readonly ({ readonly profile: Profile } & ProfileVectors)[],
  settings: PackageSettings,
  templates: ReadonlyMap<string, string>,
): string {
  return renderTemplate(templateText(templates, 'README.md.hbs'), {
    name: `${settings.scope}/${conformancePackageId}`,
    columns: ['Package', 'Rules', 'Vectors', 'File'].map((text) => ({ text })),
    rows: made.map(({ profile, rules, vectors }) => [
      { code: profile.id },
      { text: String(rules.length) },
      { text: String(vectors.length) },
      { code: `vectors/${profile.id}.json` },
    ]),
  });
}

function templateText(templates: ReadonlyMap<string, string>, name: string): string {
  const text = templates.get(`${conformancePackageId}/${name}`);
  if (text === undefined) throw new Error(`the template ${conformancePackageId}/${name} is missing`);
  return text;
}
