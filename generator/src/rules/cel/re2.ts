import { isSafePattern } from 'redos-detector';
import type { DiagnosticDetails } from '../../diagnostics/index.js';

export type TranslatedPattern = { readonly pattern: string } | { readonly problem: DiagnosticDetails };

/**
 * An RE2 pattern (github.com/google/re2/wiki/Syntax) as an ECMA-262 pattern for the `u` flag that matches the same
 * texts. CEL patterns are RE2; the part of RE2 taken here is what both can say, so that a rule never changes its
 * meaning on the way.
 */
export function toEcmaScriptPattern(pattern: string): TranslatedPattern {
  try {
    const translated = new PatternTranslator(pattern).translate();
    new RegExp(translated, 'u');
    return { pattern: translated };
  } catch (error) {
    const expected = 'RE2 syntax that JavaScript shares';
    if (error instanceof PatternProblem) return refusal(error.message, expected, error.found);
    return refusal('The pattern is not a regular expression.', expected, pattern);
  }
}

/** How long a pattern is searched for ambiguity, in steps of the detector: one that needs more is refused. */
const MAX_STEPS = 1000;

function isLinear(pattern: string): boolean {
  try {
    return isSafePattern(pattern, { unicode: true, maxSteps: MAX_STEPS }).safe;
  } catch {
    // The detector gives up on what it cannot analyse, and so does the rule.
    return false;
  }
}

/** As `toEcmaScriptPattern`; refuses a pattern that a backtracking engine may take more than linear time for. */
export function translatePattern(pattern: string): TranslatedPattern {
  const translated = toEcmaScriptPattern(pattern);
  if ('problem' in translated) return translated;
  if (isLinear(translated.pattern)) return translated;
  const message = 'The pattern is not known to take linear time on every text.';
  return refusal(message, 'a pattern without ambiguous repetition', pattern);
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

/** A piece of the translated pattern, and whether a repetition may follow it. */
interface Piece {
  readonly text: string;
  readonly repeatable: boolean;
}

class PatternTranslator {
  #rest: string;
  #openGroups = 0;

  constructor(pattern: string) {
    this.#rest = pattern;
  }

  translate(): string {
    let text = '';
    let repeatable = false;
    while (this.#rest !== '') {
      const piece = this.#piece(repeatable);
      text += piece.text;
      repeatable = piece.repeatable;
    }
    if (this.#openGroups > 0) throw new PatternProblem('A group of the pattern is not closed.', '(');
    return text;
  }

  /** Takes text that matches an anchored pattern off the front. */
  #take(pattern: RegExp): string | undefined {
    const found = pattern.exec(this.#rest)?.[0];
    if (found !== undefined) this.#rest = this.#rest.slice(found.length);
    return found;
  }

  #piece(repeatable: boolean): Piece {
    const character = this.#take(/^[^]/u) ?? '';
    if ('*+?{'.includes(character)) return this.#repetition(character, repeatable);
    if ('()'.includes(character)) return this.#group(character);
    if ('|^$'.includes(character)) return { text: character, repeatable: false };
    if (character === '[') return { text: this.#class(), repeatable: true };
    if (character === '\\') return this.#escape();
    // Without the s flag, `.` of RE2 leaves out the line feed only.
    return { text: character === '.' ? '[^\\n]' : literal(character), repeatable: true };
  }

  #group(sign: string): Piece {
    if (sign === ')') {
      if (this.#openGroups === 0) throw new PatternProblem('A group of the pattern is not opened.', ')');
      this.#openGroups -= 1;
      return { text: ')', repeatable: true };
    }
    if (this.#take(/^\?:/) === undefined && this.#rest.startsWith('?')) {
      const found = `(${this.#rest.slice(0, 3)}`;
      throw new PatternProblem('Groups with a name, flag or look-around are not supported.', found);
    }
    this.#openGroups += 1;
    return { text: '(?:', repeatable: false };
  }

  #repetition(sign: string, repeatable: boolean): Piece {
    const counts = sign === '{' ? this.#take(/^\d{1,4}(?:,\d{0,4})?\}/) : '';
    if (counts === undefined) {
      throw new PatternProblem('A brace that is not a repetition must be escaped.', '{');
    }
    if (!repeatable) throw new PatternProblem('There is nothing to repeat.', sign + counts);
    if (Math.max(0, ...(counts.match(/\d+/g) ?? []).map(Number)) > MAX_REPEAT) {
      throw new PatternProblem(`RE2 repeats at most ${String(MAX_REPEAT)} times.`, sign + counts);
    }
    return { text: sign + counts + (this.#take(/^\?/) ?? ''), repeatable: false };
  }

  #escape(): Piece {
    const name = this.#take(/^[^]/u) ?? '';
    if (name === 's') return { text: `[${RE2_SPACE}]`, repeatable: true };
    if (name === 'S') return { text: `[^${RE2_SPACE}]`, repeatable: true };
    if (/^[dDwW]$/.test(name)) return { text: `\\${name}`, repeatable: true };
    if (/^[bB]$/.test(name)) return { text: `\\${name}`, repeatable: false };
    return { text: literal(this.#escapedCharacter(name)), repeatable: true };
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

  #class(): string {
    const negation = this.#take(/^\^/) ?? '';
    let text = '';
    while (this.#take(/^\]/) === undefined) text += this.#classItem(text === '');
    if (text === '') {
      throw new PatternProblem('An empty class, or one that starts with ], is not supported.', '[]');
    }
    return `[${negation}${text}]`;
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
