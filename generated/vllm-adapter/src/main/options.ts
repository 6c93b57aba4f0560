import type { CapabilityDocument } from '../emitted/profile.js';
import type { AdapterHooks } from './hooks-contract.js';

/** How to reach the backend, and how much of the machine to use. */
export interface AdapterOptions {
  /** Where the backend listens: `http://127.0.0.1:8000`; a path is kept, a `/v1` at its end is not needed. */
  readonly baseUrl: string;
  /** Sent as a bearer token. */
  readonly apiKey?: string;
  /** Threads that talk to the backend; default 1. 0 does everything on the main thread, which is best for one stream. */
  readonly workers?: number;
  /** Hooks of this adapter; default: those of `hooks.ts`. */
  readonly hooks?: AdapterHooks;
  /** Claims less than the adapter could do: what it leaves out is refused. Default: all of it. */
  readonly capabilities?: CapabilityDocument;
  /** Events that may wait for their consumer, for each operation; default 1,024: a little more than one read of a socket holds. */
  readonly window?: number;
  /** Attaches to every event the chunk that it was made from; default false: only where something would be lost. */
  readonly attachChunks?: boolean;
  /** Heap of a worker thread in MiB; a thread that needs more dies, and is replaced. Default: what Node gives it. */
  readonly maxWorkerMemoryMb?: number;
  /** Longest time to connect, in milliseconds; default 10,000. */
  readonly connectTimeoutMs?: number;
  /** Longest silence of the backend, in milliseconds; default 600,000, 0 for no limit. */
  readonly idleTimeoutMs?: number;
  /** Time that a worker waits for more events before it hands them over, in milliseconds; default 0. */
  readonly lingerMs?: number;
}

/** Thrown for options that make no sense, and by what an adapter is asked for apart from operations. */
export class AdapterError extends Error {
  override readonly name = 'AdapterError';
}

/** A whole number from the options, or its default. */
export function wholeNumber(
  name: string,
  value: number | undefined,
  fallback: number,
  least: number,
): number {
  const number = value ?? fallback;
  if (!Number.isSafeInteger(number) || number < least) {
    throw new AdapterError(`${name} should be a whole number from ${String(least)}, and is ${String(value)}`);
  }
  return number;
}

/** The base URL without `/v1` and without a slash at its end. */
export function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new AdapterError(`baseUrl should be an http or https URL, and is ${JSON.stringify(text)}`);
  }
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
}
