import { hasErrors, renderDiagnostics, toPrintable, type Diagnostic } from '../../diagnostics/index.js';
import { inspectLocation, writeOutput, type FileState, type PlannedFile } from '../../write/index.js';
import { compileSpecs, type SpecSelection } from '../compile-specs.js';
import type { Context } from '../context.js';
import { exitCodeOf, type ExitCode } from '../exit-codes.js';
import { readIdentity } from '../installation.js';
import type { Pipeline } from '../pipeline.js';
import { locationOf, outputDiagnostics, pathIn, type Folders } from '../places.js';
import { startProgress } from '../progress.js';
import { jsonText, terminalText } from '../terminal-text.js';
import { userFileDiagnostics } from '../user-files.js';

export interface GenerateOptions extends Folders, SpecSelection {
  readonly json: boolean;
}

interface Outcome {
  readonly files: readonly PlannedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles the specs folder and brings the output folder to the result, all of it or nothing. */
export async function generate(
  context: Context,
  options: GenerateOptions,
  pipeline: Pipeline,
): Promise<ExitCode> {
  const outcome = await compileAndWrite(context, options, pipeline);
  if (options.json) context.stdout.write(jsonText(asJson(options.out, outcome), 2));
  else printText(context, options.out, outcome);
  return exitCodeOf(outcome.diagnostics);
}

async function compileAndWrite(
  context: Context,
  options: GenerateOptions,
  pipeline: Pipeline,
): Promise<Outcome> {
  const location = locationOf(context, options);
  const unsafe = inspectLocation(location);
  if (unsafe.length > 0) return { files: [], diagnostics: outputDiagnostics(options.out, unsafe) };
  const progress = await startProgress(context, options.json);
  try {
    const { files, diagnostics, scope } = await compileSpecs(context, options, pipeline, progress);
    if (hasErrors(diagnostics)) return { files: [], diagnostics };
    progress.step(`writing ${options.out}`);
    const plan = { generator: readIdentity(), ...(scope === undefined ? {} : { scope }) };
    const report = await writeOutput(files, location, plan);
    const problems = outputDiagnostics(options.out, report.problems);
    const lacking = await userFileDiagnostics(context, options.out, files);
    return { files: report.files, diagnostics: [...diagnostics, ...problems, ...lacking] };
  } finally {
    progress.stop();
  }
}

/** How a state is told; unchanged files are only counted. */
const told: Readonly<Partial<Record<FileState, string>>> = {
  created: 'created',
  changed: 'changed',
  stale: 'removed',
};

function printText(context: Context, out: string, { files, diagnostics }: Outcome): void {
  context.stderr.write(renderDiagnostics(diagnostics, 'text'));
  if (hasErrors(diagnostics)) return;
  for (const { path, state, edited } of files) {
    const verb = told[state];
    if (verb === undefined) continue;
    const note = edited ? ' (an edit by hand is discarded)' : '';
    context.stdout.write(terminalText(`${verb} ${pathIn(out, path)}${note}\n`));
  }
  const count = (state: FileState): number => files.filter((file) => file.state === state).length;
  const counts = Object.entries(told).map(([state, verb]) => `${String(count(state as FileState))} ${verb}`);
  const same = `${String(count('unchanged') + count('kept'))} unchanged`;
  context.stdout.write(`${terminalText(out)}: ${[...counts, same].join(', ')}\n`);
}

function asJson(out: string, { files, diagnostics }: Outcome): unknown {
  return {
    files: files.map(({ path, state }) => ({ path: pathIn(out, path), state: told[state] ?? state })),
    diagnostics: diagnostics.map(toPrintable),
  };
}
