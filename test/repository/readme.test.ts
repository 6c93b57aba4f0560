import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

import { temporaryFolder } from '../support/folders.js';

const root = resolve(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

interface Example {
  readonly command: string;
  readonly output: string;
}

/** The commands of the tour with what they print; those that change a specification are left to a reader. */
const examples = [...readme.matchAll(/^```console\n([\s\S]*?)^```$/gm)]
  .map(([, block = '']) => block)
  .filter((block) => !block.includes('sed -i'))
  .flatMap((block) => block.split(/^\$ /m).slice(1))
  .map(split);

/** A command goes on after a `|` at the end of its line, and up to the end of a text that it is given. */
function split(example: string): Example {
  const lines = example.split('\n');
  const end = /<<'(\w+)'/.exec(example)?.[1];
  const last = end === undefined ? lines.findIndex((line) => !line.endsWith('|')) : lines.indexOf(end);
  return { command: lines.slice(0, last + 1).join('\n'), output: lines.slice(last + 1).join('\n') };
}

describe('the tour of the README', () => {
  it('prints what it shows', () => {
    const folder = temporaryFolder();
    for (const name of ['specs', 'generated']) symlinkSync(join(root, name), join(folder, name));
    const cli = `${process.execPath} ${join(root, 'generator/dist/cli/main.js')}`;
    const printed = examples.map(({ command }) => {
      const script = command.replaceAll('npx profilegen', cli);
      const { stdout } = spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' });
      return { command, output: stdout };
    });
    expect(printed).toEqual(examples);
    expect(printed.length).toBeGreaterThan(4);
  });

  it('names files that are there', () => {
    const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map(([, target = '']) => target);
    expect(links.filter((target) => !/^https?:/.test(target) && !existsSync(join(root, target)))).toEqual([]);
  });
});
