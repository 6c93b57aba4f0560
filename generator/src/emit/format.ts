import { format } from 'prettier';

/** A text longer than this keeps the layout of its emitter: the printer's time grows faster than the text. */
const longestFormatted = 400_000;

/** TypeScript laid out as people lay it out; the same bytes on every machine, whatever its configuration. */
export async function formatTypeScript(text: string): Promise<string> {
  if (text.length > longestFormatted) return `${text.trimEnd()}\n`;
  return format(text, {
    parser: 'typescript',
    singleQuote: true,
    printWidth: 110,
    trailingComma: 'all',
    endOfLine: 'lf',
  });
}

/** JSON laid out with two spaces. */
export async function formatJson(text: string): Promise<string> {
  return format(text, { parser: 'json', printWidth: 110, endOfLine: 'lf' });
}
