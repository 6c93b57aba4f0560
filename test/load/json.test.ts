import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { loadJson } from '../../generator/src/load/json.js';
import { findings, plainValue, scalarsOf, textAt } from '../support/data.js';

const nested = (levels: number): string => `${'['.repeat(levels)}1${']'.repeat(levels)}`;

describe('loadJson', () => {
  it('keeps where every key and value stands, and numbers as written', () => {
    const { root } = loadJson('f.json', '{\n  "a": [1.50, true],\n  "b": null\n}');
    const at = (line: number, column: number): object => ({ file: 'f.json', line, column });
    expect(root).toEqual({
      kind: 'mapping',
      span: at(1, 1),
      entries: [
        {
          key: 'a',
          keySpan: at(2, 3),
          value: {
            kind: 'sequence',
            span: at(2, 8),
            items: [
              { kind: 'scalar', value: 1.5, raw: '1.50', span: at(2, 9) },
              { kind: 'scalar', value: true, span: at(2, 15) },
            ],
          },
        },
        { key: 'b', keySpan: at(3, 3), value: { kind: 'scalar', value: null, span: at(3, 8) } },
      ],
    });
  });

  it('keeps the text of numbers that a double cannot hold', () => {
    const { root } = loadJson('f', '[9007199254740993, 1e999, -0]');
    expect(scalarsOf(root).map((scalar) => scalar.raw)).toEqual(['9007199254740993', '1e999', '-0']);
  });

  it('places a text that starts inside another document', () => {
    const { root } = loadJson('f', '{\n"a": 1}', { line: 10, column: 5 });
    expect(scalarsOf(root)[0]?.span).toEqual({ file: 'f', line: 11, column: 10 });
  });

  it.each([
    ['a comment', '{\n  // no\n  "a": 1}', '2:3 syntax'],
    ['a block comment', '[/* */ 1]', '1:2 syntax'],
    ['single quotes', "{'a': 1}", '1:2 syntax'],
    ['a trailing comma', '{"a": 1,\n}', '2:1 syntax'],
    ['a trailing comma in a list', '[1, ]', '1:5 syntax'],
    ['text after the value', '{}\ntrue', '2:1 syntax'],
    ['a missing comma', '[1 2]', '1:4 syntax'],
    ['a missing colon', '{"a" 1}', '1:6 syntax'],
    ['NaN', '[NaN]', '1:2 syntax'],
    ['a leading zero', '[01]', '1:3 syntax'],
    ['a string over two lines', '["a\nb"]', '1:2 syntax'],
    ['an unknown escape', '["\\x41"]', '1:2 syntax'],
    ['an unclosed object', '{"a": 1', '1:8 syntax'],
    ['nothing', ' \n ', '1:1 syntax'],
  ])('refuses %s, with its place', (_, text, expected) => {
    const { root, diagnostics } = loadJson('f', text);
    expect(root).toBeUndefined();
    expect(findings({ diagnostics })[0]).toBe(expected);
  });

  it('names every fault of a file in one run', () => {
    expect(findings(loadJson('f', '{"a": nope,\n"b": 1 "c": 2,\n}'))).toEqual([
      '1:7 syntax',
      '2:8 syntax',
      '3:1 syntax',
    ]);
  });

  it('names both places of a duplicate key and keeps the first value', () => {
    const { root, diagnostics } = loadJson('f', '{"a": 1,\n "a": 2}');
    expect(plainValue(root)).toEqual({ a: 1 });
    expect(diagnostics).toEqual([
      expect.objectContaining({
        code: 'duplicate-key',
        span: { file: 'f', line: 2, column: 2 },
        related: [expect.objectContaining({ span: { file: 'f', line: 1, column: 2 } })],
      }),
    ]);
  });

  it('takes prototype names as the plain keys that they are in JSON', () => {
    const { root } = loadJson('f', '{"__proto__": {"polluted": true}, "constructor": 1}');
    expect(root?.kind === 'mapping' ? root.entries.map((entry) => entry.key) : []).toEqual([
      '__proto__',
      'constructor',
    ]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.each([
    ['well-formed', nested(10_000)],
    ['unclosed', '['.repeat(100_000)],
    ['closed with the wrong bracket', '[},'.repeat(100_000)],
    ['objects', '{"n":'.repeat(50_000)],
  ])('bounds the depth of text that is %s', (_, text) => {
    expect(loadJson('f', text)).toEqual({ diagnostics: [expect.objectContaining({ code: 'depth-limit' })] });
  });

  it('takes 200 levels', () => {
    expect(loadJson('f', nested(200)).diagnostics).toEqual([]);
    expect(findings(loadJson('f', nested(201)))).toEqual(['1:201 depth-limit']);
  });

  it('takes 5,000 members of one object or array', () => {
    const list = (size: number): string => JSON.stringify(Array.from({ length: size }, (_item, at) => at));
    const object = (size: number): string =>
      JSON.stringify(Object.fromEntries(Array.from({ length: size }, (_item, at) => [`k${String(at)}`, at])));
    for (const write of [list, object]) {
      expect(loadJson('f', write(5_000)).diagnostics).toEqual([]);
      expect(findings(loadJson('f', `{"a": ${write(5_001)}}`))).toEqual(['1:7 size-limit']);
    }
  });

  it('never prints a control character of the input', () => {
    const { diagnostics } = loadJson('f', '{"\\u001b[2J": 1, "\\u001b[2J": 2}');
    expect(diagnostics[0]?.message).toContain('\\x1b[2J');
  });

  it('reads any JSON value as JSON.parse does, and finds each scalar where it says', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const { root, diagnostics } = loadJson('f', text);
        expect(diagnostics).toEqual([]);
        expect(plainValue(root)).toEqual(JSON.parse(text));
        for (const scalar of scalarsOf(root)) {
          expect(textAt(text, scalar.span).startsWith(JSON.stringify(scalar.value))).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('accepts a text exactly when JSON.parse does', () => {
    const piece = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '"b"',
        '1',
        '-',
        '0',
        '.5',
        'e3',
        'true',
        'null',
        "'x'",
        '//',
        ' ',
        '\n',
        '\t',
      ],
      ...['"\\u12"', '"\\/"', '"\t"', '\u00a0', '\u2028', '/* */'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const { root, diagnostics } = loadJson('f', text);
        const duplicates = diagnostics.every((diagnostic) => diagnostic.code === 'duplicate-key');
        expect(root !== undefined && duplicates).toBe(parses(text));
      }),
      { numRuns: 5000 },
    );
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
