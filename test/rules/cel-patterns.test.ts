import { isCelError, run } from '@bufbuild/cel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toEcmaScriptPattern, translatePattern } from '../../generator/src/rules/cel/re2.js';

/** Patterns of all that is translated. */
const pattern = fc.letrec<{ choice: string; sequence: string; piece: string; atom: string }>((tie) => ({
  choice: fc.array(tie('sequence'), { minLength: 1, maxLength: 2 }).map((sequences) => sequences.join('|')),
  sequence: fc.array(tie('piece'), { maxLength: 3 }).map((pieces) => pieces.join('')),
  piece: fc
    .tuple(tie('atom'), fc.constantFrom('', '', '', '?', '*', '+', '{2}', '{1,3}', '{0,}', '*?', '{2}?'))
    .map(([atom, repeat]) => (/^(?:\^|\$|\\b|\\B)$/.test(atom) ? atom : atom + repeat)),
  atom: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    fc.constantFrom(
      'a',
      'b',
      '1',
      '_',
      '-',
      '/',
      '}',
      ']',
      'é',
      '😀',
      '.',
      '^',
      '$',
      '\\d',
      '\\D',
      '\\w',
      '\\W',
    ),
    fc.constantFrom(
      '\\s',
      '\\S',
      '\\b',
      '\\B',
      '\\.',
      '\\-',
      '\\/',
      '\\n',
      '\\t',
      '\\a',
      '\\x41',
      '\\x{1F600}',
      '\\{',
    ),
    fc.constantFrom(
      '[ab]',
      '[^ab]',
      '[a-c]',
      '[\\d_]',
      '[\\s]',
      '[^\\s.]',
      '[-a]',
      '[a-]',
      '[\\]\\-]',
      '[^\\n]',
      '[😀é]',
    ),
    tie('choice').map((choice) => `(${choice})`),
    tie('choice').map((choice) => `(?:${choice})`),
  ),
})).choice;

const subject = fc
  .array(
    fc.constantFrom(
      'a',
      'b',
      'c',
      '1',
      '_',
      '-',
      '/',
      '.',
      'A',
      'é',
      '😀',
      '\n',
      '\r',
      '\u2028',
      '\v',
      '\u00a0',
      ' ',
      '}',
      ']',
      '\x07',
    ),
    { maxLength: 6 },
  )
  .map((characters) => characters.join(''));

/** What RE2 says, through the evaluator of CEL. */
function matchesInRe2(text: string, re2: string): unknown {
  const result = run('text.matches(pattern)', { text, pattern: re2 });
  return isCelError(result) ? result.message : result;
}

describe('a translated RE2 pattern', () => {
  it('matches what RE2 matches', () => {
    const subjects = fc.array(subject, { minLength: 5, maxLength: 5 });
    const property = fc.property(pattern, fc.boolean(), subjects, (choice, anchored, texts) => {
      const re2 = anchored ? `^(?:${choice})$` : choice;
      const translated = toEcmaScriptPattern(re2);
      if ('problem' in translated) throw new Error(`${re2}: ${translated.problem.message}`);
      const expression = new RegExp(translated.pattern, 'u');
      for (const text of texts) {
        const report = JSON.stringify([re2, translated.pattern, text]);
        expect(expression.test(text), report).toBe(matchesInRe2(text, re2));
      }
    });
    fc.assert(property, { numRuns: 2000, seed: 5 });
  });

  it.each([
    ['^a.c$', '^a[^\\n]c$'],
    ['^\\s$', '^[\\t\\n\\f\\r ]$'],
    ['(a|b)c', '(?:a|b)c'],
    ['^[\\s-]$', '^[\\t\\n\\f\\r \\-]$'],
    ['a}', 'a\\}'],
  ])('%s becomes %s', (re2, expected) => {
    expect(translatePattern(re2)).toEqual({ pattern: expected });
  });

  it.each([
    ...[
      '(?i)a',
      '(?P<name>a)',
      '(?<name>a)',
      '(?=a)',
      '(?!a)',
      '(?<=a)',
      '\\1',
      '(a)\\1',
      '\\pL',
      '\\p{Greek}',
      '\\Aa\\z',
    ],
    ...[
      '\\Qa\\E',
      '\\C',
      '\\q',
      '[[:alpha:]]',
      '[]a]',
      '[^]a]',
      '[a',
      '[a-c-e]',
      'a{',
      'a{,3}',
      '{',
      '*a',
      'a**',
      'a{2}{3}',
    ],
    ...[
      '^*',
      '\\b+',
      '(a',
      'a)',
      'a{1001}',
      'a{2,1}',
      '[b-a]',
      '\\',
      '\\x4',
      '\\x{110000}',
      '(a*)*b(a*)*c',
      '.*x.*y',
    ],
  ])('is refused where it does not mean the same, or takes long: %s', (re2) => {
    const translated = translatePattern(re2);
    expect(translated).toHaveProperty('problem');
    if ('problem' in translated) expect(translated.problem.found).not.toBe('');
  });
});
