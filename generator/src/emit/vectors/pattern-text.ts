/**
 * A short text that a regular expression matches, by walking the expression: the first alternative, the first member of
 * a class, each quantifier at its least. Undefined where that way leads to no match (look-around, back-references): the
 * caller then tries other texts.
 */
export function textMatching(pattern: string): string | undefined {
  const text = new PatternWalk(pattern).alternatives();
  return text !== undefined && new RegExp(pattern, 'u').test(text) ? text : undefined;
}

/** More repetitions than these are not written out. */
const maxRepetitions = 200;

class PatternWalk {
  #place = 0;

  constructor(private readonly pattern: string) {}

  alternatives(): string | undefined {
    let first = this.#sequence();
    while (this.#take('|')) {
      const next = this.#sequence();
      first ??= next;
    }
    return first;
  }

  #sequence(): string | undefined {
    let text: string | undefined = '';
    while (this.#place < this.pattern.length && !'|)'.includes(this.#peek())) {
      const atom = this.#atom();
      const count = this.#quantifier();
      text =
        text === undefined || (atom === undefined && count > 0)
          ? undefined
          : text + (atom ?? '').repeat(count);
    }
    return text;
  }

  #atom(): string | undefined {
    const character = this.#next();
    if (character === '(') return this.#group();
    if (character === '[') return this.#class();
    if (character === '\\') return this.#escape();
    if (character === '.') return 'a';
    return character === '^' || character === '$' ? '' : character;
  }

  #group(): string | undefined {
    const start = /^\?(?::|<[\p{L}_$][\p{L}\p{Nd}_$]*>)/u.exec(this.pattern.slice(this.#place));
    const isPlain = start !== null || this.#peek() !== '?';
    this.#place += start?.[0].length ?? 0;
    const text = this.alternatives();
    this.#take(')');
    return isPlain ? text : undefined;
  }

  #class(): string | undefined {
    const end = this.#endOfClass();
    const members = this.pattern.slice(this.#place - 1, end + 1);
    this.#place = end + 1;
    const test = new RegExp(`^${members}$`, 'u');
    return classCandidates.find((candidate) => test.test(candidate)) ?? literalOf(members, test);
  }

  #endOfClass(): number {
    for (let place = this.#place; place < this.pattern.length; place += 1) {
      if (this.pattern[place] === '\\') place += 1;
      else if (this.pattern[place] === ']') return place;
    }
    return this.pattern.length;
  }

  #escape(): string | undefined {
    const rest = this.pattern.slice(this.#place);
    const [token = rest.slice(0, 1)] =
      /^(?:[pP]\{[^}]*\}|u\{[0-9A-Fa-f]+\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z])/u.exec(rest) ?? [];
    this.#place += token.length;
    if (token === 'b' || token === 'B') return '';
    const test = new RegExp(`^\\${token}$`, 'u');
    return classCandidates.find((candidate) => test.test(candidate)) ?? literalOf(`\\${token}`, test);
  }

  /** How often the atom before is written. */
  #quantifier(): number {
    const found = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(this.pattern.slice(this.#place));
    if (found === null) return 1;
    this.#place += found[0].length;
    if (found[1] !== undefined) return Math.min(Number(found[1]), maxRepetitions);
    return found[0].startsWith('+') ? 1 : 0;
  }

  #peek(): string {
    return this.pattern.charAt(this.#place);
  }

  #next(): string {
    const character = String.fromCodePoint(this.pattern.codePointAt(this.#place) ?? 0);
    this.#place += character.length;
    return character;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#place += 1;
    return true;
  }
}

const classCandidates: readonly string[] = [
  'a',
  'A',
  '0',
  '1',
  '_',
  '-',
  '.',
  '/',
  ' ',
  ':',
  '@',
  '\n',
  'é',
  '中',
];

/** A character that stands in the text itself. */
function literalOf(text: string, test: RegExp): string | undefined {
  return Array.from(text).find((character) => test.test(character));
}
