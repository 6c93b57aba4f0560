import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import ts from 'typescript';
import type { OutputFile } from '../model/index.js';

/** A type error in an emitted file: always a fault of the generator, never of a spec. */
export interface EmittedError {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Where the emitted files stand during the check; nothing is read from or written to it. */
const root = '/generated/';

/**
 * Parses and type-checks every emitted TypeScript file in memory, under the options that the packages are
 * built with. Only the libraries (`lib.*.d.ts`, the types of Node and of dependencies) come from disk.
 *
 * @param scope the npm scope of the emitted packages, whose imports resolve among the files
 */
export function verifyTypeScript(files: readonly OutputFile[], scope: string): readonly EmittedError[] {
  const texts = new Map(
    files.filter((file) => file.path.endsWith('.ts')).map((file) => [root + file.path, file.text]),
  );
  const options = compilerOptions(files);
  const program = ts.createProgram([...texts.keys()], options, memoryHost(texts, options, scope));
  return ts
    .getPreEmitDiagnostics(program)
    .filter((diagnostic) => diagnostic.category === ts.DiagnosticCategory.Error)
    .map(emittedError);
}

function compilerOptions(files: readonly OutputFile[]): ts.CompilerOptions {
  const base = files.find((file) => file.path === 'tsconfig.base.json')?.text ?? '{}';
  const parsed = ts.parseConfigFileTextToJson('tsconfig.base.json', base).config as {
    compilerOptions?: object;
  };
  const { options } = ts.convertCompilerOptionsFromJson(parsed.compilerOptions ?? {}, root);
  const nodeTypes = dirname(createRequire(import.meta.url).resolve('@types/node/package.json'));
  return { ...options, noEmit: true, composite: false, types: [nodeTypes], skipDefaultLibCheck: true };
}

function memoryHost(
  texts: ReadonlyMap<string, string>,
  options: ts.CompilerOptions,
  scope: string,
): ts.CompilerHost {
  const disk = ts.createCompilerHost(options);
  const scoped = `${scope}/`;
  return {
    ...disk,
    fileExists: (name) => texts.has(name) || (!name.startsWith(root) && disk.fileExists(name)),
    readFile: (name) => texts.get(name) ?? disk.readFile(name),
    getSourceFile: (name, target, onError) => {
      const text = texts.get(name);
      if (text === undefined) return librarySource(name, () => disk.getSourceFile(name, target, onError));
      const languageVersion = typeof target === 'object' ? target.languageVersion : target;
      return ts.createSourceFile(name, text, { languageVersion, impliedNodeFormat: ts.ModuleKind.ESNext });
    },
    getCurrentDirectory: () => root,
    resolveModuleNameLiterals: (literals, containing) =>
      literals.map(({ text: name }) => {
        if (name.startsWith(scoped))
          return inMemory(`${root}${name.slice(scoped.length)}/src/index.ts`, texts);
        if (name.startsWith('.')) {
          return inMemory(new URL(name, `file://${containing}`).pathname.replace(/\.js$/, '.ts'), texts, () =>
            ts.resolveModuleName(name, containing, options, disk),
          );
        }
        // A dependency of the emitted code is one of ours too: it resolves from where this file is installed.
        const from = containing.startsWith(root) ? import.meta.filename : containing;
        return ts.resolveModuleName(name, from, options, disk, undefined, undefined, ts.ModuleKind.ESNext);
      }),
  };
}

/** Parsed libraries: they are the same in every run of a process, and most of the work of a small one. */
const libraries = new Map<string, ts.SourceFile>();

function librarySource(name: string, parse: () => ts.SourceFile | undefined): ts.SourceFile | undefined {
  const known = libraries.get(name);
  if (known !== undefined) return known;
  const parsed = parse();
  if (parsed !== undefined) libraries.set(name, parsed);
  return parsed;
}

function inMemory(
  name: string,
  texts: ReadonlyMap<string, string>,
  otherwise?: () => ts.ResolvedModuleWithFailedLookupLocations,
): ts.ResolvedModuleWithFailedLookupLocations {
  if (!texts.has(name)) return otherwise?.() ?? { resolvedModule: undefined };
  return {
    resolvedModule: { resolvedFileName: name, extension: ts.Extension.Ts, isExternalLibraryImport: false },
  };
}

function emittedError(diagnostic: ts.Diagnostic): EmittedError {
  const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ');
  if (diagnostic.file === undefined) return { path: '', line: 1, column: 1, message };
  const { line, character } = diagnostic.file.getLineAndCharacterOfPosition(diagnostic.start ?? 0);
  return {
    path: diagnostic.file.fileName.slice(root.length),
    line: line + 1,
    column: character + 1,
    message,
  };
}
