import { buildWorkspace, type BuiltWorkspace } from './build/index.js';
import { diagnose, hasErrors, sortDiagnostics, type Diagnostic } from './diagnostics/index.js';
import {
  emitWorkspace,
  packageSettings,
  emitWarnings,
  verifyTypeScript,
  type EmittedError,
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
  const files = await emitWorkspace(scope, settings, input.templates);
  const faults = verifyTypeScript(files, settings.scope).map(internalFault);
  return {
    files: faults.length === 0 ? files : [],
    diagnostics: sortDiagnostics([...built.diagnostics, ...emitWarnings(scope, input.templates), ...faults]),
  };
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
