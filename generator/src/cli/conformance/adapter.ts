import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { UsageError, type Context } from '../context.js';
import { absolutePath } from '../places.js';
import { startJsonProcess, type JsonProcess } from './json-process.js';

/** A request in its envelope, as a plan has it. */
export type Envelope = Readonly<Record<string, unknown>> & { readonly request_id: string };

export type AdapterEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** Carries out requests: a module of the caller, or a program behind standard input and output. */
export interface DrivenAdapter {
  /** The events of one operation, until its terminal event. */
  submit(envelope: Envelope, options: { readonly signal: AbortSignal }): AsyncIterable<unknown>;
  close?(): unknown;
}

/** The events after which nothing follows (NNRP profile, section 8), and the outcome that each stands for. */
export const terminals: ReadonlyMap<string, 'success' | 'error' | 'cancelled'> = new Map([
  ['response.completed', 'success'],
  ['response.error', 'error'],
  ['response.cancelled', 'cancelled'],
]);

/**
 * Opens an adapter. A file that exists and ends in `.js` or `.mjs` is a module that exports `submit`, or a default with
 * it, or `createAdapter()`; anything else is a command, run without a shell, that takes one envelope a line and answers
 * `{"request_id", "event"}` a line.
 */
export async function openAdapter(context: Context, named: string): Promise<DrivenAdapter> {
  const path = absolutePath(context, named);
  if (/\.m?js$/.test(named) && existsSync(path)) return importAdapter(named, path);
  return processAdapter(await startJsonProcess(context, named));
}

async function importAdapter(named: string, path: string): Promise<DrivenAdapter> {
  const module = (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;
  const create = module['createAdapter'];
  const made: unknown = typeof create === 'function' ? await (create as () => unknown)() : undefined;
  const adapter = [made, module['default'], module].find(isAdapter);
  if (adapter === undefined) throw new UsageError(`${named} exports neither submit nor createAdapter`);
  return adapter;
}

function isAdapter(value: unknown): value is DrivenAdapter {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { submit?: unknown }).submit === 'function'
  );
}

function processAdapter(process: JsonProcess): DrivenAdapter {
  return {
    async *submit(envelope, { signal }) {
      process.send(envelope);
      const cancel = (): void => {
        process.send({ cancel: envelope.request_id });
      };
      signal.addEventListener('abort', cancel, { once: true });
      try {
        for (;;) {
          const line = await process.next();
          if (line === undefined) throw new Error('the adapter ended its output');
          const event = eventOf(line, envelope.request_id);
          if (event === undefined) continue;
          yield event;
          if (isTerminal(event)) return;
        }
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    },
    close: () => process.close(),
  };
}

/** The event of a line; undefined for what is left of an earlier operation. */
function eventOf(line: unknown, request: string): unknown {
  const fields = typeof line === 'object' && line !== null ? (line as Readonly<Record<string, unknown>>) : {};
  if ('line' in fields)
    throw new Error(`the adapter wrote a line that is not JSON: ${String(fields['line']).slice(0, 80)}`);
  const id = fields['request_id'];
  return id === request || id === null ? fields['event'] : undefined;
}

export function isEvent(value: unknown): value is AdapterEvent {
  return (
    typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
  );
}

export function isTerminal(event: unknown): boolean {
  return isEvent(event) && terminals.has(event.type);
}
