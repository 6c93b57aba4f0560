import {
  diagnose,
  printable,
  renderDiagnostics,
  toPrintable,
  type Diagnostic,
} from '../../diagnostics/index.js';
import { UsageError, type Context } from '../context.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { absolutePath } from '../places.js';
import { readRegularFile, tooLarge, type ReadResult } from '../read-file.js';
import { jsonText } from '../terminal-text.js';
import {
  choosePackage,
  findPackages,
  withDependencies,
  type EmittedPackage,
} from '../validate/emitted-packages.js';
import { parseJsonValues, type InputValue } from '../validate/json-values.js';
import {
  findValidator,
  loadValidators,
  type ValidationIssue,
  type Validator,
} from '../validate/validators.js';

export interface ValidateOptions {
  readonly out: string;
  readonly json: boolean;
}

/** What is validated: a type of a package, and the file with the values, or standard input. */
export interface ValidateTarget {
  readonly packageName: string;
  readonly type: string;
  readonly file?: string;
}

/** The most that is read of a file or of standard input, in bytes. */
const maxInputBytes = 256 * 1024 * 1024;

/** Checks JSON values with the validator that was emitted for their type. */
export async function validate(
  context: Context,
  target: ValidateTarget,
  options: ValidateOptions,
): Promise<ExitCode> {
  const name = target.file ?? '<stdin>';
  const chosen = choose(context, target.packageName, options.out);
  const input = await readInput(context, target.file);
  const { values, diagnostics } = input.ok ? decode(name, input.bytes) : failed(name, input);
  if (diagnostics.length > 0) {
    printFaults(context, diagnostics, options.json);
    return exitCodes.badInput;
  }
  const invalid = await withValidator(chosen, target.type, (validator) => {
    const results = values.map(({ value, line }) => ({ line, issues: validator(value) }));
    for (const result of results) printResult(context, name, result, values.length, options.json);
    return results.filter(({ issues }) => issues.length > 0).length;
  });
  if (values.length > 1 && !options.json) {
    context.stdout.write(
      `${printable(name, 400)}: ${String(values.length)} values, ${String(invalid)} invalid\n`,
    );
  }
  return invalid > 0 ? exitCodes.findings : exitCodes.fine;
}

async function readInput(context: Context, file: string | undefined): Promise<ReadResult> {
  if (file !== undefined) return readRegularFile(absolutePath(context, file), { maxBytes: maxInputBytes });
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of context.stdin) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    chunks.push(bytes);
    total += bytes.length;
    if (total > maxInputBytes) return tooLarge(maxInputBytes, `more than ${String(maxInputBytes)} bytes`);
  }
  return { ok: true, bytes: Buffer.concat(chunks) };
}

interface Decoded {
  readonly values: readonly InputValue[];
  readonly diagnostics: readonly Diagnostic[];
}

function decode(name: string, bytes: Uint8Array): Decoded {
  try {
    return parseJsonValues(name, new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    return {
      values: [],
      diagnostics: [diagnose('file-encoding', start(name), { message: 'The text is not valid UTF-8.' })],
    };
  }
}

function failed(name: string, { failure }: ReadResult & { readonly ok: false }): Decoded {
  const { code, ...details } = failure;
  return { values: [], diagnostics: [diagnose(code, start(name), details)] };
}

const start = (file: string): Diagnostic['span'] => ({ file, line: 1, column: 1 });

function printFaults(context: Context, diagnostics: readonly Diagnostic[], json: boolean): void {
  if (json) context.stdout.write(jsonText({ diagnostics: diagnostics.map(toPrintable) }));
  else context.stderr.write(renderDiagnostics(diagnostics, 'text'));
}

interface ChosenPackage {
  readonly folder: string;
  readonly packages: readonly EmittedPackage[];
  readonly chosen: EmittedPackage;
}

function choose(context: Context, packageName: string, out: string): ChosenPackage {
  const folder = absolutePath(context, out);
  const packages = findPackages(folder);
  return { folder, packages, chosen: choosePackage(packages, packageName, out) };
}

async function withValidator<T>(
  source: ChosenPackage,
  type: string,
  use: (validator: Validator) => T,
): Promise<T> {
  return withValidators(source, (validators) => {
    const validator = findValidator(validators, type);
    if (validator !== undefined) return use(validator);
    const known = [...validators.keys()].sort().join(', ') || 'none';
    throw new UsageError(`package "${source.chosen.id}" has no validator for "${type}"; it has: ${known}`);
  });
}

/** The folder with the compiled packages is gone again when `use` has returned. */
async function withValidators<T>(
  { chosen, packages, folder }: ChosenPackage,
  use: (validators: ReadonlyMap<string, Validator>) => T,
): Promise<T> {
  // TypeScript is large: it is loaded only when the input is worth it.
  const { compileWorkspace } = await import('../validate/workspace.js');
  const workspace = compileWorkspace(withDependencies(chosen, packages), folder);
  try {
    return use(await loadValidators(workspace, chosen));
  } finally {
    workspace.dispose();
  }
}

interface Result {
  readonly line: number;
  readonly issues: readonly ValidationIssue[];
}

function printResult(
  context: Context,
  name: string,
  { line, issues }: Result,
  count: number,
  json: boolean,
): void {
  const valid = issues.length === 0;
  if (json) {
    const reported = issues.map(({ code, path, expected, got, spec }) => ({
      code,
      path,
      message: sentence(expected, got),
      spec,
    }));
    context.stdout.write(jsonText({ valid, issues: reported }));
    return;
  }
  const place = printable(count > 1 ? `${name}:${String(line)}` : name, 400);
  if (valid && count === 1) context.stdout.write(`${place}: valid\n`);
  for (const { code, path, expected, got, spec } of issues) {
    const where = path === '' ? 'the value' : printable(path, 400);
    context.stdout.write(
      `${place}: ${where}: ${code}: ${printable(sentence(expected, got), 1000)} (${printable(spec, 400)})\n`,
    );
  }
}

function sentence(expected: string, got: string): string {
  return `expected ${expected}, got ${got}`;
}
