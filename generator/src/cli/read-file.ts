import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

import type { DiagnosticCode } from '../diagnostics/index.js';

export interface ReadFailure {
  readonly code: Extract<DiagnosticCode, 'file-unreadable' | 'file-too-large'>;
  readonly message: string;
  readonly expected?: string;
  readonly found?: string;
}

export type ReadResult =
  { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly failure: ReadFailure };

export interface ReadLimits {
  readonly maxBytes: number;
  /** The last part of the path must not be a symbolic link. */
  readonly noFollow?: boolean;
}

/**
 * Reads a regular file, at most so many bytes. A named pipe does not make it wait, and a device that never
 * ends does not make it read on.
 */
export function readRegularFile(path: string, { maxBytes, noFollow = false }: ReadLimits): ReadResult {
  let descriptor: number;
  try {
    // Absent on Windows, which has neither such pipes nor such links.
    const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants as Partial<typeof constants>;
    descriptor = openSync(path, (O_RDONLY ?? 0) | O_NONBLOCK | (noFollow ? O_NOFOLLOW : 0));
  } catch (cause) {
    return unreadable(cause);
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return notAFile(stats.isDirectory() ? 'a folder' : 'a pipe, socket or device');
    if (stats.size > maxBytes) return tooLarge(maxBytes, `${String(stats.size)} bytes`);
    return readUpTo(descriptor, maxBytes, stats.size);
  } catch (cause) {
    return unreadable(cause);
  } finally {
    closeSync(descriptor);
  }
}

/** The size that the file states is only a hint: files of `/proc` say 0, and others grow meanwhile. */
function readUpTo(descriptor: number, maxBytes: number, expectedBytes: number): ReadResult {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(Math.max(64 * 1024, expectedBytes - total + 1));
    const count = readSync(descriptor, chunk);
    if (count === 0) return { ok: true, bytes: Buffer.concat(chunks) };
    chunks.push(chunk.subarray(0, count));
    total += count;
    if (total > maxBytes) return tooLarge(maxBytes, `more than ${String(maxBytes)} bytes`);
  }
}

export function tooLarge(maxBytes: number, found: string): ReadResult & { readonly ok: false } {
  const message = 'The file is larger than profilegen reads.';
  return {
    ok: false,
    failure: { code: 'file-too-large', message, expected: `at most ${String(maxBytes)} bytes`, found },
  };
}

function notAFile(found: string): ReadResult {
  const message = 'The path is not a regular file.';
  return { ok: false, failure: { code: 'file-unreadable', message, expected: 'a regular file', found } };
}

function unreadable(cause: unknown): ReadResult {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  if (code === undefined) throw cause;
  const message =
    code === 'ENOENT'
      ? 'There is no such file.'
      : code === 'ELOOP'
        ? 'The file is a symbolic link.'
        : 'The file cannot be read.';
  return { ok: false, failure: { code: 'file-unreadable', message, found: code } };
}
