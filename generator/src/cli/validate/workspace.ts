import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';

import ts from 'typescript';

import { UsageError } from '../context.js';
import type { EmittedPackage } from './emitted-packages.js';

/** Emitted packages as JavaScript, in a private folder in which Node resolves their imports as they stand. */
export interface CompiledWorkspace {
  /** Absolute path of the `package.json` from which packages of the workspace can be imported. */
  readonly entry: string;
  dispose(): void;
}

/**
 * Transpiles packages without type checks and without touching their folder, so that they need no
 * `npm install` and no build. Other dependencies come from the output folder if it is installed, or else
 * are those of profilegen itself.
 *
 * @param out absolute path of the output folder
 */
export function compileWorkspace(packages: readonly EmittedPackage[], out: string): CompiledWorkspace {
  const folder = mkdtempSync(join(tmpdir(), 'profilegen-'));
  const dispose = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
    for (const member of packages) {
      transpilePackage(member, join(folder, member.id));
      link(join(folder, member.id), folder, member.name);
    }
    linkOthers(packages, out, folder);
    return { entry: join(folder, 'package.json'), dispose };
  } catch (cause) {
    dispose();
    throw cause;
  }
}

function transpilePackage(source: EmittedPackage, target: string): void {
  mkdirSync(target, { recursive: true });
  cpSync(join(source.folder, 'package.json'), join(target, 'package.json'));
  const { fileNames, options } = readConfig(source.folder);
  const { rootDir = join(source.folder, 'src'), outDir = join(source.folder, 'dist') } = options;
  for (const file of fileNames.filter((name) => !name.endsWith('.d.ts'))) {
    const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
      fileName: file,
      compilerOptions,
    });
    const path = join(within(source.folder, outDir), within(rootDir, file).replace(/\.ts$/, '.js'));
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), outputText);
  }
}

const compilerOptions: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2022,
  verbatimModuleSyntax: true,
  isolatedModules: true,
};

function readConfig(folder: string): ts.ParsedCommandLine {
  const path = join(folder, 'tsconfig.json');
  const read = ts.readConfigFile(path, (name) => ts.sys.readFile(name));
  if (read.error !== undefined) throw new UsageError(`${path} cannot be read`);
  return ts.parseJsonConfigFileContent(read.config, ts.sys, folder, undefined, path);
}

/** Where a path lies in a folder; a package that reaches out of its own is not one that profilegen wrote. */
function within(folder: string, path: string): string {
  const way = relative(folder, path);
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
    throw new UsageError(`${path} is outside of ${folder}`);
  return way;
}

function linkOthers(packages: readonly EmittedPackage[], out: string, folder: string): void {
  const own = new Set(packages.map(({ name }) => name));
  const others = new Set(
    packages.flatMap(({ dependencies }) => dependencies.filter((name) => !own.has(name))),
  );
  for (const name of others) {
    const target = installedFolder(name, out);
    // A dependency that is not there may still not be needed by the validators.
    if (target !== undefined) link(target, folder, name);
  }
}

function installedFolder(name: string, out: string): string | undefined {
  const installed = join(out, 'node_modules', name);
  if (existsSync(join(installed, 'package.json'))) return installed;
  const candidates = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return candidates
    .map((candidate) => join(candidate, name))
    .find((path) => existsSync(join(path, 'package.json')));
}

function link(target: string, folder: string, name: string): void {
  const path = join(folder, 'node_modules', name);
  mkdirSync(dirname(path), { recursive: true });
  // A junction needs no privilege on Windows; elsewhere the type is ignored.
  symlinkSync(target, path, 'junction');
}
