import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { spanInCode } from '../../generator/src/load/inline-text.js';
import { loadTables } from '../../generator/src/load/markdown.js';
import { findings, plainValue, textAt } from '../support/data.js';

const load = (...lines: readonly string[]): ReturnType<typeof loadTables> =>
  loadTables('f.md', lines.join('\n'));

/** The cells of the only row of a table with as many columns as the row has cells. */
function cellsOf(
  row: string,
  columns: number,
): ReturnType<typeof loadTables>['tables'][number]['rows'][number]['cells'] {
  const header = `|${' h |'.repeat(columns)}`;
  const { tables } = load(header, `|${' - |'.repeat(columns)}`, row);
  return tables[0]?.rows[0]?.cells ?? [];
}

describe('tables', () => {
  it('keep where each row, cell and code span stands, and the headings above', () => {
    const { title, tables, diagnostics } = load(
      ...[
        '# Profile',
        '',
        '## A',
        '### B',
        '## C',
        '',
        '| x | y |',
        '| --- | :-: |',
        '| `a`, `b` |  plain |',
      ],
    );
    expect(diagnostics).toEqual([]);
    expect(title).toEqual({ value: 'Profile', span: { file: 'f.md', line: 1, column: 1 } });
    const at = (line: number, column: number): object => ({ file: 'f.md', line, column });
    expect(tables).toEqual([
      {
        header: [
          { text: 'x', codes: [], gaps: ['x'], span: at(7, 3) },
          { text: 'y', codes: [], gaps: ['y'], span: at(7, 7) },
        ],
        rows: [
          {
            cells: [
              {
                text: '`a`, `b`',
                codes: [
                  { value: 'a', source: 'a', span: at(9, 4) },
                  { value: 'b', source: 'b', span: at(9, 9) },
                ],
                gaps: ['', ', ', ''],
                span: at(9, 3),
              },
              { text: 'plain', codes: [], gaps: ['plain'], span: at(9, 15) },
            ],
            span: at(9, 1),
          },
        ],
        headings: ['Profile', 'C'],
        span: at(7, 1),
      },
    ]);
  });

  it('are read inside lists and quotes too, and not inside comments or code', () => {
    const table = ['| x |', '| - |', '| `a` |'];
    const { tables } = load(
      ...['- item', '', ...table.map((line) => `  ${line}`), '', ...table.map((line) => `> ${line}`), ''],
      ...['<!--', ...table, '-->', '', '```', ...table, '```'],
    );
    expect(tables.map(({ rows }) => rows[0]?.cells[0]?.codes[0]?.span)).toEqual([
      { file: 'f.md', line: 5, column: 6 },
      { file: 'f.md', line: 9, column: 6 },
    ]);
  });

  it.each([
    ['links', '[`a`](javascript:x)', ['[', '](javascript:x)']],
    ['images', '![`a`](http://x/y.png)', ['![', '](http://x/y.png)']],
    ['HTML', '<b>`a`</b>', ['<b>', '</b>']],
    ['comments', '<!-- `a` -->', ['<!-- ', ' -->']],
    ['emphasis', '**`a`**', ['**', '**']],
    ['strike-through', '~~`a`~~', ['~~', '~~']],
    ['footnotes', '`a`[^1]', ['', '[^1]']],
    ['addresses', '`a` www.a.test x@b.test', ['', ' www.a.test x@b.test']],
    ['character references', '`a` &amp; \\*', ['', ' & *']],
  ])('show %s around a code span as text', (_, cell, gaps) => {
    expect(cellsOf(`| ${cell} |`, 1)[0]).toMatchObject({ codes: [{ value: 'a' }], gaps });
  });

  it('read an escaped pipe in a code span as a pipe, and find what stands behind it', () => {
    const [cell] = cellsOf('| `a \\|\\| b.c \\| d` | x |', 2);
    const code = cell?.codes[0];
    expect(code?.value).toBe('a || b.c | d');
    expect(code && spanInCode(code, 'a || '.length).column).toBe('| `a \\|\\| '.length + 1);
    expect(code && spanInCode(code, 'a || b.c | '.length).column).toBe('| `a \\|\\| b.c \\| '.length + 1);
  });

  it.each([
    ['`` a`b ``', 'a`b', 6],
    ['```a``b```', 'a``b', 6],
    ['` a`', ' a', 4],
    ['`  `', '  ', 4],
    ['`\\`', '\\', 4],
  ])('read %s as CommonMark does, with the place of its content', (cell, value, column) => {
    expect(cellsOf(`| ${cell} |`, 1)[0]?.codes).toMatchObject([{ value, span: { line: 3, column } }]);
  });

  it('show code spans with back-ticks in the text of a cell', () => {
    expect(cellsOf('| see `a` and `` b`c `` |', 1)[0]?.text).toBe('see `a` and `` b`c ``');
  });

  it('find any code span of any row where they say', () => {
    const value = fc.stringMatching(/^[a-z.|(&' ]*[a-z]$/).filter((text) => !text.startsWith(' '));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.stringMatching(/^[a-z ]*$/), value), { minLength: 1, maxLength: 4 }),
        (parts) => {
          const cells = parts.map(([before, code]) => `${before} \`${code.replaceAll('|', '\\|')}\``);
          const text = [
            `|${' h |'.repeat(cells.length)}`,
            `|${' - |'.repeat(cells.length)}`,
            `|${cells.join('|')}|`,
          ].join('\n');
          const codes = loadTables('f', text).tables[0]?.rows[0]?.cells.flatMap((cell) => cell.codes) ?? [];
          expect(codes.map((code) => code.value)).toEqual(parts.map(([, code]) => code));
          for (const code of codes) {
            for (let offset = 0; offset < code.value.length; offset += 1) {
              const rest = textAt(text, spanInCode(code, offset));
              expect(rest.replace(/^\\\|/, '|').startsWith(code.value[offset] ?? '')).toBe(true);
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('faults of tables', () => {
  it('are rows with more or fewer cells than the header', () => {
    const document = load('| a | b |', '| - | - |', '| 1 | 2 | 3 |', '| 1 |', '| 1 | 2 |', '1 | 2');
    expect(findings(document)).toEqual(['3:1 row-width', '4:1 row-width']);
    expect(document.tables[0]?.rows).toHaveLength(2);
  });

  it('name a pipe that is not escaped in a code span', () => {
    const { diagnostics } = load('| a | b |', '| - | - |', '| `x|y` | 2 |');
    expect(diagnostics[0]).toMatchObject({
      code: 'row-width',
      expected: 'a | b',
      message: expect.stringContaining('written \\|') as string,
    });
  });

  it('name a character that only looks like a pipe', () => {
    const { diagnostics } = load('| a | b |', '| - | - |', '\uff5c 1 \uff5c 2 \uff5c');
    expect(diagnostics[0]?.message).toContain('U+FF5C');
  });

  it('are tables that GFM reads as prose', () => {
    expect(findings(load('| a | b |', '| - |', '| 1 | 2 |'))).toEqual(['2:1 row-width']);
    expect(findings(load('text', '', '| a | b |', '| 1 | 2 |'))).toEqual(['3:1 syntax']);
    expect(findings(load('a line', 'of prose | with a pipe', '---'))).toEqual([]);
  });
});

describe('name lists', () => {
  it('are lists of code spans after a paragraph that ends in a colon', () => {
    const { lists } = load(
      '## Calls',
      '',
      'Minimum event types:',
      '',
      '1. `a.b`',
      '2. `c`',
      '3. `d` and more',
    );
    expect(lists).toMatchObject([
      {
        caption: 'Minimum event types',
        names: [
          { value: 'a.b', span: { line: 5, column: 5 } },
          { value: 'c', span: { line: 6, column: 5 } },
        ],
        others: [{ text: '`d` and more' }],
        headings: ['Calls'],
        span: { line: 5, column: 1 },
      },
    ]);
  });

  it('are not lists of prose, nor lists without a caption', () => {
    expect(load('Goals:', '', '- one', '- two').lists).toEqual([]);
    expect(load('Names.', '', '- `one`').lists).toEqual([]);
    expect(load('- `one`').lists).toEqual([]);
  });
});

describe('code blocks', () => {
  it('keep their language, text and heading, and the positions of JSON', () => {
    const { codeBlocks, diagnostics } = load(
      ...[
        '# T',
        '```json',
        '{',
        '  "a": 1',
        '}',
        '```',
        '',
        '- x',
        '',
        '  ~~~JSON',
        '  {"b": 2}',
        '  ~~~',
        '',
        '```http',
        'GET /',
        '```',
      ],
    );
    expect(diagnostics).toEqual([]);
    expect(codeBlocks.map(({ language, text }) => [language, text])).toEqual([
      ['json', '{\n  "a": 1\n}'],
      ['json', '{"b": 2}'],
      ['http', 'GET /'],
    ]);
    expect(codeBlocks.map(({ root }) => plainValue(root))).toEqual([{ a: 1 }, { b: 2 }, undefined]);
    const keys = codeBlocks.flatMap(({ root }) => (root?.kind === 'mapping' ? root.entries : []));
    expect(keys.map(({ keySpan }) => keySpan)).toEqual([
      { file: 'f.md', line: 4, column: 3 },
      { file: 'f.md', line: 11, column: 4 },
    ]);
  });

  it('report JSON that is none at its place in the document', () => {
    expect(findings(load('```json', '{', '  // no', '}', '```'))).toEqual(['3:3 syntax']);
  });
});

describe('limits', () => {
  it.each([
    ['back-ticks', '`'.repeat(20_000), '1:1 line-too-long'],
    ['pipes', '|'.repeat(20_000), '1:1 line-too-long'],
    ['brackets', '['.repeat(20_000), '1:1 line-too-long'],
    ['quotes', `${'>'.repeat(2_000)} a`, '1:1 depth-limit'],
    ['list items', `${'* '.repeat(2_000)}a`, '1:1 depth-limit'],
    ['numbered items', `${'1. '.repeat(2_000)}a`, '1:1 depth-limit'],
    [
      'indented items',
      Array.from({ length: 200 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n'),
      '66:1 depth-limit',
    ],
    ['text', 'lorem ipsum\n'.repeat(30_000), '1:1 file-too-large'],
  ])('refuse too many %s before they are parsed', (_, text, expected) => {
    const start = performance.now();
    expect(findings(loadTables('f', text))[0]).toBe(expected);
    expect(performance.now() - start).toBeLessThan(500);
  });

  it.each([
    ['links', '[a]('.repeat(2_000)],
    ['brackets', '['.repeat(8_000)],
    ['emphasis', '*a_ '.repeat(2_000)],
    ['emphasis of several kinds', 'a**b*c_d~e '.repeat(740)],
    ['HTML', '<a '.repeat(2_700)],
    ['runs of back-ticks', Array.from({ length: 125 }, (_, length) => '`'.repeat(length + 1)).join(' ')],
    ['addresses', 'a@'.repeat(4_000)],
    ['entities', '&'.repeat(8_000)],
  ])('leave no slow %s', (_, line) => {
    const text = `${line}\n\n`.repeat(4);
    const start = performance.now();
    expect(loadTables('f', text).diagnostics).toEqual([]);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('let thematic breaks pass', () => {
    expect(load('a', '', '* '.repeat(40).trim(), '', '-'.repeat(100)).diagnostics).toEqual([]);
  });
});
