import { hasErrors, sortDiagnostics, type Diagnostic } from '../../diagnostics/index.js';
import type { Profile } from '../../model/index.js';
import { readInput } from '../compile-specs.js';
import type { Context } from '../context.js';
import { placedIn } from '../places.js';
import type { Progress } from '../progress.js';

export interface BuiltProfiles {
  /** Empty when a diagnostic is an error. */
  readonly profiles: readonly Profile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Builds the models of a specs folder, or of some of its specifications. */
export async function buildProfiles(
  context: Context,
  specs: string,
  only: readonly string[] | undefined,
  progress: Progress,
): Promise<BuiltProfiles> {
  const read = readInput(context, specs, progress);
  if (read.input === undefined) return { profiles: [], diagnostics: read.diagnostics };
  progress.step(only === undefined ? 'linking' : `linking ${only.join(', ')}`);
  const { buildWorkspace } = await import('../../build/index.js');
  const built = await buildWorkspace(read.input.specs, only);
  const diagnostics = sortDiagnostics([...read.diagnostics, ...placedIn(specs, built.diagnostics)]);
  // All specifications are built, since one may speak of another; the caller gets those that it asked for.
  const asked = built.profiles.filter(({ id }) => only === undefined || only.includes(id));
  return { profiles: hasErrors(diagnostics) ? [] : asked, diagnostics };
}
