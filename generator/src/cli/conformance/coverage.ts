import { hasErrors, renderDiagnostics, toPrintable, type Diagnostic } from '../../diagnostics/index.js';
import type { CoveredRule } from '../../emit/vectors/index.js';
import type { Context } from '../context.js';
import { exitCodeOf, exitCodes, type ExitCode } from '../exit-codes.js';
import { placedIn, pathIn } from '../places.js';
import { startProgress } from '../progress.js';
import { jsonText, terminalText } from '../terminal-text.js';
import { buildProfiles } from './profiles.js';

export interface CoverageOptions {
  readonly specs: string;
  readonly profile?: readonly string[];
  readonly json: boolean;
}

interface Entry extends CoveredRule {
  readonly package: string;
}

/** Prints every rule with its place and its vectors; findings when a rule lacks a valid or an invalid one. */
export async function coverage(context: Context, options: CoverageOptions): Promise<ExitCode> {
  const progress = await startProgress(context, options.json);
  const built = await buildProfiles(context, options.specs, options.profile, progress);
  if (hasErrors(built.diagnostics)) {
    progress.stop();
    if (options.json) context.stdout.write(jsonText({ diagnostics: built.diagnostics.map(toPrintable) }));
    else context.stderr.write(renderDiagnostics(built.diagnostics, 'text'));
    return exitCodeOf(built.diagnostics);
  }
  const { profileVectors } = await import('../../emit/vectors/index.js');
  const entries: Entry[] = [];
  const misses: Diagnostic[] = [];
  for (const profile of built.profiles) {
    progress.step(`making the vectors of ${profile.id}`);
    const { rules, diagnostics } = profileVectors(profile);
    entries.push(...rules.map((rule) => ({ ...rule, package: profile.id })));
    misses.push(...placedIn(options.specs, diagnostics));
  }
  progress.stop();
  print(context, options, entries, misses);
  return entries.every(isCovered) ? exitCodes.fine : exitCodes.findings;
}

function isCovered({ valid, invalid }: CoveredRule): boolean {
  return valid.length > 0 && invalid.length > 0;
}

function print(
  context: Context,
  { specs, json }: CoverageOptions,
  entries: readonly Entry[],
  misses: readonly Diagnostic[],
): void {
  const covered = entries.filter(isCovered).length;
  if (json) {
    const rules = entries.map(({ package: id, rule, kind, at, valid, invalid }) => ({
      package: id,
      rule,
      kind,
      spec: { file: pathIn(specs, at.file), line: at.line },
      valid,
      invalid,
    }));
    context.stdout.write(
      jsonText({ rules, covered, total: entries.length, diagnostics: misses.map(toPrintable) }, 2),
    );
    return;
  }
  for (const { rule, kind, at, valid, invalid } of entries) {
    const place = `${pathIn(specs, at.file)}:${String(at.line)}`;
    context.stdout.write(
      terminalText(
        `${kind}  ${rule}  ${place}  ${String(valid.length)} valid, ${String(invalid.length)} invalid\n`,
      ),
    );
  }
  context.stderr.write(renderDiagnostics(misses, 'text'));
  const share = entries.length === 0 ? 100 : Math.floor((covered * 1000) / entries.length) / 10;
  context.stdout.write(
    `${String(covered)} of ${String(entries.length)} rules are covered (${String(share)} %)\n`,
  );
}
