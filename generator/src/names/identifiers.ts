import { globalTypeNames } from './reserved.js';

/** Letters and digits that an identifier keeps. */
const keptCharacter = /[\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}]/u;

/** Letters that a reader cannot see (Hangul fillers and the like): they never enter an identifier. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * The words of a name: split where case rises and at everything that is not a letter or digit, so that
 * `response.output_text.delta`, `OutputText` and `output-text` break up as a reader would break them.
 */
export function wordsOf(name: string): readonly string[] {
  const words: string[] = [];
  let word = '';
  for (const character of name) {
    if (!keptCharacter.test(character) || invisible.test(character)) {
      if (word !== '') words.push(word);
      word = '';
    } else if (/\p{Lu}/u.test(character) && /[\p{Ll}\p{Nd}]$/u.test(word)) {
      words.push(word);
      word = character;
    } else {
      word += character;
    }
  }
  if (word !== '') words.push(word);
  return words;
}

/** `response.output_text.delta` → `ResponseOutputTextDelta`; empty when the name has no letter or digit. */
export function pascalCase(name: string): string {
  const joined = wordsOf(name).map(capitalise).join('');
  return /^[\p{Nd}\p{M}]/u.test(joined) ? `N${joined}` : joined;
}

/** `max-keys` → `maxKeys`. */
export function camelCase(name: string): string {
  const pascal = pascalCase(name);
  const [first = ''] = pascal;
  return first.toLowerCase() + pascal.slice(first.length);
}

/** `response.output_text.delta` → `response-output-text-delta`. */
export function kebabCase(name: string): string {
  return wordsOf(name)
    .map((word) => word.toLowerCase())
    .join('-');
}

/** An emitted type name, and why it differs from what the spec calls it (when it does beyond its case). */
export interface TypeName {
  readonly name: string;
  readonly renamedBecause: string | undefined;
}

/** The TypeScript type name for a name of a spec; empty `name` when no letter or digit is left. */
export function typeName(source: string): TypeName {
  const name = pascalCase(source);
  if (!globalTypeNames.has(name)) return { name, renamedBecause: undefined };
  // `string` and `String` may both be schemas of one document, and stay apart.
  const suffix = /^\p{Lu}/u.test(source) ? 'Object' : 'Type';
  return { name: name + suffix, renamedBecause: `${name} is a global type that emitted code uses` };
}

function capitalise(word: string): string {
  const [first = ''] = word;
  return first.toUpperCase() + word.slice(first.length);
}
