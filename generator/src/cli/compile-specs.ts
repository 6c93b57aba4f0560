import { diagnose, hasErrors, sortDiagnostics, type Diagnostic } from '../diagnostics/index.js';
import type { OutputFile } from '../model/files.js';
import { packageOf } from '../write/index.js';
import type { Context } from './context.js';
import { readTemplates } from './installation.js';
import type { CompileInput, Pipeline } from './pipeline.js';
import { absolutePath, placedIn } from './places.js';
import { findPackages } from './validate/emitted-packages.js';
import type { Progress } from './progress.js';
import { readSpecs } from './read-specs.js';

export interface SpecSelection {
  readonly specs: string;
  /** The output folder: a run for some specifications keeps the packages of the others in its workspace. */
  readonly out: string;
  /** Only these specifications; all of them if absent. */
  readonly profile?: readonly string[];
}

export interface CompiledSpecs {
  /** Empty when there are errors. */
  readonly files: readonly OutputFile[];
  /** In document order, with paths from where the caller stands. */
  readonly diagnostics: readonly Diagnostic[];
  /** The packages that a run for some profiles is about; absent when it is about all. */
  readonly scope?: ReadonlySet<string>;
}

/** Reads the specs folder and compiles it; a file that cannot be read does not hide the faults of the others. */
export async function compileSpecs(
  context: Context,
  { specs, out, profile }: SpecSelection,
  pipeline: Pipeline,
  progress: Progress,
): Promise<CompiledSpecs> {
  const read = readInput(context, specs, progress);
  if (read.input === undefined) return { files: [], diagnostics: read.diagnostics };
  progress.step(profile === undefined ? 'compiling' : `compiling ${profile.join(', ')}`);
  const result = await pipeline.compile({
    ...read.input,
    ...(profile === undefined ? {} : { profiles: profile, present: packagesIn(context, out) }),
  });
  const diagnostics = sortDiagnostics([...read.diagnostics, ...placedIn(specs, result.diagnostics)]);
  if (hasErrors(diagnostics)) return { files: [], diagnostics };
  // Without a specification a run would prune every package: most likely the folder is the wrong one.
  const specified = result.files.some((file) => file.sources.length > 0);
  if (!specified) return { files: [], diagnostics: [...diagnostics, noSpecification(specs)] };
  const scope = new Set(result.files.flatMap((file) => packageOf(file.path) ?? []));
  return { files: result.files, diagnostics, ...(profile === undefined ? {} : { scope }) };
}

function packagesIn(context: Context, out: string): readonly string[] {
  return findPackages(absolutePath(context, out)).map(({ id }) => id);
}

export interface ReadInput {
  /** Absent when there is nothing to compile. */
  readonly input?: CompileInput;
  readonly diagnostics: readonly Diagnostic[];
}

export function readInput(context: Context, specs: string, progress: Progress): ReadInput {
  progress.step(`reading ${specs}`);
  const { files, diagnostics } = readSpecs(absolutePath(context, specs));
  if (files.size > 0) {
    return { input: { specs: files, templates: readTemplates() }, diagnostics: placedIn(specs, diagnostics) };
  }
  return { diagnostics: hasErrors(diagnostics) ? placedIn(specs, diagnostics) : [noSpecification(specs)] };
}

function noSpecification(specs: string): Diagnostic {
  return diagnose(
    'no-specification',
    { file: specs, line: 1, column: 1 },
    {
      message: 'The folder holds no specification.',
      expected: 'a folder for each one, with an asyncapi.yaml or a profile.md in it',
    },
  );
}
