import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';

import { compile, type CompileResult } from '../../generator/src/compile.js';
import { formatSpan } from '../../generator/src/diagnostics/index.js';
import { errorsOf, projectSpecs, templates, textOf } from '../support/compile.js';
import { temporaryFolder, writeTree } from '../support/folders.js';
import { hasShared, sharedPath } from '../support/shared.js';

const typescript = createRequire(import.meta.url)
  .resolve('typescript/package.json')
  .replace('/package.json', '');

/** The right outcome of each document, as its index states it; `either` where both are right. */
type Outcome = 'refused' | 'compiled' | 'either';

const documents: Readonly<Record<string, Outcome>> = {
  '00-control.yaml': 'compiled',
  '01-comment-terminator.yaml': 'compiled',
  '03-banner-fields.yaml': 'compiled',
  '05-html-markdown-text.yaml': 'compiled',
  '10-enum-values.yaml': 'compiled',
  '11-enum-member-names.yaml': 'compiled',
  '13-property-names.yaml': 'compiled',
  '15-discriminator.yaml': 'refused',
  '21-reserved-words.yaml': 'compiled',
  '22-name-collisions.yaml': 'refused',
  '23-empty-and-symbol-names.yaml': 'either',
  '24-unicode-names.yaml': 'either',
  '27-path-traversal-names.yaml': 'either',
  '30-proto-keys.yaml': 'either',
  '35-duplicate-keys.yaml': 'refused',
  '40-handlebars-syntax.yaml': 'compiled',
  '43-html-escaping.yaml': 'compiled',
  '50-ref-local-files.yaml': 'refused',
  '51-ref-network.yaml': 'refused',
  '53-ref-cycles-bad.yaml': 'refused',
  '54-ref-cycles-good.yaml': 'compiled',
  '55-ref-exponential.yaml': 'either',
  '60-alias-bomb.yaml': 'either',
  '62-recursive-alias.yaml': 'either',
  '64-yaml-implicit-types.yaml': 'either',
  '65-multi-document.yaml': 'refused',
  '66-bad-indent.yaml': 'refused',
  '67-bom-crlf.yaml': 'compiled',
  '69-empty.yaml': 'refused',
  '70-scalar-root.yaml': 'refused',
  '71-yaml-directive.yaml': 'refused',
  '75-numbers.yaml': 'refused',
  '80-regex-redos.yaml': 'refused',
  '81-regex-invalid.yaml': 'refused',
  '85-deep-flow-10k.yaml': 'refused',
  '86-deep-schema-3k.json': 'refused',
  '87-wide.yaml': 'compiled',
  '120-ansi-in-names.yaml': 'either',
};

const profiles: Readonly<Record<string, Outcome>> = {
  '89-md-control.md': 'compiled',
  '90-md-pipes.md': 'refused',
  '91-md-html-links.md': 'refused',
  '93-md-injection.md': 'refused',
  '94-md-conflicts.md': 'refused',
  '96-md-unicode.md': 'refused',
  '97-md-pathological.md': 'either',
};

const capabilities: Readonly<Record<string, Outcome>> = {
  '99-cap-control.json': 'compiled',
  '100-cap-wrong-types.json': 'refused',
  '101-cap-missing.json': 'refused',
  '102-cap-array-root.json': 'refused',
  '104-cap-jsonc.json': 'refused',
  '106-cap-injection.json': 'either',
  '107-cap-profile-doc-sample.json': 'compiled',
  '108-cap-long-strings.json': 'either',
  '32-proto-capability.json': 'refused',
  '42-handlebars-ast.json': 'refused',
};

async function compileHostile(files: ReadonlyMap<string, Uint8Array>): Promise<CompileResult> {
  return compile({ specs: files, templates });
}

function hostile(name: string): Uint8Array {
  return readFileSync(sharedPath('hostile', name));
}

function check(result: CompileResult, outcome: Outcome, input = ''): void {
  if (outcome === 'compiled') expect(errorsOf(result)).toEqual([]);
  if (outcome === 'refused') expect(errorsOf(result)).not.toEqual([]);
  if (errorsOf(result).length > 0) expect(result.files).toEqual([]);
  else checkOutput(result, input);
  for (const { span, message, found = '', expected = '' } of result.diagnostics) {
    const text = [formatSpan(span), message, found, expected].join(' ');
    expect(text).not.toMatch(/[\u0000-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/);
    expect(text).not.toMatch(/internal error|RangeError|Maximum call stack|\bat .*\.[jt]s:\d+/);
    expect(text.length).toBeLessThan(2000);
  }
}

/** No text of the document is live in what was emitted, by the judgement of an independent checker. */
function checkOutput(result: CompileResult, input: string): void {
  const folder = temporaryFolder();
  writeTree(folder, Object.fromEntries(result.files.map((file) => [file.path, file.text])));
  const { stdout } = spawnSync(process.execPath, [sharedPath('hostile', 'oracle.mjs'), folder, typescript], {
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/finding\(s\)\n$/);
  const findings = stdout.trimEnd().split('\n').slice(0, -1);
  // An entity that the document itself holds is a value to keep and no fault of escaping.
  const entity = /HTML-escape artefact (\S+)/;
  expect(findings.filter((finding) => !input.includes(entity.exec(finding)?.[1] ?? '\0'))).toEqual([]);
}

const suite = hasShared('hostile') ? describe : describe.skip;

suite('hostile documents (skipped without the shared corpus)', () => {
  it.each(Object.entries(documents))('%s is %s', async (name, outcome) => {
    const file = name.endsWith('.json') ? 'case/asyncapi.json' : 'case/asyncapi.yaml';
    const started = performance.now();
    const result = await compileHostile(new Map([[file, hostile(name)]]));
    check(result, outcome, new TextDecoder().decode(hostile(name)));
    // Generous: the limit is for work that explodes, not for a slow machine.
    expect(performance.now() - started).toBeLessThan(100_000);
  });

  it.each(Object.entries(profiles))('%s is %s', async (name, outcome) => {
    const types = {
      $defs: Object.fromEntries(
        ['index', 'delta', 'usage', 'p', 'x', 'extra'].map((field) => [field, { description: 'Anything.' }]),
      ),
    };
    const files = new Map([
      ['case/profile.md', hostile(name)],
      ['case/types.schema.json', new TextEncoder().encode(JSON.stringify(types))],
    ]);
    check(await compileHostile(files), outcome);
  });

  it.each(Object.entries(capabilities))('%s is %s', async (name, outcome) => {
    const specs = [...projectSpecs()].filter(
      ([path]) => path.startsWith('openai-compatible/') && !/\/(capabilities|recipes)\//.test(path),
    );
    const files = new Map(specs.map(([path, text]) => [path, new TextEncoder().encode(text)]));
    files.set('openai-compatible/capabilities/case.json', new Uint8Array(hostile(name)));
    check(await compileHostile(files), outcome);
  });

  it('keeps enum values byte for byte', async () => {
    const result = await compileHostile(new Map([['case/asyncapi.yaml', hostile('10-enum-values.yaml')]]));
    const types = textOf(result, 'case/src/types.ts');
    expect(types).toContain('$&');
  });
});
