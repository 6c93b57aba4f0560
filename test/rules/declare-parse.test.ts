import { describe, expect, test } from 'vitest';

import {
  formatConstraint,
  linkConstraint,
  maxCount,
  parseConstraint,
  resolvePath,
  templateNames,
  templates,
} from '../../generator/src/rules/declare/index.js';

const at = { file: 'demo/profile.md', line: 7, column: 10 };

/** The constraint in canonical spelling, or the code and column of each error. */
function read(source: string): string | readonly string[] {
  const { constraint, diagnostics } = parseConstraint(source, at);
  if (constraint !== undefined) return formatConstraint(constraint);
  return diagnostics.map(({ code, span }) => `${code}@${String(span.column - at.column)}`);
}

test.each(templateNames)('%s is read under its canonical name', (name) => {
  const source = { symbol: `${name}(a)`, count: `${name}(2, a)`, pair: `${name}(a, b)` }[
    templates[name].parameters
  ];
  expect(read(source)).toBe(source);
});

test.each([
  ['notCoExistence(a, b)', 'not-co-existence(a, b)'],
  ['not coexistence(a, b)', 'not-co-existence(a, b)'],
  ['not-coexistence(a,b)', 'not-co-existence(a, b)'],
  ['Not Co-Existence ( a , b )', 'not-co-existence(a, b)'],
  ['NOT_CHAIN_SUCCESSION(a, b)', 'not-chain-succession(a, b)'],
  ['AlternateResponse(role-only, content)', 'alternate-response(role-only, content)'],
  ['chain precedence(a, b)', 'chain-precedence(a, b)'],
  ['Exclusive Choice(a, b)', 'exclusive-choice(a, b)'],
  ['end(done)', 'last(done)'],
  ['End( done )', 'last(done)'],
  ['existence(a)', 'existence(1, a)'],
  ['existence(2, a)', 'existence(2, a)'],
  ['existence(a, 2)', 'existence(2, a)'],
  ['absence2(a)', 'absence(2, a)'],
  ['Exactly1(a)', 'exactly(1, a)'],
  ['absence(a)', 'absence(1, a)'],
  [`exactly(${String(maxCount)}, a)`, `exactly(${String(maxCount)}, a)`],
  ['constant(id)', 'constant(id)'],
  ['nonDecreasing(usage.completion_tokens)', 'non-decreasing(usage.completion_tokens)'],
  ['concatenates(arguments_delta, arguments)', 'concatenates(arguments_delta, arguments)'],
  [
    'concatenates(text-delta.delta, end.body.choices[].text)',
    'concatenates(text-delta.delta, end.body.choices[].text)',
  ],
  ['sum over choices(usage.a, usage.b)', 'sum-over-choices(usage.a, usage.b)'],
])('%s is %s', (source, canonical) => {
  expect(read(source)).toBe(canonical);
});

test('every reference has its own place in the cell', () => {
  const { constraint } = parseConstraint('precedence( terminal,usage )', at);
  expect(constraint).toEqual({
    kind: 'template',
    template: 'precedence',
    count: undefined,
    symbols: [
      { name: 'terminal', span: { ...at, column: 22 } },
      { name: 'usage', span: { ...at, column: 31 } },
    ],
    span: at,
  });
});

describe('bad constraints', () => {
  test.each([
    ['', ['rule-syntax@0']],
    ['   ', ['rule-syntax@0']],
    ['(a, b)', ['rule-syntax@0']],
    ['precedence', ['rule-syntax@10']],
    ['precedence(a, b', ['rule-syntax@15']],
    ['precedence(a, b) and more', ['rule-syntax@17']],
    ['precedence(a, b))', ['rule-syntax@16']],
    ['precedence()', ['rule-syntax@11']],
    ['precedence(a)', ['rule-syntax@12']],
    ['precedence(a, b, c)', ['rule-syntax@17']],
    ['precedence(a, a)', ['rule-syntax@14']],
    ['precedence(a,)', ['rule-syntax@13']],
    ['precedence(a, b c)', ['rule-syntax@14']],
    ['precedence(2, a)', ['rule-syntax@11']],
    ['precedence2(a, b)', ['rule-syntax@0']],
    ['init(a, b)', ['rule-syntax@8']],
    ['existence(0, a)', ['rule-syntax@10']],
    ['existence(-1, a)', ['rule-syntax@10']],
    ['existence(1.5, a)', ['rule-syntax@10']],
    ['existence(99999999999999999999, a)', ['rule-syntax@10']],
    [`existence(a, ${String(maxCount + 1)})`, ['rule-syntax@13']],
    ['existence(1, 2)', ['rule-syntax@14']],
    ['existence(1, a, 2)', ['rule-syntax@16']],
    ['absence2(3, a)', ['rule-syntax@9']],
    ['absence0(a)', ['rule-syntax@0']],
    ['constant()', ['rule-syntax@9']],
    ['constant(id, model)', ['rule-syntax@13']],
    ['constant2(id)', ['rule-syntax@0']],
    ['constant(a..b)', ['rule-syntax@9']],
    ['constant([].b)', ['rule-syntax@9']],
    ['constant(a[0])', ['rule-syntax@9']],
    ['constant(a[][])', ['rule-syntax@9']],
    ['constant(a-b!)', ['rule-syntax@9']],
    ['concatenates(a)', ['rule-syntax@14']],
    ['preceeds(a, b)', ['rule-unsupported@0']],
    ['__proto__(a)', ['rule-unsupported@0']],
    ['constructor(a)', ['rule-unsupported@0']],
  ])('%j', (source, expected) => {
    expect(read(source)).toEqual(expected);
  });

  test('all faults of one cell are told', () => {
    expect(read('precedence(a b, c, c!)')).toEqual(['rule-syntax@11', 'rule-syntax@19', 'rule-syntax@19']);
  });

  test('an unknown template names the nearest ones', () => {
    const [diagnostic] = parseConstraint('chain-respons(a, b)', at).diagnostics;
    expect(diagnostic).toMatchObject({ severity: 'error', found: '"chain-respons"' });
    expect(diagnostic?.expected).toMatch(/^`chain-response`/);
  });

  test('a name that is like none gets the whole list', () => {
    const [diagnostic] = parseConstraint('zzzzzzzzzzzzzzzzzzzz(a)', at).diagnostics;
    for (const name of [...templateNames, 'constant', 'sum-over-choices']) {
      expect(diagnostic?.expected).toContain(`\`${name}\``);
    }
  });

  test('control characters of a cell do not reach a terminal', () => {
    const [diagnostic] = parseConstraint('\u001b[31mred\u202e(a)', at).diagnostics;
    expect(JSON.stringify(diagnostic)).not.toMatch(/\\u001b|\u202e/);
  });

  test('a very long cell is no burden', () => {
    const started = performance.now();
    parseConstraint(`${'a'.repeat(100_000)}(${'b,'.repeat(100_000)}`, at);
    parseConstraint(`precedence(${'b,'.repeat(20_000)})`, at);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe('linking', () => {
  const declared = ['done', 'usage', 'terminal'].map((name, row) => ({
    name,
    span: { file: 'demo/profile.md', line: row + 1, column: 3 },
  }));

  test('declared symbols are fine', () => {
    const { constraint } = parseConstraint('precedence(usage, done)', at);
    expect(constraint && linkConstraint(constraint, declared)).toEqual([]);
  });

  test('each undeclared symbol is told at its place, with the nearest declared one', () => {
    const { constraint } = parseConstraint('precedence(usages, other)', at);
    const diagnostics = constraint && linkConstraint(constraint, declared);
    expect(diagnostics).toMatchObject([
      {
        code: 'rule-unknown-symbol',
        span: { line: 7, column: 21 },
        expected: '`usage`',
        related: [{ span: { line: 2, column: 3 } }],
      },
      {
        code: 'rule-unknown-symbol',
        span: { line: 7, column: 29 },
        expected: '`done`, `usage` or `terminal`',
      },
    ]);
  });

  test('a path may start with a symbol, and only then is read on its events alone', () => {
    const { constraint } = parseConstraint('concatenates(usage.text, all.choices[].text)', at);
    if (constraint === undefined || constraint.kind === 'template') throw new Error('not read');
    expect(linkConstraint(constraint, declared)).toEqual([]);
    expect(constraint.paths.map((path) => resolvePath(path, declared))).toEqual([
      { symbol: 'usage', segments: ['text'] },
      { symbol: undefined, segments: ['all', 'choices', '[]', 'text'] },
    ]);
  });

  test('a path of one name is a field; a first name with a hyphen is a symbol', () => {
    const field = parseConstraint('constant(usage)', at).constraint;
    if (field === undefined || field.kind === 'template') throw new Error('not read');
    expect(field.paths.map((path) => resolvePath(path, declared))).toEqual([
      { symbol: undefined, segments: ['usage'] },
    ]);
    const { constraint } = parseConstraint('constant(text-delta.id)', at);
    expect(constraint && linkConstraint(constraint, declared)).toMatchObject([
      { code: 'rule-unknown-symbol', span: { column: 19 } },
    ]);
  });
});
