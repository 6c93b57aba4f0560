import { UsageError, type Context } from '../context.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { absolutePath } from '../places.js';
import { readRegularFile } from '../read-file.js';
import { jsonText, terminalText } from '../terminal-text.js';
import { packageNamePattern } from '../validate/emitted-packages.js';
import { startJsonProcess, type JsonProcess } from './json-process.js';

export interface TestOptions {
  readonly out: string;
  readonly package: string;
  readonly command: string;
  readonly timeout: number;
  readonly json: boolean;
}

/** A vector as the package `conformance` holds it. */
interface StoredVector {
  readonly id: string;
  readonly rule: string;
  readonly spec: { readonly file: string; readonly line: number };
  readonly kind: string;
  readonly type: string;
  readonly input: unknown;
  readonly expect: { readonly valid: boolean; readonly issues: readonly { readonly code: string }[] };
}

interface Miss {
  readonly vector: StoredVector;
  readonly reason: string;
}

const maxBytes = 512 * 1024 * 1024;
/**
 * Sends every vector to a validator in any language, `{"id", "kind", "type", "input"}` a line, and takes
 * `{"id", "valid"}` a line in any order; findings when a verdict is wrong or missing.
 */
export async function test(context: Context, options: TestOptions): Promise<ExitCode> {
  const vectors = readVectors(context, options);
  const validator = await startJsonProcess(context, options.command);
  let misses: readonly Miss[];
  try {
    misses = await judge(vectors, validator, options.timeout);
  } finally {
    await validator.close();
  }
  print(context, options, vectors, misses);
  return misses.length === 0 ? exitCodes.fine : exitCodes.findings;
}

function readVectors(context: Context, options: TestOptions): readonly StoredVector[] {
  const id = options.package.replace(/^@[^/]*\//, '');
  if (!packageNamePattern.test(id)) throw new UsageError(`"${options.package}" is no name of a package`);
  const path = `${options.out}/conformance/vectors/${id}.json`;
  const read = readRegularFile(absolutePath(context, path), { maxBytes });
  if (!read.ok) throw new UsageError(`there are no vectors of "${id}": ${path}: ${read.failure.message}`);
  try {
    return JSON.parse(Buffer.from(read.bytes).toString('utf8')) as readonly StoredVector[];
  } catch {
    throw new UsageError(`${path} is not JSON; run \`profilegen generate\` again`);
  }
}

async function judge(
  vectors: readonly StoredVector[],
  validator: JsonProcess,
  timeout: number,
): Promise<readonly Miss[]> {
  const open = new Map(vectors.map((vector) => [vector.id, vector]));
  const misses: Miss[] = [];
  for (const { id, kind, type, input } of vectors) validator.send({ id, kind, type, input });
  // A program may read all of its input before it answers the first line.
  validator.end();
  while (open.size > 0) {
    const answer = await withTimeout(validator.next(), timeout);
    if (answer === undefined) break;
    const { id, valid, line } = fieldsOf(answer);
    const vector = typeof id === 'string' ? open.get(id) : undefined;
    if (vector === undefined) {
      throw new UsageError(
        `the command answered with ${line === undefined ? 'an unknown id' : 'a line that is not JSON'}`,
      );
    }
    open.delete(vector.id);
    if (typeof valid !== 'boolean') misses.push({ vector, reason: 'the answer has no verdict "valid"' });
    else if (valid !== vector.expect.valid) misses.push({ vector, reason: reasonOf(vector) });
  }
  return [...misses, ...[...open.values()].map((vector) => ({ vector, reason: 'no answer came' }))];
}

function reasonOf({ expect }: StoredVector): string {
  if (expect.valid) return 'a valid input is refused';
  return `an invalid input passes (${expect.issues.map(({ code }) => code).join(', ')})`;
}

function fieldsOf(answer: unknown): Readonly<Record<'id' | 'valid' | 'line', unknown>> {
  const fields =
    typeof answer === 'object' && answer !== null ? (answer as Readonly<Record<string, unknown>>) : {};
  return { id: fields['id'], valid: fields['valid'], line: fields['line'] };
}

/** Undefined also when nothing comes for so many milliseconds. */
export async function withTimeout<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
    }, milliseconds);
  });
  try {
    return await Promise.race([promise, expired]);
  } finally {
    clearTimeout(timer);
  }
}

function print(
  context: Context,
  { json }: TestOptions,
  vectors: readonly StoredVector[],
  misses: readonly Miss[],
): void {
  const byRule = new Map<string, Miss[]>();
  for (const miss of misses) {
    const known = byRule.get(miss.vector.rule);
    if (known === undefined) byRule.set(miss.vector.rule, [miss]);
    else known.push(miss);
  }
  if (json) {
    const rules = [...byRule].map(([rule, found]) => ({
      rule,
      spec: found[0]?.vector.spec,
      vectors: found.map(({ vector, reason }) => ({ id: vector.id, reason })),
    }));
    context.stdout.write(jsonText({ vectors: vectors.length, missed: misses.length, rules }, 2));
    return;
  }
  for (const [rule, found] of byRule) {
    const { file = '', line = 0 } = found[0]?.vector.spec ?? {};
    context.stdout.write(terminalText(`missed  ${rule}  ${file}:${String(line)}\n`));
    for (const { vector, reason } of found)
      context.stdout.write(terminalText(`        ${vector.id}: ${reason}\n`));
  }
  context.stdout.write(
    `${String(vectors.length - misses.length)} of ${String(vectors.length)} vectors judged as the specification says, ${String(byRule.size)} rules missed\n`,
  );
}
