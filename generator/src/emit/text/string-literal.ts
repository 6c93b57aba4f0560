import { escapeOddSpaces, escapeUnsafeCharacters } from './unsafe-characters.js';

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\v', '\\v'],
  ['\f', '\\f'],
  ['\r', '\\r'],
]);

function escapeCharacters(text: string): string {
  const short = text.replace(/[\b\t\n\v\f\r]/g, (character) => shortEscapes.get(character) ?? character);
  return escapeOddSpaces(escapeUnsafeCharacters(short));
}

/** A TypeScript string literal with exactly this value; the quote is the one that needs fewer escapes. */
export function stringLiteral(value: string): string {
  const singles = value.split("'").length;
  const doubles = value.split('"').length;
  const quote = singles > doubles ? '"' : "'";
  const quoted = value.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
  return quote + escapeCharacters(quoted) + quote;
}

/** Literal text between the back-ticks of a template, without a live `${`. */
export function templateText(value: string): string {
  return escapeCharacters(value.replace(/[\\`]|\$(?=\{)/g, '\\$&'));
}
