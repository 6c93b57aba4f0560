import { UsageError } from '../context.js';
import type { EmittedPackage } from '../validate/emitted-packages.js';
import { loadModule } from '../validate/validators.js';
import type { CompiledWorkspace } from '../validate/workspace.js';

/** One thing that is wrong, or was mended, in a stream, as the emitted packages report it. */
export interface StreamIssue {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly path: string;
  readonly expected: string;
  readonly got: string;
  /** `file:line:column`, relative to the specs folder. */
  readonly spec: string;
  readonly event: number;
  readonly offset: number;
  readonly rule?: string;
  readonly expectedSymbols?: readonly string[];
  readonly repair?: string;
  readonly repairs?: string;
}

export interface InspectedEvent {
  readonly number: number;
  readonly offset: number;
  readonly issues: readonly StreamIssue[];
}

export interface Verdict {
  readonly valid: boolean;
  readonly outcome: 'complete' | 'failed' | 'truncated' | 'breach';
  readonly events: number;
  readonly error?: { readonly kind: string; readonly message: string };
}

export interface Inspector {
  push(bytes: Uint8Array): readonly InspectedEvent[];
  end(): {
    readonly events: readonly InspectedEvent[];
    readonly issues: readonly StreamIssue[];
    readonly verdict: Verdict;
  };
}

export interface InspectorOptions {
  readonly mode: 'strict' | 'tolerant';
  readonly dialect?: string;
}

/** The inspector that a package exports, keeping none of the text: memory is the same however long the stream. */
export async function createInspector(
  workspace: CompiledWorkspace,
  source: EmittedPackage,
  options: InspectorOptions,
): Promise<Inspector> {
  const { createInspector: create } = await loadModule(workspace, source, '.');
  if (typeof create !== 'function') {
    throw new UsageError(`package "${source.id}" states no stream and no events that could be inspected`);
  }
  try {
    // Emitted by profilegen itself: the name states the signature.
    return (create as (options: InspectorOptions & { readonly partial: boolean }) => Inspector)({
      ...options,
      partial: false,
    });
  } catch (cause) {
    if (cause instanceof RangeError) throw new UsageError(`package "${source.id}": ${cause.message}`);
    throw cause;
  }
}
