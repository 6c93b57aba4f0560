import { createVllmAdapter, type VllmAdapter } from '../adapter.js';
import { startEmbeddedBackend } from '../embedded/backend.js';
import type { CapabilityDocument } from '../emitted/profile.js';
import type { BodyOptions } from '../emitted/request-options.js';
import { AdapterError } from '../main/options.js';
import { exitCodes, UsageError } from './exit-codes.js';
import { readJsonFile } from './input-file.js';

export interface BackendFlags {
  /** A URL, or `embedded`. */
  readonly backend: string;
  /** Path of a capability document. */
  readonly capabilities: string | undefined;
  readonly workers: number;
  readonly body: BodyOptions;
}

/** An adapter, and the backend that was started for it. */
export interface Backend {
  readonly adapter: VllmAdapter;
  close(): Promise<void>;
}

export async function openBackend(flags: BackendFlags): Promise<Backend> {
  const capabilities = flags.capabilities === undefined ? undefined : await readJsonFile(flags.capabilities);
  const embedded = flags.backend === 'embedded' ? await startEmbeddedBackend() : undefined;
  try {
    const adapter = createVllmAdapter({
      baseUrl: embedded?.url ?? flags.backend,
      workers: flags.workers,
      ...flags.body,
      // The adapter checks the document itself.
      ...(capabilities === undefined ? {} : { capabilities: capabilities as CapabilityDocument }),
      ...apiKey(),
    });
    return {
      adapter,
      async close() {
        await adapter.close();
        await embedded?.close();
      },
    };
  } catch (error) {
    await embedded?.close();
    const code = flags.capabilities === undefined ? exitCodes.usage : exitCodes.input;
    if (error instanceof AdapterError) throw new UsageError(error.message, code);
    throw error;
  }
}

function apiKey(): { readonly apiKey?: string } {
  const key = process.env['VLLM_API_KEY'];
  return key === undefined || key === '' ? {} : { apiKey: key };
}
