import {
  hasErrors,
  renderDiagnostics,
  toPrintable,
  workflowAnnotation,
  type Diagnostic,
  type DiagnosticFormat,
} from '../../diagnostics/index.js';
import { checkWrite, inspectLocation, type StaleFile } from '../../write/index.js';
import { compileSpecs, type SpecSelection } from '../compile-specs.js';
import type { Context } from '../context.js';
import { exitCodeOf, exitCodes, type ExitCode } from '../exit-codes.js';
import { readIdentity } from '../installation.js';
import type { Pipeline } from '../pipeline.js';
import { absolutePath, locationOf, outputDiagnostics, pathIn, type Folders } from '../places.js';
import { startProgress } from '../progress.js';
import { jsonText, terminalText } from '../terminal-text.js';

export interface CheckOptions extends Folders, SpecSelection {
  readonly format: DiagnosticFormat;
}

interface Outcome {
  readonly stale: readonly StaleFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Tells whether the output folder is what `generate` would write; writes nothing. */
export async function check(context: Context, options: CheckOptions, pipeline: Pipeline): Promise<ExitCode> {
  const outcome = await compileAndCompare(context, options, pipeline);
  printers[options.format](context, options.out, outcome);
  if (hasErrors(outcome.diagnostics)) return exitCodeOf(outcome.diagnostics);
  return outcome.stale.length > 0 ? exitCodes.findings : exitCodes.fine;
}

async function compileAndCompare(
  context: Context,
  options: CheckOptions,
  pipeline: Pipeline,
): Promise<Outcome> {
  const unsafe = inspectLocation(locationOf(context, options));
  if (unsafe.length > 0) return { stale: [], diagnostics: outputDiagnostics(options.out, unsafe) };
  const progress = await startProgress(context, options.format !== 'text');
  try {
    const { files, diagnostics, scope } = await compileSpecs(context, options, pipeline, progress);
    if (hasErrors(diagnostics)) return { stale: [], diagnostics };
    progress.step(`comparing ${options.out}`);
    const plan = { generator: readIdentity(), ...(scope === undefined ? {} : { scope }) };
    const report = checkWrite(files, absolutePath(context, options.out), plan);
    const problems = outputDiagnostics(options.out, report.problems);
    return { stale: report.stale, diagnostics: [...diagnostics, ...problems] };
  } finally {
    progress.stop();
  }
}

const advice = 'run `profilegen generate` and commit the result';

const reasons: Readonly<Record<StaleFile['state'], string>> = {
  missing: 'the specifications give this file and it is not there',
  changed: 'the file is not what the specifications give',
  extra: 'the specifications do not give this file',
};

type Printer = (context: Context, out: string, outcome: Outcome) => void;

const printers: Readonly<Record<DiagnosticFormat, Printer>> = {
  text: (context, out, { stale, diagnostics }) => {
    context.stderr.write(renderDiagnostics(diagnostics, 'text'));
    if (hasErrors(diagnostics)) return;
    for (const { path, state, diff } of stale) {
      context.stdout.write(terminalText(`${state} ${pathIn(out, path)}\n${diff?.text ?? ''}\n`));
    }
    context.stdout.write(`${terminalText(out)} ${summary(stale)}\n`);
  },
  json: (context, out, { stale, diagnostics }) => {
    const files = stale.map(({ path, state, diff }) => ({
      path: pathIn(out, path),
      state,
      ...(diff === undefined ? {} : { line: diff.line, diff: diff.text }),
    }));
    const fresh = files.length === 0 && !hasErrors(diagnostics);
    context.stdout.write(jsonText({ fresh, files, diagnostics: diagnostics.map(toPrintable) }, 2));
  },
  github: (context, out, { stale, diagnostics }) => {
    context.stdout.write(renderDiagnostics(diagnostics, 'github'));
    for (const { path, state, diff } of stale) {
      const text = `${state}: ${reasons[state]}; ${advice}\n${diff === undefined ? '' : firstLines(diff.text)}`;
      const span = { file: pathIn(out, path), line: diff?.line ?? 1, column: 1 };
      context.stdout.write(`${workflowAnnotation('error', span, terminalText(text.trimEnd()))}\n`);
    }
  },
};

function summary(stale: readonly StaleFile[]): string {
  if (stale.length === 0) return 'is up to date';
  const states = ['missing', 'changed', 'extra'] as const;
  const counts = states.map(
    (state) => `${String(stale.filter((file) => file.state === state).length)} ${state}`,
  );
  return `is stale: ${counts.join(', ')}; ${advice}`;
}

/** An annotation is read beside the code: the start of a diff shows what it is about. */
function firstLines(diff: string, limit = 40): string {
  const lines = diff.split('\n');
  if (lines.length <= limit) return diff;
  return [...lines.slice(0, limit), `… ${String(lines.length - limit)} more lines`].join('\n');
}
