import { createRequire } from 'node:module';

/** What the configuration file decides about emitted packages, defaults filled in. */
export interface PackageSettings {
  /** npm scope with its `@`, e.g. `@profilegen`. */
  readonly scope: string;
  readonly version: string;
  /** SPDX expression of the emitted packages. */
  readonly license: string;
  /** The exact versions of the packages that emitted code is built with and depends on. */
  readonly toolVersions: Readonly<
    Record<'typescript' | '@types/node' | 'eventsource-parser' | 'undici', string>
  >;
}

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

const manifest = createRequire(import.meta.url)('../../../package.json') as Manifest;

/**
 * The settings of a run. Emitted packages are built with the versions that profilegen itself is tested with, and
 * bear its version: a new release may emit other code from the same specification.
 */
export function packageSettings(config: {
  readonly scope: string;
  readonly license: string;
}): PackageSettings {
  const pinned = (name: string): string => manifest.dependencies[name] ?? '*';
  return {
    scope: config.scope,
    license: config.license,
    version: manifest.version,
    toolVersions: {
      typescript: pinned('typescript'),
      '@types/node': pinned('@types/node'),
      'eventsource-parser': pinned('eventsource-parser'),
      undici: pinned('undici'),
    },
  };
}

export const runtimePackageId = 'runtime';

export function runtimePackageName(settings: PackageSettings): string {
  return `${settings.scope}/${runtimePackageId}`;
}
