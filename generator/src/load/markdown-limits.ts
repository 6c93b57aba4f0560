import { diagnose, type Diagnostic } from '../diagnostics/index.js';

/** The largest Markdown document, in UTF-16 code units; a published profile has some 12,000. */
export const maxMarkdownLength = 256 * 1024;

/** The longest line, in UTF-16 code units: inline parsing takes time that grows faster than the line. */
export const maxMarkdownLine = 8 * 1024;

/** How many list and quote markers may open one line, and how many columns may indent it. */
export const maxMarkdownNesting = 8;
export const maxMarkdownIndent = 128;

const containerMarkers = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))*/;
const oneMarker = />|[-+*]|\d+[.)]/g;
const thematicBreak = /^[ \t]*([-*_])(?:[ \t]*\1)+[ \t]*$/;

/**
 * What would make a Markdown parser take minutes, told before it runs: a document, a line or a nesting
 * beyond the stated limits.
 */
export function checkMarkdownLimits(file: string, text: string): readonly Diagnostic[] {
  if (text.length > maxMarkdownLength) {
    const details = {
      message: 'The Markdown document is too long.',
      expected: `at most ${String(maxMarkdownLength)} characters`,
      found: `${String(text.length)} characters`,
    };
    return [diagnose('file-too-large', { file, line: 1, column: 1 }, details)];
  }
  return text.split('\n').flatMap((line, place) => checkLine(line, { file, line: place + 1, column: 1 }));
}

function checkLine(
  line: string,
  span: { file: string; line: number; column: number },
): readonly Diagnostic[] {
  if (line.length > maxMarkdownLine) {
    const details = {
      message: 'The line is too long.',
      expected: `at most ${String(maxMarkdownLine)} characters`,
      found: `${String(line.length)} characters`,
    };
    return [diagnose('line-too-long', span, details)];
  }
  const markers = containerMarkers.exec(line)?.[0].match(oneMarker)?.length ?? 0;
  const indent = line.length - line.trimStart().length;
  if ((markers > maxMarkdownNesting && !thematicBreak.test(line)) || indent > maxMarkdownIndent) {
    const details = {
      message: 'Lists or quotes are nested too deeply.',
      expected: `at most ${String(maxMarkdownNesting)} markers and ${String(maxMarkdownIndent)} columns of indentation`,
    };
    return [diagnose('depth-limit', span, details)];
  }
  return [];
}
