/** The lines of a text of at most that many columns, words kept whole; all lines are indented like the first. */
export function wrap(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const margin = /^ */.exec(line)?.[0] ?? '';
  const lines: string[] = [];
  let current = '';
  for (const word of line.trimStart().split(' ')) {
    if (current !== '' && margin.length + current.length + 1 + word.length > width) {
      lines.push(margin + current);
      current = word;
    } else {
      current = current === '' ? word : `${current} ${word}`;
    }
  }
  return [...lines, margin + current];
}
