import { runInThisContext } from 'node:vm';
import fc from 'fast-check';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import {
  commentText,
  docComment,
  jsonLiteral,
  jsonText,
  lineComment,
  propertyAccess,
  propertyKey,
  regExpLiteral,
  stringLiteral,
  templateText,
} from '../../generator/src/emit/text/index.js';
import type { JsonValue } from '../../generator/src/model/json.js';

/** What the expression means to the engine. */
function evaluate(expression: string): unknown {
  return runInThisContext(`(${expression})`);
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(
        '*/',
        '/*',
        '//',
        '`',
        '${',
        "'",
        '"',
        '\\',
        '\n',
        '\u2028',
        '\u202e',
        '@ts-ignore',
        '\r',
        '\0',
        '<',
        '-->',
      ),
    )
    .map((parts) => parts.join('')),
);

const raw = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\u034f\u3164]/u;

describe('literals', () => {
  test('JSON reads back as the value and shows every character', () => {
    fc.assert(
      fc.property(fc.dictionary(anyText, anyText), (value) => {
        const text = jsonText({ value: Object.entries(value) });
        expect(JSON.parse(text)).toEqual({ value: Object.entries(value) });
        expect(text).not.toMatch(raw);
      }),
    );
  });

  test('a string literal has exactly the value, on one line, with nothing invisible', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const literal = stringLiteral(text);
        expect(evaluate(literal)).toBe(text);
        expect(literal).not.toMatch(raw);
      }),
      { numRuns: 2000 },
    );
  });

  test('template text has exactly the value', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(evaluate(`\`${templateText(text)}\``)).toBe(text);
      }),
    );
  });

  test('a string literal takes the quote that needs fewer escapes', () => {
    expect(stringLiteral('plain')).toBe("'plain'");
    expect(stringLiteral("it's")).toBe('"it\'s"');
    expect(stringLiteral('a "b" \'c\'')).toBe("'a \"b\" \\'c\\''");
    expect(stringLiteral('한국어 naïve')).toBe("'한국어 naïve'");
    expect(stringLiteral('a\u00a0b')).toBe("'a\\u00a0b'");
  });

  test('a JSON literal has the same own properties, `__proto__` among them', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'small' }), (value) => {
        const text = JSON.stringify(value);
        const parsed = JSON.parse(text) as JsonValue;
        expect(evaluate(jsonLiteral(parsed))).toEqual(parsed);
      }),
    );
    const hostile = JSON.parse('{"__proto__":{"polluted":1},"a-b":[-0,1e300]}') as JsonValue;
    const copy = evaluate(jsonLiteral(hostile)) as object;
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(Object.keys(copy)).toEqual(['__proto__', 'a-b']);
  });

  test.each([
    ['^[a-z]+$', '/^[a-z]+$/u'],
    ['a/b', '/a\\/b/u'],
    ['', "new RegExp('', 'u')"],
    ['\\p{L}+', "new RegExp('\\\\p{L}+', 'u')"],
    ['(?<year>\\d{4})', "new RegExp('(?<year>\\\\d{4})', 'u')"],
    ['[/]\u202e', "new RegExp('[/]\\u202e', 'u')"],
  ])('the pattern %j becomes %s', (pattern, expected) => {
    expect(regExpLiteral(pattern)).toBe(expected);
    const value = evaluate(expected) as RegExp;
    const direct = new RegExp(pattern, 'u');
    for (const sample of ['abc', 'a/b', '', '2024', 'é', '/\u202e'])
      expect(value.test(sample)).toBe(direct.test(sample));
  });
});

describe('property names', () => {
  test('keys and accesses reach the same own property', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyText, fc.constantFrom('__proto__', 'constructor', 'class', 'a-b', '1', 'ﬁ')),
        (name) => {
          const object = `{ ${propertyKey(name)}: 1 }`;
          expect(evaluate(`Object.keys(${object})`)).toEqual([name]);
          expect(evaluate(`((target) => ${propertyAccess('target', name)})(${object})`)).toBe(1);
        },
      ),
    );
  });

  test('a plain name stays bare', () => {
    expect(propertyKey('finish_reason')).toBe('finish_reason');
    expect(propertyAccess('value', 'finish_reason')).toBe('value.finish_reason');
    expect(propertyAccess('value', 'x-id')).toBe("value['x-id']");
  });
});

describe('comments', () => {
  /** The statements of a module that holds only a comment and a marker. */
  function parse(comment: string): ts.SourceFile {
    return ts.createSourceFile('a.ts', `${comment}\nconst marker = 1;\n`, ts.ScriptTarget.Latest, true);
  }

  test('no text ends a comment, and none becomes a directive or a tag', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const comment of [
          docComment(text),
          docComment(text, { indent: 2, width: 20 }),
          lineComment(text),
        ]) {
          const file = parse(comment);
          expect(file.statements).toHaveLength(1);
          expect(file).toMatchObject({ parseDiagnostics: [], referencedFiles: [] });
          expect((file as { commentDirectives?: unknown }).commentDirectives).toBeUndefined();
          expect(file.statements.flatMap((statement) => ts.getJSDocTags(statement))).toHaveLength(0);
          expect(comment.replaceAll('\n', '')).not.toMatch(raw);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['*/ globalThis.__pwned = 1; /*', '*\\/ globalThis.__pwned = 1; /*'],
    ['@ts-nocheck', '\\@ts-nocheck'],
    ['see {@link x} of a@b.example', 'see {\\@link x} of a@b.example'],
    ['@ª is a tag as well', '\\@ª is a tag as well'],
    ['two\r\nlines\u2028three', 'two lines three'],
    ['a\u202eb', 'a\\u202eb'],
    ['# sourceMappingURL=http://x', '# sourceMappingURL\\=http://x'],
  ])('%j is written %j', (text, expected) => expect(commentText(text)).toBe(expected));

  test('a short text is one line, a longer one a block that keeps its lines', () => {
    expect(docComment('Usage.')).toBe('/** Usage. */');
    expect(docComment('  \n ')).toBe('');
    expect(docComment('One.\n\nTwo.', { indent: 2 })).toBe('  /**\n   * One.\n   *\n   * Two.\n   */');
    expect(docComment('aaa bbb ccc', { width: 12 })).toBe('/**\n * aaa bbb\n * ccc\n */');
    expect(docComment('Old.', { tags: ['@deprecated'] })).toBe('/**\n * Old.\n * @deprecated\n */');
  });
});
