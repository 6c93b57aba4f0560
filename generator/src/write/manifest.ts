import { createHash } from 'node:crypto';

import { compareCodeUnits, isOutputPath } from './paths.js';
import type { FileOwnership, GeneratorIdentity } from './types.js';

/** One file that profilegen wrote. */
export interface ManifestEntry {
  readonly path: string;
  /** Of the bytes that profilegen writes, in hexadecimal; the user of a skeleton may have changed it since. */
  readonly sha256: string;
  /** Sorted spec files, relative to the specs folder. */
  readonly sources: readonly string[];
  readonly ownership: FileOwnership;
}

/** An existing manifest, or why the file is not one. */
export type ManifestReading =
  | { readonly ok: true; readonly entries: ReadonlyMap<string, ManifestEntry> }
  | { readonly ok: false; readonly reason: string };

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The text of `manifest.json`: a pure function of its entries, one line for each, so that merges stay small. */
export function formatManifest(generator: GeneratorIdentity, entries: Iterable<ManifestEntry>): string {
  const lines = [...entries]
    .sort((a, b) => compareCodeUnits(a.path, b.path))
    .map(({ path, sha256, sources, ownership }) => {
      const sorted = [...new Set(sources)].sort(compareCodeUnits);
      return `    ${JSON.stringify({ path, sha256, ownership, sources: sorted })}`;
    });
  const files = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  const { name, version } = generator;
  return `{\n  "generator": ${JSON.stringify({ name, version })},\n  "files": ${files}\n}\n`;
}

/** Reads a manifest without trusting it: what it lists may be overwritten and deleted. */
export function parseManifest(text: string): ManifestReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'it is not JSON' };
  }
  if (!isRecord(value) || !isRecord(value['generator']) || !Array.isArray(value['files'])) {
    return { ok: false, reason: 'it has no "generator" and "files"' };
  }
  const entries = new Map<string, ManifestEntry>();
  for (const [place, item] of (value['files'] as readonly unknown[]).entries()) {
    const entry = readEntry(item);
    if (entry === undefined || entries.has(entry.path)) {
      return { ok: false, reason: `entry ${String(place + 1)} of "files" is not usable` };
    }
    entries.set(entry.path, entry);
  }
  return { ok: true, entries };
}

function readEntry(item: unknown): ManifestEntry | undefined {
  if (!isRecord(item)) return undefined;
  const { path, sha256: digest, sources, ownership } = item;
  if (typeof path !== 'string' || !isOutputPath(path)) return undefined;
  if (typeof digest !== 'string' || !/^[0-9a-f]{64}$/.test(digest)) return undefined;
  if (!Array.isArray(sources) || !sources.every((source) => typeof source === 'string')) return undefined;
  if (ownership !== 'generated' && ownership !== 'user') return undefined;
  return { path, sha256: digest, sources, ownership };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
