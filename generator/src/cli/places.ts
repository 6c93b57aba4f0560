import { resolve } from 'node:path';

import { diagnose, type Diagnostic, type Span } from '../diagnostics/index.js';
import type { OutputLocation, OutputProblem } from '../write/index.js';
import type { Context } from './context.js';

/** The folders of a command, as its caller named them. */
export interface Folders {
  readonly specs: string;
  readonly out: string;
}

export function locationOf(context: Context, { specs, out }: Folders): OutputLocation {
  return { cwd: context.cwd, specsDir: specs, outDir: out };
}

/** An absolute path for reading; messages show the path as the caller gave it. */
export function absolutePath(context: Context, path: string): string {
  return resolve(context.cwd, path);
}

/** A file of a folder in the way its caller would type it, so that a click or a copy finds it. */
export function pathIn(folder: string, file: string): string {
  if (file === '') return folder;
  const base = folder.replace(/[/\\]+$/, '');
  if (base === '.') return file;
  return base === '' ? `/${file}` : `${base}/${file}`;
}

/** Diagnostics about files of a folder, with paths from where the caller stands. */
export function placedIn(folder: string, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const place = (span: Span): Span => ({ ...span, file: pathIn(folder, span.file) });
  return diagnostics.map((diagnostic) => {
    // A fault of profilegen itself is about an emitted file, which is in no folder yet.
    if (diagnostic.code.startsWith('internal-')) return diagnostic;
    const { span, related } = diagnostic;
    if (related === undefined) return { ...diagnostic, span: place(span) };
    const relatedPlaces = related.map((other) => ({ ...other, span: place(other.span) }));
    return { ...diagnostic, span: place(span), related: relatedPlaces };
  });
}

export function outputDiagnostics(out: string, problems: readonly OutputProblem[]): readonly Diagnostic[] {
  return problems.map(({ code, path, ...details }) =>
    diagnose(code, { file: pathIn(out, path), line: 1, column: 1 }, details),
  );
}
