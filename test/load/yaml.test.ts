import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';

import { loadYaml } from '../../generator/src/load/yaml.js';
import { findings, plainValue, scalarsOf, textAt } from '../support/data.js';

const load = (...lines: readonly string[]): ReturnType<typeof loadYaml> =>
  loadYaml('f.yaml', lines.join('\n'));

describe('loadYaml', () => {
  it('keeps where every key and value stands, and plain scalars as written', () => {
    const at = (line: number, column: number): object => ({ file: 'f.yaml', line, column });
    expect(load('# c', 'a: 1.50', 'b:', '  - "x"', '  - &n { c: ~ }').root).toEqual({
      kind: 'mapping',
      span: at(2, 1),
      entries: [
        { key: 'a', keySpan: at(2, 1), value: { kind: 'scalar', value: 1.5, raw: '1.50', span: at(2, 4) } },
        {
          key: 'b',
          keySpan: at(3, 1),
          value: {
            kind: 'sequence',
            span: at(4, 3),
            items: [
              { kind: 'scalar', value: 'x', span: at(4, 5) },
              {
                kind: 'mapping',
                span: at(5, 8),
                entries: [
                  {
                    key: 'c',
                    keySpan: at(5, 10),
                    value: { kind: 'scalar', value: null, raw: '~', span: at(5, 13) },
                  },
                ],
              },
            ],
          },
        },
      ],
    });
  });

  it('reads scalars by the core schema of YAML 1.2 and by no other', () => {
    const { root } = load(
      '[no, on, 010, 0o10, 0x1F, 1_000, 12:30:00, 2026-01-01, ~, null, 1e3, .inf, True, ""]',
    );
    expect(plainValue(root)).toEqual([
      'no',
      'on',
      10,
      8,
      31,
      '1_000',
      '12:30:00',
      '2026-01-01',
      null,
      null,
      1000,
      Infinity,
      true,
      '',
    ]);
  });

  it('keeps the text of numbers that a double cannot hold', () => {
    const { root } = load('[9007199254740993, 1e999, -0, .nan]');
    expect(scalarsOf(root).map((scalar) => scalar.raw)).toEqual(['9007199254740993', '1e999', '-0', '.nan']);
  });

  it('reads plain keys as the text that stands there', () => {
    const { root, diagnostics } = load('200: ok', 'on: 1', 'true: 2', '1.10: 3', "'': 4");
    expect(diagnostics).toEqual([]);
    expect(Object.keys(plainValue(root) as object)).toEqual(['200', 'on', 'true', '1.10', '']);
  });

  it('takes prototype names as plain own keys', () => {
    const { root } = load('__proto__: { polluted: true }', 'constructor: 1');
    expect(root?.kind === 'mapping' ? root.entries.map((entry) => entry.key) : []).toEqual([
      '__proto__',
      'constructor',
    ]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.each([
    ['a tab as indentation', ['a:', '\tb: 1'], '2:1 syntax'],
    ['an unclosed list', ['a: [1, 2', 'b: 3'], '2:1 syntax'],
    ['an unclosed string', ['a: "x', ''], '2:1 syntax'],
    ['a local tag', ['a: !include /etc/passwd'], '1:4 syntax'],
    ['a tag of another schema', ['a: !!js/function x', 'b: 1'], '1:4 syntax'],
    ['a tag outside the core schema', ['a: !!binary aGk='], '1:4 syntax'],
    ['a second document', ['a: 1', '---', 'b: 1'], '2:1 syntax'],
    [
      'a second document after an end mark and a comment',
      ['a: 1', '...', '# c', '---', 'b: 1'],
      '4:1 syntax',
    ],
    ['another YAML version', ['%YAML 1.1', '---', 'a: no'], '1:1 syntax'],
    ['an unknown directive', ['%EVIL x', '---', 'a: no'], '1:1 syntax'],
    ['an empty file', [''], '1:1 syntax'],
    ['a file of comments', ['# a', '# b'], '1:1 syntax'],
    ['an empty document', ['---', ''], '1:1 syntax'],
    ['a list as a key', ['? [a, b]', ': 1'], '1:3 syntax'],
    ['a mapping as a key', ['{a: 1}: 2'], '1:1 syntax'],
    ['an alias as a key', ['a: &x b', '? *x', ': 1'], '2:3 syntax'],
    ['a missing key', [': 1'], '1:1 syntax'],
    ['an alias without an anchor', ['a: 1', 'b: *nope'], '2:4 syntax'],
    ['an alias before its anchor', ['a: *x', 'b: &x 1'], '1:4 syntax'],
    ['a merge of a scalar', ['a: &x 1', 'b: { <<: *x }'], '1:7 syntax'],
  ])('refuses %s, with its place', (_, lines, expected) => {
    expect(findings(load(...lines))).toContain(expected);
  });

  it('takes the directives that change nothing', () => {
    expect(load('%YAML 1.2', '---', 'a: !!str 5').diagnostics).toEqual([]);
    expect(plainValue(load('a: !!str 5').root)).toEqual({ a: '5' });
  });

  it('names both places of each duplicate key and keeps the first value', () => {
    const { root, diagnostics } = load('a: 1', 'b: {k: 1, k: 2, "k": 3}', 'a: 2', '1: x', '"1": y');
    expect(plainValue(root)).toEqual({ a: 1, b: { k: 1 }, '1': 'x' });
    const places = diagnostics.map(({ code, span, related }) => [
      code,
      `${String(span.line)}:${String(span.column)}`,
      ...(related ?? []).map((other) => `${String(other.span.line)}:${String(other.span.column)}`),
    ]);
    expect(places).toEqual([
      ['duplicate-key', '2:11', '2:5'],
      ['duplicate-key', '2:17', '2:5'],
      ['duplicate-key', '3:1', '1:1'],
      ['duplicate-key', '5:1', '4:1'],
    ]);
  });

  it('reports faults of several kinds in one run', () => {
    expect(findings(load('a: !x 1', 'b: 1', 'b: 2', '? [c]', ': 3', 'd: *e'))).toEqual([
      '1:4 syntax',
      '3:1 duplicate-key',
      '4:3 syntax',
      '6:4 syntax',
    ]);
  });

  it('never prints a control character of the input', () => {
    const { diagnostics } = load('"\\e[2J": 1', '"\\e[2J": 2');
    expect(diagnostics[0]?.message).toContain('\\x1b[2J');
  });
});

describe('aliases', () => {
  it('expand to the node that they name, which keeps its place', () => {
    const { root } = load('a: &x [1]', 'b: *x');
    expect(plainValue(root)).toEqual({ a: [1], b: [1] });
    expect(scalarsOf(root).map(({ span }) => span.line)).toEqual([1, 1]);
  });

  it('name the latest anchor', () => {
    expect(plainValue(load('- &x 1', '- *x', '- &x 2', '- *x').root)).toEqual([1, 1, 2, 2]);
  });

  it('merge mappings; what stands in the mapping wins, then the earlier source', () => {
    const { root, diagnostics } = load(
      ...[
        'base: &b { x: 1, y: 1 }',
        'more: &m { y: 2, z: 2 }',
        'one: { <<: *b, x: 0 }',
        'two:',
        '  <<: [*m, *b]',
      ],
    );
    expect(diagnostics).toEqual([]);
    expect(plainValue(root)).toMatchObject({ one: { x: 0, y: 1 }, two: { x: 1, y: 2, z: 2 } });
  });

  it('merge no prototype', () => {
    const { root } = load('a: &a { __proto__: { polluted: true } }', 'b: { <<: *a }');
    const { b } = plainValue(root) as { readonly b: object };
    expect(Object.keys(b)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('leave a quoted << as a key', () => {
    expect(plainValue(load('a: { "<<": 1 }').root)).toEqual({ a: { '<<': 1 } });
  });

  it('stop where they add too many nodes, reported once', () => {
    const bomb = Array.from({ length: 9 }, (_, level) =>
      level === 0
        ? `l0: &l0 [${'x,'.repeat(9)}]`
        : `l${String(level)}: &l${String(level)} [${`*l${String(level - 1)},`.repeat(9)}]`,
    );
    const loaded = load(...bomb);
    expect(loaded.root).toBeUndefined();
    expect(loaded.diagnostics.map(({ code }) => code)).toEqual(['alias-limit']);
  });

  it('stop inside of the node that they name', () => {
    const loaded = load('a: &l', '  self: *l', '  list: [*l]', 'b: &s [*s]');
    expect(loaded.root).toBeUndefined();
    expect(findings(loaded)).toEqual(['2:9 alias-limit', '3:10 alias-limit', '4:8 alias-limit']);
  });
});

describe('size', () => {
  it('is taken up to 5,000 members of one mapping or list', () => {
    const list = (size: number): string => '- x\n'.repeat(size);
    const mapping = (size: number): string =>
      Array.from({ length: size }, (_item, at) => `k${String(at)}: x`).join('\n');
    for (const write of [list, mapping]) {
      expect(load(write(5_000)).diagnostics).toEqual([]);
      expect(findings(load(write(5_001)))).toEqual(['1:1 size-limit']);
    }
  });
});

describe('depth', () => {
  const flow = (levels: number): string => `a: ${'['.repeat(levels)}${']'.repeat(levels)}`;
  const block = (levels: number): string =>
    Array.from({ length: levels }, (_, level) => `${' '.repeat(level)}n:`).join('\n');

  it('is taken up to 200 levels', () => {
    expect(load(flow(199)).diagnostics).toEqual([]);
    expect(findings(load(flow(200)))).toEqual(['1:203 depth-limit']);
    expect(load(block(200)).diagnostics).toEqual([]);
    expect(findings(load(block(201)))).toEqual(['201:201 depth-limit']);
  });

  it.each([
    ['closed lists', flow(50_000)],
    ['open lists', '['.repeat(500_000)],
    ['open mappings', '{a: '.repeat(200_000)],
    ['list items', '- '.repeat(200_000)],
    ['explicit keys', '? '.repeat(200_000)],
    ['block mappings', block(2_500)],
  ])('is bounded for %s', (_, text) => {
    const start = performance.now();
    expect(load(text)).toEqual({ diagnostics: [expect.objectContaining({ code: 'depth-limit' })] });
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

describe('against other readers', () => {
  it('reads JSON as JSON.parse does, for JSON is YAML', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(plainValue(loadYaml('f', text).root)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it('reads block style as it was written, and finds each plain scalar where it says', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = stringify(value, { version: '1.2', aliasDuplicateObjects: false });
        const { root, diagnostics } = loadYaml('f', text);
        expect(diagnostics).toEqual([]);
        expect(plainValue(root)).toEqual(value);
        for (const { raw, span } of scalarsOf(root)) {
          if (raw !== undefined) expect(textAt(text, span).startsWith(raw.split('\n')[0] ?? '')).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
