import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const sharedRoot = new URL('../../../shared/', import.meta.url);

/** Path of a file or folder in `shared`, which stands beside the project root; it may be missing. */
export function sharedPath(...segments: readonly string[]): string {
  return fileURLToPath(new URL(segments.map(encodeURIComponent).join('/'), sharedRoot));
}

export function hasShared(...segments: readonly string[]): boolean {
  return existsSync(sharedPath(...segments));
}
