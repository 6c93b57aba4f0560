import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import type { CompiledCel } from '../../../generator/src/rules/cel/index.js';

const runtimeFolder = fileURLToPath(new URL('../../../templates/runtime/', import.meta.url));

/** The strictest flags, as emitted packages are compiled. */
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
  strict: true,
  noEmit: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitReturns: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  verbatimModuleSyntax: true,
  isolatedModules: true,
};

/** A module as an emitter would write it: each expression as a function over the least types that it needs. */
export function moduleOf(expressions: readonly CompiledCel[], result: 'boolean' | 'unknown'): string {
  const functions = expressions.map(({ text, parameters }, index) => {
    const list = parameters.map(({ identifier, type }) => `${identifier}: ${type}`).join(', ');
    return `export function rule${String(index)}(${list}): ${result} {\n  return ${text};\n}\n`;
  });
  const used = expressions.some(({ runtimeNames }) => runtimeNames.length > 0);
  const runtime = "import * as cel from './cel.js';\nexport const { RuleError } = cel;\n";
  return (used ? runtime : '') + functions.join('');
}

/** What the compiler says of a module that stands beside the runtime: `line: message`. */
export function typeErrors(text: string): readonly string[] {
  const path = join(runtimeFolder, 'rules-under-test.ts');
  const host = ts.createCompilerHost(options);
  const withModule: ts.CompilerHost = {
    ...host,
    fileExists: (name) => name === path || host.fileExists(name),
    getSourceFile: (name, version) =>
      name === path ? ts.createSourceFile(name, text, version, true) : host.getSourceFile(name, version),
  };
  const program = ts.createProgram([path], options, withModule);
  return ts.getPreEmitDiagnostics(program).map((diagnostic) => {
    const line = (diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line ?? 0) + 1;
    const source = diagnostic.file?.text.split('\n')[line - 1] ?? '';
    return `${ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')}\n  ${source}`;
  });
}

/** Compiles a module and the runtime to JavaScript, and loads it the way an installed package is loaded. */
export async function load(text: string): Promise<Readonly<Record<string, (...args: unknown[]) => unknown>>> {
  const folder = mkdtempSync(join(tmpdir(), 'cel-rules-'));
  try {
    const javascript = (source: string): string =>
      ts.transpileModule(source, { compilerOptions: { ...options, module: ts.ModuleKind.ESNext } })
        .outputText;
    for (const name of readdirSync(runtimeFolder).filter((file) => /^(?:cel|validation).*\.ts$/.test(file))) {
      const source = readFileSync(join(runtimeFolder, name), 'utf8');
      writeFileSync(join(folder, name.replace(/\.ts$/, '.js')), javascript(source));
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'rules.js'), javascript(text));
    const url = pathToFileURL(join(folder, 'rules.js')).href;
    return (await import(/* @vite-ignore */ url)) as Record<string, (...args: unknown[]) => unknown>;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
