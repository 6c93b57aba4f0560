import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diagnose, type Diagnostic } from '../diagnostics/index.js';
import type { OutputFile } from '../model/files.js';
import type { Context } from './context.js';
import { absolutePath, pathIn } from './places.js';

/** What the files of users in an output folder lack by now: they are never rewritten, so it has to be told. */
export async function userFileDiagnostics(
  context: Context,
  out: string,
  files: readonly OutputFile[],
): Promise<readonly Diagnostic[]> {
  if (files.every(({ ownership }) => ownership === 'generated')) return [];
  const folder = absolutePath(context, out);
  // It parses TypeScript, which takes its time to load.
  const { missingHooks } = await import('../emit/adapter/missing-hooks.js');
  return missingHooks(files, (path) => readIfThere(join(folder, path))).map(({ path, hook, contract }) =>
    diagnose(
      'hook-missing',
      { file: pathIn(out, path), line: 1, column: 1 },
      {
        message: `The file has no hook "${hook}".`,
        expected: `a member ${hook} of the exported object, as ${pathIn(out, contract)} describes it, or nothing to be done there`,
      },
    ),
  );
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
