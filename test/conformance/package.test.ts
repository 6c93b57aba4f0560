import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';

import { conformancePackage } from '../../generator/src/emit/conformance/index.js';
import { packageSettings } from '../../generator/src/emit/index.js';
import type { Vector } from '../../generator/src/emit/vectors/index.js';
import type { OutputFile } from '../../generator/src/model/index.js';
import { run } from '../cli/support.js';
import { projectSpecs, templates } from '../support/compile.js';
import { temporaryFolder, writeTree } from '../support/folders.js';
import { profilesOf } from './support.js';

let files: readonly OutputFile[];

beforeAll(async () => {
  const specs = new Map([...projectSpecs()].filter(([path]) => !path.startsWith('openai-compatible/')));
  const settings = packageSettings({ scope: '@profilegen', license: 'Apache-2.0' });
  files = await conformancePackage(await profilesOf(specs), settings, templates);
}, 120_000);

function textOf(path: string): string {
  return files.find((file) => file.path === `conformance/${path}`)?.text ?? '';
}

function vectorsIn(id: string): readonly Vector[] {
  return JSON.parse(textOf(`vectors/${id}.json`)) as readonly Vector[];
}

/** The package as Node runs it; its sources need no other package. */
async function load(): Promise<Readonly<Record<string, (argument?: unknown) => readonly unknown[]>>> {
  const folder = temporaryFolder();
  const compiled = files.flatMap(({ path, text }): [string, string][] => {
    if (!path.endsWith('.ts')) return [[path, text]];
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    return [[path.replace('/src/', '/dist/').replace(/\.ts$/, '.js'), outputText]];
  });
  writeTree(folder, Object.fromEntries(compiled));
  const entry = createRequire(join(folder, 'conformance/package.json')).resolve('./dist/index.js');
  return (await import(pathToFileURL(entry).href)) as Readonly<
    Record<string, (argument?: unknown) => readonly unknown[]>
  >;
}

describe('the package conformance', () => {
  it('holds a file of vectors for each profile, one vector a line', () => {
    for (const id of ['iop-edge', 'nscale-sse', 'openai-chat-text']) {
      const vectors = vectorsIn(id);
      expect(vectors.length).toBeGreaterThan(50);
      expect(textOf(`vectors/${id}.json`).split('\n')).toHaveLength(vectors.length + 3);
      expect(vectors.every((vector) => vector.package === id)).toBe(true);
    }
  });

  it('loads vectors by package and by rule of the manifest', async () => {
    const { loadVectors, loadManifest, vectorsOfRule } = await load();
    expect(loadVectors?.('nscale-sse')).toEqual(vectorsIn('nscale-sse'));
    expect(() => loadVectors?.('../nscale-sse')).toThrow(RangeError);
    expect(() => loadVectors?.('other')).toThrow('there are no vectors of "other"');
    const manifest = loadManifest?.() as readonly {
      rule: string;
      kind: string;
      spec: { file: string; line: number };
    }[];
    const usage = manifest.find(({ rule, kind }) => rule === 'done-once' && kind === 'order');
    expect(usage?.spec.file).toMatch(/profile\.md$/);
    const verdicts = (vectorsOfRule?.(usage) ?? []) as readonly Vector[];
    expect(new Set(verdicts.map(({ expect: { valid } }) => valid))).toEqual(new Set([true, false]));
  });

  it('states in every manifest entry only vectors that exist, valid and invalid ones apart', () => {
    const manifest = JSON.parse(textOf('manifest.json')) as readonly {
      readonly package: string;
      readonly valid: readonly string[];
      readonly invalid: readonly string[];
    }[];
    const verdicts = new Map(
      ['iop-edge', 'nscale-sse', 'openai-chat-text'].flatMap((id) =>
        vectorsIn(id).map((vector) => [`${id} ${vector.id}`, vector.expect.valid] as const),
      ),
    );
    const wrong = manifest.flatMap(({ package: id, valid, invalid }) => [
      ...valid.filter((name) => verdicts.get(`${id} ${name}`) !== true),
      ...invalid.filter((name) => verdicts.get(`${id} ${name}`) !== false),
    ]);
    expect(wrong).toEqual([]);
  });
});

/** A validator in another program: it knows the answers, and gets wrong what it is told to. */
const validator = `
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const [mode] = process.argv.slice(2);
const vectors = new Map(JSON.parse(readFileSync('generated/conformance/vectors/nscale-sse.json', 'utf8')).map((v) => [v.id, v]));
const waiting = [];
const answer = ({ id }) => {
  const { rule, expect } = vectors.get(id);
  const valid = mode === 'lax' && rule === 'usage-total' ? true : expect.valid;
  process.stdout.write(JSON.stringify(mode === 'mute' ? { id } : { id, valid }) + '\\n');
};
for await (const line of createInterface({ input: process.stdin })) {
  if (mode === 'batch') waiting.unshift(JSON.parse(line));
  else answer(JSON.parse(line));
}
waiting.forEach(answer);
`;

async function testWith(mode: string): ReturnType<typeof run> {
  const folder = temporaryFolder();
  const tree = Object.fromEntries(files.map(({ path, text }) => [`generated/${path}`, text]));
  writeTree(folder, { ...tree, 'validator.mjs': validator });
  const command = `"${process.execPath}" validator.mjs ${mode}`;
  return run(folder, ['conformance', 'test', '--package', '@profilegen/nscale-sse', '--command', command]);
}

describe('conformance test', () => {
  it.each(['exact', 'batch'])('passes a validator that is right (%s)', async (mode) => {
    const { exitCode, stdout } = await testWith(mode);
    const count = String(vectorsIn('nscale-sse').length);
    expect(stdout).toBe(`${count} of ${count} vectors judged as the specification says, 0 rules missed\n`);
    expect(exitCode).toBe(0);
  });

  it('prints the rule that a lax validator misses, with its place', async () => {
    const { exitCode, stdout } = await testWith('lax');
    expect(exitCode).toBe(100);
    expect(stdout).toMatch(/^missed {2}usage-total {2}nscale-sse\/profile\.md:\d+\n/);
    expect(stdout).toContain('an invalid input passes (usage_total_mismatch)');
    expect(stdout).toContain(', 1 rules missed');
  });

  it('counts an answer without a verdict as a miss', async () => {
    const { exitCode, stdout } = await testWith('mute');
    expect(exitCode).toBe(100);
    expect(stdout).toContain('the answer has no verdict "valid"');
    expect(stdout).toContain(`0 of ${String(vectorsIn('nscale-sse').length)} vectors`);
  });
});

describe('conformance coverage', () => {
  const specs = (edit: (text: string) => string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      [...projectSpecs()]
        .filter(([path]) => path.startsWith('openai-chat-text/'))
        .map(([path, text]) => [`specs/${path}`, path.endsWith('.md') ? edit(text) : text]),
    );

  it('prints every rule with its place and ends well at 100 %', async () => {
    const folder = temporaryFolder();
    writeTree(
      folder,
      specs((text) => text),
    );
    const { exitCode, stdout } = await run(folder, ['conformance', 'coverage']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /data {2}usage-total {2}specs\/openai-chat-text\/profile\.md:\d+ {2}\d+ valid, 1 invalid\n/,
    );
    expect(stdout).toMatch(/(\d+) of \1 rules are covered \(100 %\)\n$/);
  });

  it('fails for a rule that nothing can break, and says where it stands', async () => {
    const folder = temporaryFolder();
    const condition = '`total_tokens == prompt_tokens + completion_tokens`';
    writeTree(
      folder,
      specs((text) => text.replace(condition, '`total_tokens == total_tokens`')),
    );
    const { exitCode, stdout, stderr } = await run(folder, ['conformance', 'coverage']);
    expect(exitCode).toBe(100);
    expect(stderr).toMatch(
      /specs\/openai-chat-text\/profile\.md:\d+:\d+: rule-without-vector: warning: .*`usage-total`/,
    );
    expect(stdout).not.toContain('(100 %)');
  });
});
