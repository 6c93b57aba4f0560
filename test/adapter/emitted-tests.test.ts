import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../generated/vllm-adapter/dist/test');

test('the tests that are emitted with the package pass', async () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.test.js'));
  expect(files).toHaveLength(5);
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--test',
    ...files.map((name) => join(folder, name)),
  ]);
  const count = (name: string): number => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(stdout)?.[1]);
  expect(count('fail')).toBe(0);
  // One for each recipe of the profile that the adapter claims.
  expect(count('pass')).toBeGreaterThan(25);
});
