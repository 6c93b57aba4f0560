import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { UsageError, type Context } from '../context.js';
import { absolutePath } from '../places.js';

/** Writes a file that the caller named, and the folders above it. */
export function writeNamedFile(context: Context, path: string, text: string): void {
  const target = absolutePath(context, path);
  try {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new UsageError(`${path} cannot be written: ${reason}`);
  }
}
