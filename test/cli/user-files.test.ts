import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeTree } from '../support/folders.js';
import { compiling, outputFile, run } from './support.js';

const contract = (members: string): string => `export interface AdapterHooks {\n${members}\n}\n`;
const skeleton = 'export const hooks = { onEvent() {} };\n';

function packageWith(members: string): ReturnType<typeof compiling> {
  return compiling([
    outputFile('demo-adapter/src/hooks.ts', skeleton, 'user'),
    outputFile('demo-adapter/src/main/hooks-contract.ts', contract(members)),
  ]);
}

test('a file of the user is written once, kept as it is, and told what it lacks by now', async () => {
  const cwd = temporaryFolder();
  writeTree(cwd, { 'specs/demo/profile.md': '# Demo\n' });
  const path = join(cwd, 'generated/demo-adapter/src/hooks.ts');

  const first = await run(cwd, ['generate'], { pipeline: packageWith('onEvent?(): void;') });
  expect(first.exitCode).toBe(0);
  expect(first.stderr).not.toContain('hook-missing');
  expect(readFileSync(path, 'utf8')).toBe(skeleton);

  const own = 'export const hooks = { onEvent() { console.log("mine"); } };\n';
  writeFileSync(path, own);
  const later = await run(cwd, ['generate'], {
    pipeline: packageWith('onEvent?(): void;\nonRetry?(): void;'),
  });
  expect(later.exitCode).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe(own);
  expect(later.stderr).toContain('generated/demo-adapter/src/hooks.ts:1:1');
  expect(later.stderr).toContain('The file has no hook "onRetry".');
  expect(later.stderr).toContain('generated/demo-adapter/src/main/hooks-contract.ts');

  const json = await run(cwd, ['generate', '--json'], { pipeline: packageWith('onRetry?(): void;') });
  expect(JSON.parse(json.stdout)).toMatchObject({
    diagnostics: [{ code: 'hook-missing', severity: 'note' }],
  });
});
