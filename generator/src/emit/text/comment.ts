import { escapeUnsafeCharacters } from './unsafe-characters.js';
import { wrap } from './wrap.js';

const lineEnd = /\r\n|[\n\r\u2028\u2029\u0085]/;

/** Text for one line of any kind of comment: no end of the comment, no tag, no compiler directive, no line end. */
export function commentText(text: string): string {
  return inert(text.replace(/[\s\u0085]+/gu, ' ').trim());
}

function inert(line: string): string {
  return (
    escapeUnsafeCharacters(line)
      .replaceAll('*/', '*\\/')
      // `@ts-ignore`, `@ts-nocheck`, and JSDoc tags that change what a declaration means (`@internal`).
      .replace(/(?<![\w.])@/g, '\\@')
      .replace(/\b(source(?:Mapping)?URL)=/g, '$1\\=')
  );
}

/** `// text`, on one line. */
export function lineComment(text: string): string {
  return `// ${commentText(text)}`;
}

export interface DocCommentOptions {
  /** Spaces before each line. */
  readonly indent?: number;
  /** Longest line, indent included. */
  readonly width?: number;
  /** Lines that are trusted to be live, such as `@deprecated`; their text must come from `commentText`. */
  readonly tags?: readonly string[];
}

/**
 * A JSDoc block without a final line end; '' when there is nothing to say. Lines of the text are kept, and
 * wrapped where they are too long.
 */
export function docComment(text: string, options: DocCommentOptions = {}): string {
  const { indent = 0, width = 110, tags = [] } = options;
  const margin = ' '.repeat(indent);
  const lines = [...textLines(text, width - indent - 3), ...tags];
  const [first = ''] = lines;
  if (first === '') return '';
  if (lines.length === 1 && indent + first.length + 7 <= width) return `${margin}/** ${first} */`;
  const body = lines.map((line) => `${margin} * ${line}`.trimEnd());
  return [`${margin}/**`, ...body, `${margin} */`].join('\n');
}

function textLines(text: string, width: number): string[] {
  const lines = text.split(lineEnd).map((line) => inert(line.replace(/[\s\u0085]/gu, ' ').trimEnd()));
  while (lines[0] === '') lines.shift();
  while (lines.at(-1) === '') lines.pop();
  return lines.flatMap((line) => wrap(line, width));
}
