import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { diagnose, renderDiagnostics, type Diagnostic } from '../../generator/src/diagnostics/index.js';

const at = { file: 'specs/demo/profile.md', line: 3, column: 5 };

const conflict = diagnose('duplicate-row', at, {
  message: 'Two rows name "a".',
  expected: 'one row for each name',
  found: 'a second one',
  related: [{ span: { ...at, line: 1 }, message: 'the first one' }],
});

const hostile = diagnose(
  'name-form',
  { ...at, file: 'specs/\u001b[2J.md' },
  {
    message: 'The name "\u001b]8;;http://x\u0007\r\b\u202e" is not one.',
    found: `\u009b${'x'.repeat(10_000)}`,
  },
);

/** What a terminal acts on, or what hides text from its reader; line feeds are the layout. */
const raw = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

describe('text', () => {
  test('starts with file:line:column: code: message, and indents the rest', () => {
    expect(renderDiagnostics([conflict], 'text')).toBe(
      [
        'specs/demo/profile.md:3:5: duplicate-row: Two rows name "a".',
        '  expected one row for each name',
        '  found a second one',
        '  specs/demo/profile.md:1:5: the first one',
        '',
      ].join('\n'),
    );
  });

  test('says what is no error', () => {
    const note = diagnose('nullable-enum', at, { message: 'null is admitted.' });
    const warning = diagnose('lint-untyped', at, { message: 'no type.' });
    expect(renderDiagnostics([note, warning], 'text')).toBe(
      'specs/demo/profile.md:3:5: nullable-enum: note: null is admitted.\n' +
        'specs/demo/profile.md:3:5: lint-untyped: warning: no type.\n',
    );
  });

  test('shows control characters as escapes and cuts what is long', () => {
    const text = renderDiagnostics([hostile], 'text');
    expect(text).toContain(
      'specs/\\x1b[2J.md:3:5: name-form: The name "\\x1b]8;;http://x\\x07\\x0d\\x08\\u{202e}"',
    );
    expect(text).toContain('  found \\x9bxxx');
    expect(text).toContain('… (10001 characters)\n');
    expect(text.length).toBeLessThan(500);
  });

  test('is empty without findings', () => {
    expect(renderDiagnostics([], 'text')).toBe('');
    expect(renderDiagnostics([], 'github')).toBe('');
    expect(renderDiagnostics([], 'json')).toBe('[]\n');
  });
});

test('json is an array with the fields of a diagnostic', () => {
  expect(JSON.parse(renderDiagnostics([conflict], 'json'))).toEqual([conflict]);
});

describe('github', () => {
  test('is one workflow command a finding, with the levels of GitHub', () => {
    const note = diagnose('nullable-enum', at, { message: 'null is admitted.' });
    const warning = diagnose('lint-untyped', at, { message: 'no type.' });
    expect(renderDiagnostics([conflict, warning, note], 'github').split('\n')).toEqual([
      '::error file=specs/demo/profile.md,line=3,col=5::duplicate-row: Two rows name "a".%0A' +
        '  expected one row for each name%0A  found a second one%0A  specs/demo/profile.md:1:5: the first one',
      '::warning file=specs/demo/profile.md,line=3,col=5::lint-untyped: no type.',
      '::notice file=specs/demo/profile.md,line=3,col=5::nullable-enum: null is admitted.',
      '',
    ]);
  });

  test('escapes what the runner reads as its own', () => {
    const odd = diagnose(
      'syntax',
      { file: 'a,b:c%0A.md', line: 1, column: 1 },
      { message: '100%0A\n::error::x' },
    );
    expect(renderDiagnostics([odd], 'github')).toBe(
      '::error file=a%2Cb%3Ac%250A.md,line=1,col=1::syntax: 100%250A\\x0a::error::x\n',
    );
  });
});

test('no format lets a control or invisible character through, and every finding of text is on its line', () => {
  const text = fc.string({ unit: 'binary' });
  const finding: fc.Arbitrary<Diagnostic> = fc
    .record({ file: text, message: text, expected: text, found: text })
    .map(({ file, ...details }) => diagnose('syntax', { file, line: 1, column: 1 }, details));
  fc.assert(
    fc.property(fc.array(finding, { maxLength: 3 }), (findings) => {
      for (const format of ['text', 'json', 'github'] as const) {
        expect(renderDiagnostics(findings, format)).not.toMatch(raw);
      }
      expect(renderDiagnostics(findings, 'text').split('\n')).toHaveLength(3 * findings.length + 1);
      expect(renderDiagnostics(findings, 'github').split('\n')).toHaveLength(findings.length + 1);
    }),
  );
});
