import type { FileOwnership, PlanOptions, WritableFile } from '../../generator/src/write/index.js';

export const options: PlanOptions = { generator: { name: 'profilegen', version: '1.2.3' } };

export function file(path: string, text: string, ownership: FileOwnership = 'generated'): WritableFile {
  return { path, text, sources: ['demo/profile.md'], ownership };
}
