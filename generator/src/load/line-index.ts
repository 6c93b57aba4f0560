import type { Span } from '../diagnostics/index.js';

/** Turns offsets of a text (UTF-16 code units) into positions. Lines end at LF, as `decodeSource` leaves them. */
export interface LineIndex {
  readonly spanAt: (offset: number) => Span;
}

/** Where a text that is a part of a larger document starts in it: an example in Markdown, for instance. */
export interface Origin {
  readonly line: number;
  /** The column of the first character of each line; lines of an indented block all start at the same one. */
  readonly column: number;
}

export function createLineIndex(
  file: string,
  text: string,
  origin: Origin = { line: 1, column: 1 },
): LineIndex {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return {
    spanAt: (offset) => {
      const inside = Math.max(0, Math.min(offset, text.length));
      const line = lastStartAtOrBefore(starts, inside);
      return { file, line: origin.line + line, column: origin.column + inside - (starts[line] ?? 0) };
    },
  };
}

function lastStartAtOrBefore(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
