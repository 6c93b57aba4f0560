import { describe, expect, test } from 'vitest';

import { temporaryFolder, writeTree } from '../support/folders.js';
import { run } from './support.js';

function project(): string {
  const cwd = temporaryFolder();
  writeTree(cwd, { 'specs/demo/profile.md': '# Demo\n' });
  return cwd;
}

describe('the command line', () => {
  test('--help lists the commands, the exit codes, and examples for each command', async () => {
    const { exitCode, stdout } = await run(project(), ['--help']);
    expect(exitCode).toBe(0);
    for (const word of ['generate', 'check', 'lint', 'show', 'validate', '100'])
      expect(stdout).toContain(word);
    for (const command of ['generate', 'check', 'lint', 'show', 'validate']) {
      const help = await run(project(), [command, '--help']);
      expect([
        help.exitCode,
        help.stdout.includes(`\n  $ profilegen ${command} `) ||
          help.stdout.includes(`$ profilegen ${command}\n`),
      ]).toEqual([0, true]);
    }
  });

  test('--version is that of package.json', async () => {
    const { default: manifest } = await import('../../package.json', { with: { type: 'json' } });
    expect(await run(project(), ['--version'])).toEqual({
      exitCode: 0,
      stdout: `${manifest.version}\n`,
      stderr: '',
    });
  });

  test.each([
    [['generat'], "error: unknown command 'generat'"],
    [['generate', '--force'], "error: unknown option '--force'"],
    [['check', '--format', 'xml'], 'Allowed choices are text, json, github.'],
    [['show'], "error: missing required argument 'path'"],
    [['generate', 'a\u001b[2J'], 'too many arguments'],
    [['\u001b[2J'], "error: unknown command '\\x1b[2J'"],
    [[], 'Usage: profilegen'],
  ])('%j is a usage error: exit 1', async (argv, message) => {
    const { exitCode, stderr } = await run(project(), argv);
    expect([exitCode, stderr.includes('\u001b')]).toEqual([1, false]);
    expect(stderr).toContain(message);
  });

  test('an internal error exits with 1, says how to report it, and shows a stack only on demand', async () => {
    const pipeline = { compile: () => Promise.reject(new Error('broken\u001b')) };
    const cwd = project();
    const { exitCode, stdout, stderr } = await run(cwd, ['generate'], { pipeline });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('profilegen: internal error: broken\\x1b\n');
    expect(stderr).toContain('report it');
    expect(stderr).not.toContain('    at ');
    const debug = await run(cwd, ['generate'], { pipeline, env: { PROFILEGEN_DEBUG: '1' } });
    expect(debug.stderr).toContain('    at ');
  });
});
