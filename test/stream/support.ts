import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { findPackages, withDependencies } from '../../generator/src/cli/validate/emitted-packages.js';
import { compileWorkspace } from '../../generator/src/cli/validate/workspace.js';
import type {
  InspectedEvent,
  InspectorOptions,
  StreamInspector,
} from '../../templates/runtime/inspector-types.js';
import type { CheckerOptions, OrderChecker } from '../../templates/runtime/order-checker.js';
import type { StreamIssue, Verdict } from '../../templates/runtime/stream-types.js';
import { compileTexts, errorsOf } from '../support/compile.js';
import { writeTree } from '../support/folders.js';

export type { InspectorOptions, StreamIssue, Verdict };

/** What an emitted package exports for streams. */
export interface StreamPackage {
  readonly createInspector: (options?: InspectorOptions) => StreamInspector;
  readonly createOrderChecker: (options?: CheckerOptions & { readonly dialect?: string }) => OrderChecker;
}

/** Output of the generator, and its packages run as Node runs them. */
export interface Emitted {
  readonly folder: string;
  load(id: string): Promise<StreamPackage>;
  dispose(): void;
}

/** Compiles specifications into a folder of the caller, who disposes of it. */
export async function emit(specs: ReadonlyMap<string, string>, ids?: readonly string[]): Promise<Emitted> {
  const chosen = [...specs].filter(([path]) => ids?.includes(path.split('/')[0] ?? '') ?? true);
  const result = await compileTexts(new Map(chosen), ids);
  const errors = errorsOf(result);
  if (errors.length > 0) throw new Error(errors.join('\n'));
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'profilegen-streams-')));
  writeTree(folder, Object.fromEntries(result.files.map((file) => [file.path, file.text])));
  return {
    folder,
    dispose() {
      rmSync(folder, { recursive: true, force: true });
    },
    async load(id) {
      const packages = findPackages(folder);
      const member = packages.find((candidate) => candidate.id === id);
      if (member === undefined) throw new Error(`no package ${id}`);
      const workspace = compileWorkspace(withDependencies(member, packages), folder);
      try {
        const path = createRequire(workspace.entry).resolve(member.name);
        return (await import(pathToFileURL(path).href)) as StreamPackage;
      } finally {
        workspace.dispose();
      }
    },
  };
}

export interface Inspection {
  readonly events: readonly InspectedEvent[];
  readonly issues: readonly StreamIssue[];
  readonly verdict: Verdict;
}

/** Inspects a whole stream that comes in the pieces that are given. */
export function inspectPieces(inspector: StreamInspector, pieces: readonly Uint8Array[]): Inspection {
  const events = pieces.flatMap((piece) => inspector.push(piece));
  const end = inspector.end();
  const all = [...events, ...end.events];
  return {
    events: all,
    issues: [...all.flatMap(({ issues }) => issues), ...end.issues],
    verdict: end.verdict,
  };
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Every piece has this many bytes, but the last. */
export function piecesOf(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

/** Outcome and issues in short: `code event/path`, or `repair: code event/path` for what was mended. */
export function summary({ verdict, issues }: Inspection): readonly string[] {
  const lines = issues.map(({ severity, code, repair, repairs, event, path }) => {
    const what = repair === undefined ? code : `${repair}: ${repairs ?? ''}`;
    return `${severity === 'warning' ? 'warning ' : ''}${what} ${String(event)}${path}`;
  });
  return [verdict.outcome, ...lines];
}
