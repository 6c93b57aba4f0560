import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

import { diagnose, renderDiagnostics, toPrintable, type Diagnostic } from '../../diagnostics/index.js';
import type { Context } from '../context.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { createInspector, type Inspector } from '../inspect/inspector.js';
import { jsonReport, textReport, type Report } from '../inspect/report.js';
import { absolutePath } from '../places.js';
import { jsonText } from '../terminal-text.js';
import { choosePackage, findPackages, withDependencies } from '../validate/emitted-packages.js';

export interface InspectOptions {
  readonly out: string;
  readonly mode: 'strict' | 'tolerant';
  readonly dialect?: string;
  readonly json: boolean;
}

/** What is inspected: the stream of a package, and the file that captured one, or standard input. */
export interface InspectTarget {
  readonly packageName: string;
  readonly file?: string;
}

type Chunks = AsyncIterable<Uint8Array | string>;

/** Reads a captured stream, or one that still comes in, and prints every breach as soon as it is seen. */
export async function inspect(
  context: Context,
  { packageName, file }: InspectTarget,
  options: InspectOptions,
): Promise<ExitCode> {
  const folder = absolutePath(context, options.out);
  const packages = findPackages(folder);
  const chosen = choosePackage(packages, packageName, options.out);
  const input = await openInput(context, file);
  if ('fault' in input) return refuse(context, input.fault, options.json);
  // TypeScript is large: it is loaded only when the input is worth it.
  const { compileWorkspace } = await import('../validate/workspace.js');
  const workspace = compileWorkspace(withDependencies(chosen, packages), folder);
  try {
    const { mode, dialect } = options;
    const inspector = await createInspector(workspace, chosen, {
      mode,
      ...(dialect === undefined ? {} : { dialect }),
    });
    const report = options.json ? jsonReport(context) : textReport(context, input.name);
    await run(inspector, input.chunks, report);
    return report.faults() > 0 ? exitCodes.findings : exitCodes.fine;
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (file === undefined || code === undefined || !('syscall' in (cause as object))) throw cause;
    return refuse(context, unreadable(file, code), options.json);
  } finally {
    workspace.dispose();
  }
}

async function run(inspector: Inspector, chunks: Chunks, report: Report): Promise<void> {
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    for (const event of inspector.push(bytes)) report.event(event);
  }
  const { events, issues, verdict } = inspector.end();
  for (const event of events) report.event(event);
  report.end(issues, verdict);
}

async function openInput(
  context: Context,
  file: string | undefined,
): Promise<{ readonly name: string; readonly chunks: Chunks } | { readonly fault: Diagnostic }> {
  if (file === undefined || file === '-') return { name: '<stdin>', chunks: context.stdin };
  const path = absolutePath(context, file);
  try {
    if ((await stat(path)).isDirectory()) return { fault: unreadable(file, 'a directory') };
  } catch (cause) {
    return { fault: unreadable(file, (cause as NodeJS.ErrnoException).code ?? 'no access') };
  }
  return { name: file, chunks: createReadStream(path) };
}

function unreadable(file: string, found: string): Diagnostic {
  return diagnose(
    'file-unreadable',
    { file, line: 1, column: 1 },
    { message: 'The stream cannot be read.', found },
  );
}

function refuse(context: Context, fault: Diagnostic, json: boolean): ExitCode {
  if (json) context.stdout.write(jsonText({ diagnostics: [toPrintable(fault)] }));
  else context.stderr.write(renderDiagnostics([fault], 'text'));
  return exitCodes.badInput;
}
