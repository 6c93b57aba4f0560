import { isSafePattern } from 'redos-detector';
import type { DiagnosticDetails } from '../../diagnostics/index.js';

export type TranslatedPattern = { readonly pattern: string } | { readonly problem: DiagnosticDetails };

/**
 * An RE2 pattern (github.com/google/re2/wiki/Syntax) as an ECMA-262 pattern for the `u` flag that matches the same
 * texts. CEL patterns are RE2; the part of RE2 taken here is what both can say, so that a rule never changes its
 * meaning on the way. Patterns that a backtracking engine matches in more than linear time are refused.
 */
export function translatePattern(pattern: string): TranslatedPattern {
  try {
    const translated = new PatternTranslator(pattern).translate();
    new RegExp(translated, 'u');
    if (isSafePattern(translated, { unicode: true }).safe) return { pattern: translated };
    return refusal(
      'The pattern takes more than linear time on some texts.',
      'a pattern without ambiguous repetition',
      pattern,
    );
  } catch (error) {
    if (error instanceof PatternProblem)
      return refusal(error.message, 'RE2 syntax that JavaScript shares', error.found);
    return refusal('The pattern is not a regular expression.', 'RE2 syntax that JavaScript shares', pattern);
  }
}

function refusal(message: string, expected: string, found: string): TranslatedPattern {
  return { problem: { message, expected, found } };
}

class PatternProblem extends Error {
  constructor(
    message: string,
    readonly found: string,
  ) {
    super(message);
  }
}

/** RE2 refuses a larger count. */
const MAX_REPEAT = 1000;

/** RE2 does not count the vertical tab or spaces beyond ASCII as space, JavaScript does. */
const RE2_SPACE = '\\t\\n\\f\\r ';

const CONTROL_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\\n'],
  ['r', '\\r'],
  ['t', '\\t'],
  ['f', '\\f'],
  ['v', '\\v'],
  ['a', '\\x07'],
]);

class PatternTranslator {
  #rest: string;
  #text = '';
  #openGroups = 0;
  /** Whether a repetition may follow. */
  #repeatable = false;

  constructor(pattern: string) {
    this.#rest = pattern;
  }

  translate(): string {
    while (this.#rest !== '') this.#next();
    if (this.#openGroups > 0) throw new PatternProblem('A group of the pattern is not closed.', '(');
    return this.#text;
  }

  /** Takes text that matches an anchored pattern off the front. */
  #take(pattern: RegExp): string | undefined {
    const found = pattern.exec(this.#rest)?.[0];
    if (found !== undefined) this.#rest = this.#rest.slice(found.length);
    return found;
  }

  #emit(text: string, repeatable: boolean): void {
    this.#text += text;
    this.#repeatable = repeatable;
  }

  #next(): void {
    const character = this.#take(/^[^]/u) ?? '';
    switch (character) {
      case '(':
        if (this.#take(/^\?:/) === undefined && this.#rest.startsWith('?')) {
          throw new PatternProblem(
            'Groups with a name, flag or look-around are not supported.',
            `(${this.#rest.slice(0, 3)}`,
          );
        }
        this.#openGroups += 1;
        return this.#emit('(?:', false);
      case ')':
        if (this.#openGroups === 0) throw new PatternProblem('A group of the pattern is not opened.', ')');
        this.#openGroups -= 1;
        return this.#emit(')', true);
      case '|':
      case '^':
      case '$':
        return this.#emit(character, false);
      case '*':
      case '+':
      case '?':
      case '{':
        return this.#repetition(character);
      case '.':
        // Without the s flag, `.` of RE2 leaves out the line feed only.
        return this.#emit('[^\\n]', true);
      case '[':
        return this.#class();
      case '\\':
        return this.#escape();
      default:
        return this.#emit(literal(character), true);
    }
  }

  #repetition(sign: string): void {
    const counts = sign === '{' ? this.#take(/^\d{1,4}(?:,\d{0,4})?\}/) : '';
    if (counts === undefined)
      throw new PatternProblem('A brace that is not a repetition must be escaped.', '{');
    if (!this.#repeatable) throw new PatternProblem('There is nothing to repeat.', sign + counts);
    const [minimum = 0, maximum = 0] = counts.match(/\d+/g)?.map(Number) ?? [];
    if (Math.max(minimum, maximum) > MAX_REPEAT) {
      throw new PatternProblem(`RE2 repeats at most ${String(MAX_REPEAT)} times.`, sign + counts);
    }
    this.#emit(sign + counts + (this.#take(/^\?/) ?? ''), false);
  }

  #escape(): void {
    const name = this.#take(/^[^]/u) ?? '';
    if (name === 's') return this.#emit(`[${RE2_SPACE}]`, true);
    if (name === 'S') return this.#emit(`[^${RE2_SPACE}]`, true);
    if ('dDwW'.includes(name) && name !== '') return this.#emit(`\\${name}`, true);
    if (name === 'b' || name === 'B') return this.#emit(`\\${name}`, false);
    return this.#emit(literal(this.#escapedCharacter(name)), true);
  }

  /** The character that `\name` stands for; what follows the name of a code is taken too. */
  #escapedCharacter(name: string): string {
    if (name === 'x') {
      const code = this.#take(/^(?:[0-9A-Fa-f]{2}|\{[0-9A-Fa-f]{1,6}\})/);
      const value = parseInt(code?.replace('{', '') ?? '', 16);
      if (code === undefined || value > 0x10ffff)
        throw new PatternProblem('The escape is not supported.', '\\x');
      return String.fromCodePoint(value);
    }
    const control = CONTROL_ESCAPES.get(name);
    if (control !== undefined) return control;
    if (/^[!-/:-@[-`{-~]$/.test(name)) return name;
    throw new PatternProblem('The escape is not supported.', `\\${name}`);
  }

  #class(): void {
    const negation = this.#take(/^\^/) ?? '';
    let text = '';
    while (this.#take(/^\]/) === undefined) text += this.#classItem(text === '');
    if (text === '')
      throw new PatternProblem('An empty class, or one that starts with ], is not supported.', '[]');
    this.#emit(`[${negation}${text}]`, true);
  }

  #classItem(first: boolean): string {
    const set = this.#take(/^\\[dDwWs]/);
    if (set !== undefined) return set === '\\s' ? RE2_SPACE : set;
    if (!first && /^-(?!\])/.test(this.#rest)) {
      throw new PatternProblem('A dash inside a class must be escaped.', '-');
    }
    const from = this.#classCharacter();
    if (this.#take(/^-(?!\])/) === undefined) return classLiteral(from);
    const to = this.#classCharacter();
    return `${classLiteral(from)}-${classLiteral(to)}`;
  }

  #classCharacter(): string {
    const character = this.#take(/^[^]/u);
    if (character === undefined) throw new PatternProblem('A class of the pattern is not closed.', '[');
    if (character === '[') throw new PatternProblem('A bracket inside a class must be escaped.', '[');
    return character === '\\' ? this.#escapedCharacter(this.#take(/^[^]/u) ?? '') : character;
  }
}

function literal(character: string): string {
  return /^[$()*+.?[\\\]^{|}]$/.test(character) ? `\\${character}` : character;
}

function classLiteral(character: string): string {
  return /^[\\\]^-]$/.test(character) ? `\\${character}` : character;
}
