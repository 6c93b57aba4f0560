import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import type { Diagnostic } from '../../generator/src/diagnostics/index.js';
import { loadJson } from '../../generator/src/load/json.js';
import { loadProfile } from '../../generator/src/load/profile-tables.js';
import { decodeSource } from '../../generator/src/load/source.js';
import { loadYaml } from '../../generator/src/load/yaml.js';
import { findings, plainValue } from '../support/data.js';
import { hasShared, sharedPath } from '../support/shared.js';

const loaders = { yaml: loadYaml, json: loadJson, md: loadProfile };

function load(name: string): { readonly diagnostics: readonly Diagnostic[] } {
  const decoded = decodeSource(name, readFileSync(sharedPath('hostile', name)));
  if (decoded.text === undefined) return decoded;
  const extension = name.slice(name.lastIndexOf('.') + 1) as keyof typeof loaders;
  return loaders[extension](name, decoded.text);
}

/** What is wrong with each file before its schemas are looked at. */
const expected: Readonly<Record<string, readonly string[]>> = {
  '00-control.yaml': [],
  '15-discriminator.yaml': [],
  '23-empty-and-symbol-names.yaml': [],
  '24-unicode-names.yaml': [],
  '27-path-traversal-names.yaml': [],
  '30-proto-keys.yaml': [],
  '35-duplicate-keys.yaml': [
    '72:1 duplicate-key',
    '76:1 duplicate-key',
    '77:13 duplicate-key',
    '77:19 duplicate-key',
  ],
  '55-ref-exponential.yaml': [],
  '60-alias-bomb.yaml': ['5:10 alias-limit'],
  '62-recursive-alias.yaml': [
    '73:9 alias-limit',
    '74:10 alias-limit',
    '74:14 alias-limit',
    '75:10 alias-limit',
  ],
  '64-yaml-implicit-types.yaml': [],
  '65-multi-document.yaml': ['72:1 syntax'],
  '66-bad-indent.yaml': ['4:1 syntax', '6:1 syntax', '7:1 syntax'],
  '67-bom-crlf.yaml': [],
  '69-empty.yaml': ['1:1 syntax'],
  '70-scalar-root.yaml': [],
  '71-yaml-directive.yaml': ['1:1 syntax'],
  '75-numbers.yaml': [],
  '85-deep-flow-10k.yaml': ['72:208 depth-limit'],
  '87-wide.yaml': [],
  '120-ansi-in-names.yaml': [],
  '86-deep-schema-3k.json': ['1:4972 depth-limit'],
  '99-cap-control.json': [],
  '104-cap-jsonc.json': ['2:3 syntax', '3:14 syntax', '3:19 syntax', '5:1 syntax', '6:1 syntax'],
  '106-cap-injection.json': [],
  '108-cap-long-strings.json': [],
  '89-md-control.md': [],
  '90-md-pipes.md': [
    '14:1 row-width',
    '17:1 row-width',
    '18:1 row-width',
    '19:1 row-width',
    '15:20 name-form',
    '16:18 cell-form',
    '22:2 cell-form',
    '23:3 cell-form',
    '24:18 cell-form',
    '25:18 cell-form',
    '26:18 cell-form',
  ],
  '91-md-html-links.md': [
    ...[
      '14:3',
      '14:23',
      '15:3',
      '15:41',
      '16:3',
      '16:22',
      '17:3',
      '18:3',
      '19:3',
      '19:34',
      '20:3',
      '21:3',
      '21:20',
    ],
  ].map((place) => `${place} cell-form`),
  '93-md-injection.md': [
    ...['14:14', '14:51', '15:13', '16:4', '17:6', '17:20', '18:15', '18:31', '19:13', '19:21'],
  ].map((place) => `${place} name-form`),
  '94-md-conflicts.md': [
    '29:3 identity-conflict',
    '30:3 duplicate-row',
    '14:4 duplicate-row',
    '15:4 duplicate-row',
    '16:4 duplicate-row',
    '22:4 duplicate-row',
    '23:4 duplicate-row',
    '15:4 name-form',
    '16:44 duplicate-row',
  ],
  '96-md-unicode.md': [
    '17:1 row-width',
    ...['14:15', '14:26', '15:12', '15:21', '16:13', '16:19', '18:4'].map((place) => `${place} name-form`),
  ],
  '97-md-pathological.md': ['14:1 line-too-long', '15:1 line-too-long', '16:1 line-too-long'],
};

describe.skipIf(!hasShared('hostile'))('hostile documents (skipped without ../shared)', () => {
  it.each(Object.entries(expected))('%s', (name, places) => {
    const start = performance.now();
    const { diagnostics } = load(name);
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(findings({ diagnostics })).toEqual(places);
    for (const { message, expected: wanted = '', found = '' } of diagnostics) {
      expect(message + wanted + found).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(message.length + found.length).toBeLessThan(400);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('reads line ends and a byte-order mark as nothing but that', () => {
    const root = (name: string): unknown => {
      const { text = '' } = decodeSource('f.yaml', readFileSync(sharedPath('hostile', name)));
      return loadYaml('f.yaml', text).root;
    };
    expect(root('67-bom-crlf.yaml')).toEqual(root('00-control.yaml'));
  });

  it('reads scalars of YAML 1.1 as the text that they are in YAML 1.2', () => {
    const { text = '' } = decodeSource(
      'f',
      readFileSync(sharedPath('hostile', '64-yaml-implicit-types.yaml')),
    );
    const { components } = plainValue(loadYaml('f', text).root) as {
      readonly components: { readonly schemas: { readonly Norway: { readonly enum: unknown } } };
    };
    expect(components.schemas.Norway.enum).toEqual([
      'no',
      'yes',
      'on',
      'off',
      1.1,
      10,
      '2026-01-01',
      '12:30:00',
      null,
      null,
    ]);
  });
});
