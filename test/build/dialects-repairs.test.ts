import { expect, test } from 'vitest';

import { buildWorkspace } from '../../generator/src/build/index.js';
import type { Profile } from '../../generator/src/model/index.js';
import { projectSpecs } from '../support/compile.js';

const path = 'nscale-sse/profile.md';

interface Built {
  readonly profile: Profile | undefined;
  /** `severity code` of what is found in the row that was put in. */
  readonly found: readonly string[];
}

/** Builds the specification with a further row behind the last one that starts so. */
async function withRow(start: string, row: string): Promise<Built> {
  const lines = (projectSpecs().get(path) ?? '').split('\n');
  const place = lines.findLastIndex((line) => line.startsWith(start)) + 1;
  lines.splice(place, 0, row);
  const specs = [...projectSpecs(), [path, lines.join('\n')] as const]
    .filter(([name]) => name.startsWith('nscale-sse/'))
    .map(([name, text]): [string, Uint8Array] => [name, new TextEncoder().encode(text)]);
  const { profiles, diagnostics } = await buildWorkspace(new Map(specs), ['nscale-sse']);
  const found = diagnostics
    .filter(({ severity, span }) => severity !== 'note' && span.file === path && span.line === place + 1)
    .map(({ severity, code }) => `${severity} ${code}`);
  return { profile: profiles[0], found };
}

const dialect = (appliesTo: string, reading: string): Promise<Built> =>
  withRow('| `vllm` |', `| \`other\` | \`${appliesTo}\` | \`${reading}\` |`);
const repair = (when: string, effect: string): Promise<Built> =>
  withRow('| `json-instead-of-stream` |', `| \`mend\` | \`${when}\` | \`${effect}\` |`);

test('a dialect is its rows, whatever the order of their kinds', async () => {
  const { profile, found } = await dialect('choices[].delta', 'null is absent');
  expect(found).toEqual([]);
  expect(profile?.dialects.map(({ name }) => name)).toEqual(['vllm', 'other']);
  expect(profile?.dialects[1]?.readings).toMatchObject([
    { kind: 'null-is-absent', path: ['choices', '[]', 'delta'] },
  ]);
});

test.each<[string, string, readonly string[]]>([
  ['usage', 'null means nothing', ['error cell-form']],
  ['usage', 'is', ['error cell-form']],
  ['usage', 'is Nothing', ['error unknown-name']],
  ['this.usage[0]', 'text', ['error cell-form']],
  ['this.x ==', 'failure', ['error rule-syntax']],
  ['no-such-rule', 'waived', ['warning dangling-reference']],
])('the dialect row %s, %s', async (appliesTo, reading, expected) => {
  expect((await dialect(appliesTo, reading)).found).toEqual(expected);
});

test('a repair knows what its condition is asked of', async () => {
  const on = async (when: string, effect: string): Promise<string | undefined> =>
    (await repair(when, effect)).profile?.repairs.at(-1)?.on;
  expect(await on('data == "x"', 'skip')).toBe('data');
  expect(await on('this.id == ""', 'remove id')).toBe('message');
  expect(await on('choice.index < 0 && this.id != ""', 'set choice.index = 0')).toBe('choice');
  expect(await on('issue.alone', 'accept')).toBe('issue');
});

test.each<[string, string, readonly string[]]>([
  ['data == "x"', 'guess', ['error cell-form']],
  ['data == "x"', 'accept', ['error cell-form']],
  ['issue.alone', 'set id = "x"', ['error cell-form']],
  ['this == null', 'remove choice.delta', ['error cell-form']],
  ['issue.colour == "red"', 'accept', ['error rule-unknown-field']],
  ['data == 1', 'skip', ['error rule-constant']],
  ['this == null', 'set id = (', ['error rule-syntax']],
])('the repair %s, %s', async (when, effect, expected) => {
  expect((await repair(when, effect)).found).toEqual(expected);
});
