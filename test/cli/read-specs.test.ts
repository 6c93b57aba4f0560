import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { limits, readSpecs } from '../../generator/src/cli/read-specs.js';
import { readRegularFile } from '../../generator/src/cli/read-file.js';
import { temporaryFolder, writeTree } from '../support/folders.js';

function report(folder: string): { readonly files: readonly string[]; readonly faults: readonly string[] } {
  const { files, diagnostics } = readSpecs(folder);
  return {
    files: [...files.keys()],
    faults: diagnostics.map(
      ({ code, span, found }) => `${span.file}: ${code}${found === undefined ? '' : `: ${found}`}`,
    ),
  };
}

test('dot files and node_modules are left out; order is that of code units', () => {
  const folder = temporaryFolder();
  writeTree(folder, {
    'b/profile.md': '',
    'a/x.json': '',
    'a.b/x': '',
    'B/x': '',
    '.git/config': '',
    'a/.DS_Store': '',
    'node_modules/m/i.js': '',
  });
  expect(report(folder)).toEqual({ files: ['B/x', 'a.b/x', 'a/x.json', 'b/profile.md'], faults: [] });
});

test('bytes come as they are', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'a'));
  writeFileSync(join(folder, 'a/x'), Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0x0d, 0x0a, 0]));
  expect([...(readSpecs(folder).files.get('a/x') ?? [])]).toEqual([0xef, 0xbb, 0xbf, 0xff, 0x0d, 0x0a, 0]);
});

test('a symbolic link is followed to a file of the folder and nowhere else', () => {
  const folder = temporaryFolder();
  const outside = temporaryFolder();
  writeTree(folder, { 'a/real.json': '{}' });
  writeTree(outside, { 'secret.txt': 'secret' });
  symlinkSync(join(folder, 'a/real.json'), join(folder, 'a/alias.json'));
  symlinkSync(join(outside, 'secret.txt'), join(folder, 'a/out.json'));
  symlinkSync(outside, join(folder, 'a/outfolder'));
  symlinkSync(join(folder, 'a'), join(folder, 'a/loop'));
  symlinkSync('/dev/zero', join(folder, 'a/zero'));
  symlinkSync('nowhere', join(folder, 'a/dangling'));
  expect(report(folder)).toEqual({
    files: ['a/alias.json', 'a/real.json'],
    faults: [
      'a/dangling: file-unreadable: a link to nothing',
      'a/loop: file-unreadable: a folder',
      'a/out.json: file-unreadable: a link out of the folder',
      'a/outfolder: file-unreadable: a link out of the folder',
      'a/zero: file-unreadable: a link out of the folder',
    ],
  });
});

test('V9: a huge file is refused unread', () => {
  const folder = temporaryFolder();
  writeTree(folder, { 'a/huge.yaml': '' });
  truncateSync(join(folder, 'a/huge.yaml'), 2 ** 31);
  expect(report(folder)).toEqual({ files: [], faults: ['a/huge.yaml: file-too-large: 2147483648 bytes'] });
});

test.skipIf(process.platform === 'win32')(
  'V9: a named pipe, a socket and a device do not make it wait',
  async () => {
    const folder = temporaryFolder();
    expect(spawnSync('mkfifo', [join(folder, 'pipe.yaml')]).status).toBe(0);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(folder, 'socket.yaml'), resolve));
    onTestFinished(() => void server.close());
    expect(report(folder).files).toEqual([]);
    expect(report(folder).faults).toHaveLength(2);
    expect(report(folder).faults[0]).toBe('pipe.yaml: file-unreadable: a pipe, socket or device');
    expect(readRegularFile('/dev/zero', { maxBytes: 10 })).toMatchObject({
      ok: false,
      failure: { code: 'file-unreadable' },
    });
  },
);

test.runIf(process.platform === 'linux')('a file that states no size is read up to the limit', () => {
  expect(readRegularFile('/proc/self/status', { maxBytes: 100_000 })).toMatchObject({ ok: true });
  expect(readRegularFile('/proc/self/status', { maxBytes: 10 })).toMatchObject({
    ok: false,
    failure: { code: 'file-too-large' },
  });
});

test('folders nested beyond the limit are an error, not a crash', () => {
  const folder = temporaryFolder();
  writeTree(folder, { [`${'d/'.repeat(limits.depth + 2)}x.md`]: '' });
  expect(report(folder).faults).toEqual([`${'d/'.repeat(limits.depth)}d: depth-limit`]);
});
