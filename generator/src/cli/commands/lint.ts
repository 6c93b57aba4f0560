import { renderDiagnostics, sortDiagnostics, type DiagnosticFormat } from '../../diagnostics/index.js';
import { readInput } from '../compile-specs.js';
import type { Context } from '../context.js';
import { exitCodeOf, exitCodes, type ExitCode } from '../exit-codes.js';
import type { Pipeline } from '../pipeline.js';
import { placedIn } from '../places.js';
import { startProgress } from '../progress.js';
import { terminalText } from '../terminal-text.js';

export interface LintOptions {
  readonly specs: string;
  readonly format: DiagnosticFormat;
}

/** Reports the smells of specifications that compile, or the errors of those that do not. */
export async function lint(context: Context, options: LintOptions, pipeline: Pipeline): Promise<ExitCode> {
  const progress = await startProgress(context, options.format !== 'text');
  const { input, diagnostics: readFaults } = readInput(context, options.specs, progress);
  progress.step('linting');
  const found = input === undefined ? [] : placedIn(options.specs, await pipeline.lint(input));
  progress.stop();
  const diagnostics = sortDiagnostics([...readFaults, ...found]);
  const exitCode = exitCodeOf(diagnostics);
  const failed = exitCode !== exitCodes.fine;
  // Findings are what was asked for; errors are why it cannot be given.
  const target = failed && options.format === 'text' ? context.stderr : context.stdout;
  target.write(renderDiagnostics(diagnostics, options.format));
  if (failed) return exitCode;
  const count = diagnostics.filter(({ severity }) => severity === 'warning').length;
  if (options.format === 'text') context.stdout.write(`${terminalText(options.specs)}: ${summary(count)}\n`);
  return count > 0 ? exitCodes.findings : exitCodes.fine;
}

function summary(count: number): string {
  return count === 0 ? 'no findings' : `${String(count)} ${count === 1 ? 'finding' : 'findings'}`;
}
