import { createRequire } from 'node:module';
import { hasErrors, type Diagnostic } from '../diagnostics/index.js';
import { decodeSource, loadYaml, stringOf, valueOf } from '../load/index.js';
import { documentCheck } from './document-schema.js';
import type { SpecFiles } from './load-folder.js';

/** The configuration file of a specs folder. */
export const configFile = 'profilegen.yaml';

/** What the configuration decides, defaults filled in. */
export interface Config {
  /** npm scope with its `@`. */
  readonly scope: string;
  /** SPDX expression of the packages. */
  readonly license: string;
  /** npm names by folder, where they differ from `<scope>/<folder>`. */
  readonly names: ReadonlyMap<string, string>;
  readonly exclude: ReadonlySet<string>;
}

const defaults: Config = {
  scope: '@profilegen',
  license: 'Apache-2.0',
  names: new Map(),
  exclude: new Set(),
};

const check = documentCheck(createRequire(import.meta.url)('../../config.schema.json') as object, 'config');

/** Reads `profilegen.yaml`; without one, every folder with a specification becomes a package of its name. */
export function readConfig(files: SpecFiles): {
  readonly config: Config;
  readonly diagnostics: readonly Diagnostic[];
} {
  const bytes = files.get(configFile);
  if (bytes === undefined) return { config: defaults, diagnostics: [] };
  const source = decodeSource(configFile, bytes);
  if (source.text === undefined) return { config: defaults, diagnostics: source.diagnostics };
  const { root, diagnostics: faults } = loadYaml(configFile, source.text);
  const diagnostics = [...faults, ...(root === undefined ? [] : check(root))];
  if (root === undefined || hasErrors(diagnostics)) return { config: defaults, diagnostics };
  const packages = valueOf(root, 'packages');
  const exclude = valueOf(root, 'exclude');
  const names = (packages?.kind === 'mapping' ? packages.entries : []).flatMap(
    ({ key, value }): [string, string][] => {
      const name = stringOf(valueOf(value, 'name'));
      return name === undefined ? [] : [[key, name]];
    },
  );
  return {
    config: {
      scope: stringOf(valueOf(root, 'scope')) ?? defaults.scope,
      license: stringOf(valueOf(root, 'license')) ?? defaults.license,
      names: new Map(names),
      exclude: new Set(
        (exclude?.kind === 'sequence' ? exclude.items : []).flatMap((item) => stringOf(item) ?? []),
      ),
    },
    diagnostics,
  };
}
