import { buildWorkspace, type BuiltWorkspace } from './build/index.js';
import { diagnose, hasErrors, sortDiagnostics, type Diagnostic } from './diagnostics/index.js';
import {
  adaptersOfRun,
  emitWarnings,
  emitWorkspace,
  packageSettings,
  verifyTypeScript,
  type EmitScope,
  type EmittedError,
  type PackageSettings,
} from './emit/index.js';
import { lint } from './lint/index.js';
import type { OutputFile } from './model/index.js';

export interface CompileInput {
  /** The documents by path relative to the specs folder, with forward slashes. */
  readonly specs: ReadonlyMap<string, Uint8Array>;
  /** The templates of emitted files by path relative to `templates/`. */
  readonly templates: ReadonlyMap<string, string>;
  /** Only these specifications; all of them if absent. */
  readonly profiles?: readonly string[];
  /** With `profiles`: the package folders that the output has already, which its workspace goes on listing. */
  readonly present?: readonly string[];
}

export interface CompileResult {
  /** Sorted by path; empty when a diagnostic is an error. */
  readonly files: readonly OutputFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compiles specifications into packages. Pure: it reads nothing but its input (and the type libraries that
 * emitted code is checked against), writes nothing, and gives the same bytes for the same input.
 */
export async function compile(input: CompileInput): Promise<CompileResult> {
  const built = await buildWorkspace(input.specs, input.profiles);
  if (hasErrors(built.diagnostics)) return { files: [], diagnostics: sortDiagnostics(built.diagnostics) };
  const settings = packageSettings(built.config);
  const { profiles: only, present } = input;
  const scope = {
    profiles: built.profiles,
    ...(only === undefined ? {} : { only }),
    ...(present === undefined ? {} : { present }),
  };
  const first = await emitChecked(scope, settings, input.templates);
  const leftOut = adaptersWithFaults(first.faults, scope, input.templates);
  const { files, faults } =
    leftOut.length === 0
      ? first
      : await emitChecked(
          { ...scope, without: new Set(leftOut.map(({ id }) => id)) },
          settings,
          input.templates,
        );
  return {
    files: faults.length === 0 ? files : [],
    diagnostics: sortDiagnostics([
      ...built.diagnostics,
      ...emitWarnings(scope, input.templates),
      ...leftOut.map(({ diagnostic }) => diagnostic),
      ...faults.map(internalFault),
    ]),
  };
}

interface Emission {
  readonly files: readonly OutputFile[];
  readonly faults: readonly EmittedError[];
}

async function emitChecked(
  scope: EmitScope,
  settings: PackageSettings,
  templates: ReadonlyMap<string, string>,
): Promise<Emission> {
  const files = await emitWorkspace(scope, settings, templates);
  return { files, faults: verifyTypeScript(files, settings.scope) };
}

/**
 * The adapters in which something does not type-check. They are made of modules for the types that a backend needs; a
 * specification that no longer has one of these types or members compiles all the same, without the adapter.
 */
function adaptersWithFaults(
  faults: readonly EmittedError[],
  scope: EmitScope,
  templates: ReadonlyMap<string, string>,
): readonly { readonly id: string; readonly diagnostic: Diagnostic }[] {
  return [...adaptersOfRun(scope, templates)].flatMap(([id, at]) => {
    const first = faults.find(({ path }) => path.startsWith(`${id}/`));
    if (first === undefined) return [];
    const message = `The package ${id} is left out: the types of the profile lack what it is made of.`;
    const found = `${first.path}:${String(first.line)}: ${first.message}`;
    return [{ id, diagnostic: diagnose('adapter-left-out', at, { message, found }) }];
  });
}

/** The errors of specifications, or else their smells. */
export async function lintSpecs(input: CompileInput): Promise<readonly Diagnostic[]> {
  const built: BuiltWorkspace = await buildWorkspace(input.specs, input.profiles);
  return sortDiagnostics(
    hasErrors(built.diagnostics) ? built.diagnostics : [...built.diagnostics, ...lint(built.profiles)],
  );
}

function internalFault({ path, line, column, message }: EmittedError): Diagnostic {
  return diagnose('internal-type-check', { file: path, line, column }, { message });
}
