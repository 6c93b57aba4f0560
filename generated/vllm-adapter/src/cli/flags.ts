import { parseArgs } from 'node:util';
import { bodyFlags, type BodyOptions } from '../emitted/request-options.js';
import type { BackendFlags } from './backend.js';
import { UsageError } from './exit-codes.js';

/** What the command line asks for. */
export type Flags =
  | (BackendFlags & { readonly command: 'serve' })
  | (BackendFlags & {
      readonly command: 'run-conformance-plan';
      readonly plan: string;
      readonly output: string;
    });

export const usage = `vllm-adapter serve --backend <url|embedded> [options]
  Reads request envelopes from standard input, one JSON object a line, and writes
  {"request_id", "event"} to standard output, one a line. {"cancel": "<request_id>"} cancels.

vllm-adapter run-conformance-plan --plan FILE --output FILE --backend <url|embedded> [options]
  Carries out every case of a conformance plan and writes the results.

Options
  --capabilities FILE       claims less than the adapter could do
  --workers N               threads that talk to the backend (default 1)
${bodyFlags.map(({ flag, help }) => `  --${flag.padEnd(24)}${help}\n`).join('')}  --help

The environment variable VLLM_API_KEY is sent as a bearer token.
`;

/** The flags that every adapter has, and those of options that only some have. */
const options = {
  backend: { type: 'string' },
  capabilities: { type: 'string' },
  help: { type: 'boolean' },
  output: { type: 'string' },
  plan: { type: 'string' },
  workers: { type: 'string' },
  ...Object.fromEntries(bodyFlags.map(({ flag }) => [flag, { type: 'boolean' as const }])),
} as const;

type Values = Readonly<Partial<Record<string, unknown>>>;

/** Reads the command line; throws a `UsageError` for one that makes no sense. */
export function parseFlags(args: readonly string[]): Flags | 'help' {
  const { values, positionals } = parse(args);
  const [command, surplus] = positionals;
  if (values['help'] === true) return 'help';
  if (surplus !== undefined) throw new UsageError(`unexpected argument ${JSON.stringify(surplus)}`);
  const plan = text(values, 'plan');
  const output = text(values, 'output');
  switch (command) {
    case 'serve':
      if (plan ?? output) throw new UsageError('--plan and --output have no meaning for serve');
      return { command, ...backendFlags(values) };
    case 'run-conformance-plan':
      if (plan === undefined || output === undefined) throw new UsageError('--plan and --output are needed');
      return { command, plan, output, ...backendFlags(values) };
    case undefined:
      throw new UsageError('a command is needed');
    default:
      throw new UsageError(`unknown command ${JSON.stringify(command)}`);
  }
}

function parse(args: readonly string[]): {
  readonly values: Values;
  readonly positionals: readonly string[];
} {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function backendFlags(values: Values): BackendFlags {
  const backend = text(values, 'backend');
  if (backend === undefined) throw new UsageError('--backend is needed');
  const workers = Number(text(values, 'workers') ?? '1');
  if (!Number.isSafeInteger(workers) || workers < 0) throw new UsageError('--workers takes a whole number');
  const given = bodyFlags.filter(({ flag }) => values[flag] === true);
  const body: BodyOptions = Object.fromEntries(given.map(({ option }) => [option, true]));
  return { backend, capabilities: text(values, 'capabilities'), workers, body };
}

function text(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}
