import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import {
  diagnose,
  renderDiagnostics,
  sortDiagnostics,
  toPrintable,
  type Diagnostic,
} from '../../diagnostics/index.js';
import { maxSourceBytes } from '../../load/index.js';
import type { Context } from '../context.js';
import { exitCodeOf, type ExitCode } from '../exit-codes.js';
import type { DescribeInput, Pipeline } from '../pipeline.js';
import { absolutePath, pathIn, placedIn } from '../places.js';
import { readRegularFile } from '../read-file.js';
import { readSpecs } from '../read-specs.js';
import { jsonText, terminalText } from '../terminal-text.js';

export interface ShowOptions {
  readonly json: boolean;
}

/** Prints what profilegen understands of one document, or of a folder of them. */
export async function show(
  context: Context,
  target: string,
  options: ShowOptions,
  pipeline: Pipeline,
): Promise<ExitCode> {
  const read = readTarget(context, target);
  const described = read.files.size === 0 ? undefined : await pipeline.describe(read);
  const diagnostics = sortDiagnostics([
    ...read.diagnostics,
    ...placedIn(read.folder, described?.diagnostics ?? []),
  ]);
  if (options.json) {
    context.stdout.write(jsonText({ ...described?.json, diagnostics: diagnostics.map(toPrintable) }, 2));
  } else {
    context.stdout.write(terminalText(described?.text ?? ''));
    context.stderr.write(renderDiagnostics(diagnostics, 'text'));
  }
  return exitCodeOf(diagnostics);
}

interface Target extends DescribeInput {
  /** The folder that the names of the documents start from, as the caller named it. */
  readonly folder: string;
  /** With paths from where the caller stands. */
  readonly diagnostics: readonly Diagnostic[];
}

function readTarget(context: Context, target: string): Target {
  const path = absolutePath(context, target);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    const { files, diagnostics } = readSpecs(path);
    return { ...targetIn(target, files), diagnostics: placedIn(target, diagnostics) };
  }
  const result = readRegularFile(path, { maxBytes: maxSourceBytes });
  const folder = dirname(target);
  if (result.ok) return { ...targetIn(folder, new Map([[basename(target), result.bytes]])), diagnostics: [] };
  const { code, ...details } = result.failure;
  const diagnostics = [diagnose(code, { file: target, line: 1, column: 1 }, details)];
  return { ...targetIn(folder, new Map()), diagnostics };
}

function targetIn(folder: string, files: DescribeInput['files']): Omit<Target, 'diagnostics'> {
  return { folder, files, displayName: (file) => pathIn(folder, file) };
}
