import { runInThisContext } from 'node:vm';
import ts from 'typescript';
import {
  buildSchemas,
  type SchemaDialect,
  type SchemaDocument,
} from '../../generator/src/build/schema/index.js';
import { emitValidators, type CompiledRule } from '../../generator/src/emit/validators/index.js';
import { loadJson } from '../../generator/src/load/json.js';
import type { SchemaSet } from '../../generator/src/model/index.js';
import * as cel from '../../templates/runtime/cel.js';
import type { Issue } from '../../templates/runtime/issue.js';
import * as issueRuntime from '../../templates/runtime/issue.js';
import * as validationRuntime from '../../templates/runtime/validation.js';

/** The guard and the validator of one schema, from emitted code that runs. */
export interface EmittedValidator {
  readonly is: (value: unknown) => boolean;
  readonly validate: (value: unknown) => Issue[];
}

export interface EmitOptions {
  readonly dialect?: SchemaDialect;
  readonly rules?: ReadonlyMap<string, readonly CompiledRule[]>;
}

/** The schemas of a set of documents, each exported under its key; ids are `<key>.json#`. */
export function schemaSet(
  schemas: Readonly<Record<string, unknown>>,
  dialect: SchemaDialect = 'draft-07',
): SchemaSet {
  const names = Object.keys(schemas);
  const documents = new Map(
    names.map((name) => [`${name}.json`, documentOf(`${name}.json`, schemas[name], dialect)]),
  );
  const roots = names.map((name) => ({ file: `${name}.json`, pointer: '', name }));
  const { schemas: built, diagnostics } = buildSchemas(documents, roots);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(JSON.stringify(errors, undefined, 2));
  return built;
}

function documentOf(file: string, schema: unknown, dialect: SchemaDialect): SchemaDocument {
  const { root, diagnostics } = loadJson(file, JSON.stringify(schema, undefined, 2));
  if (root === undefined) throw new Error(JSON.stringify(diagnostics));
  return { file, root, dialect };
}

/** The text of the emitted module. */
export function emittedText(schemas: Readonly<Record<string, unknown>>, options: EmitOptions = {}): string {
  return emitValidators(schemaSet(schemas, options.dialect), {
    runtimeImport: '@example/runtime',
    typesImport: './types.js',
    ...(options.rules === undefined ? {} : { rules: options.rules }),
  });
}

/** Emits a module, compiles it as TypeScript and runs it. */
export function emitted<Name extends string>(
  schemas: Readonly<Record<Name, unknown>>,
  options: EmitOptions = {},
): Readonly<Record<Name, EmittedValidator>> {
  const exports = run(emittedText(schemas, options));
  const names = Object.keys(schemas) as Name[];
  return Object.fromEntries(
    names.map((name) => [name, { is: exports[`is${name}`], validate: exports[`validate${name}`] }]),
  ) as unknown as Record<Name, EmittedValidator>;
}

type ModuleFunction = (exports: object, require: () => object) => void;

/** What a module exports that imports nothing but the runtime. */
export function run(moduleText: string): Readonly<Record<string, unknown>> {
  const { outputText } = ts.transpileModule(moduleText, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exports: Record<string, unknown> = {};
  const runtime = { ...issueRuntime, ...validationRuntime, cel };
  const evaluate = runInThisContext(`(function (exports, require) {${outputText}\n})`) as ModuleFunction;
  evaluate(exports, () => runtime);
  return exports;
}

/** The text of one function of an emitted module. */
export function functionOf(module: string, name: string): string {
  const start = module.search(new RegExp(`^(export )?function ${name}\\(`, 'm'));
  return module.slice(start, module.indexOf('\n}', start) + 2);
}
