import { describe, expect, it } from 'vitest';

import { decodeSource, maxSourceBytes } from '../../generator/src/load/source.js';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function places(bytes: Uint8Array): readonly string[] {
  return decodeSource('f', bytes).diagnostics.map(
    ({ code, span, found }) => `${String(span.line)}:${String(span.column)} ${code} ${found ?? ''}`,
  );
}

describe('decodeSource', () => {
  it('reads UTF-8 and drops a byte-order mark', () => {
    expect(decodeSource('f', encode('\ufeffä\n'))).toEqual({ text: 'ä\n', diagnostics: [] });
  });

  it('reads every line end as LF, so that offsets and lines do not depend on the editor', () => {
    expect(decodeSource('f', encode('a\r\nb\rc\n')).text).toBe('a\nb\nc\n');
  });

  it('keeps a byte-order mark that is not at the start', () => {
    expect(decodeSource('f', encode('a\ufeff')).text).toBe('a\ufeff');
  });

  it('takes a file of the limit and refuses one byte more, with both sizes', () => {
    expect(decodeSource('f', new Uint8Array(maxSourceBytes).fill(0x20)).text).toHaveLength(maxSourceBytes);
    const refused = decodeSource('f', new Uint8Array(maxSourceBytes + 1).fill(0x20));
    expect(refused).toEqual({
      diagnostics: [
        expect.objectContaining({
          code: 'file-too-large',
          span: { file: 'f', line: 1, column: 1 },
          expected: 'at most 4194304 bytes',
          found: '4194305 bytes',
        }),
      ],
    });
  });

  it.each([
    ['a byte that starts no character', [0x61, 0x0a, 0x61, 0xff, 0x61], '2:2 file-encoding byte 0xff'],
    ['a character that is cut short', [0x61, 0x0d, 0x0a, 0xe9, 0x61], '2:1 file-encoding byte 0xe9'],
    ['a character that the file ends in', [0x61, 0xe2, 0x82], '1:2 file-encoding byte 0xe2'],
    ['an encoded surrogate', [0x61, 0xed, 0xa0, 0x80], '1:2 file-encoding byte 0xed'],
    ['an overlong form', [0xc0, 0xaf], '1:1 file-encoding byte 0xc0'],
    [
      'a column after a character of two code units',
      [0xf0, 0x9f, 0x98, 0x80, 0xff],
      '1:3 file-encoding byte 0xff',
    ],
  ])('names the place of %s', (_, bytes, place) => {
    expect(places(Uint8Array.from(bytes))).toEqual([place]);
  });

  it('says of UTF-16 that it is UTF-16', () => {
    const [diagnostic] = decodeSource('f', Uint8Array.of(0xff, 0xfe, 0x61, 0x00)).diagnostics;
    expect(diagnostic?.message).toContain('UTF-16');
  });

  it('names every control character but tab and line ends', () => {
    expect(places(encode('a\tb\u0000\r\n\u001b[2J\u007f\u0085'))).toEqual([
      '1:4 file-encoding U+0000',
      '2:1 file-encoding U+001B',
      '2:5 file-encoding U+007F',
      '2:6 file-encoding U+0085',
    ]);
  });

  it('counts the control characters of a binary file instead of listing thousands', () => {
    const { diagnostics } = decodeSource('f', new Uint8Array(100_000));
    expect(diagnostics).toHaveLength(20);
    expect(diagnostics.at(-1)?.message).toContain('99980 after it');
  });
});
