/** The candidates that a misspelt name may have meant, likeliest first, three at most. */
export function nearest(name: string, candidates: readonly string[]): readonly string[] {
  const limit = Math.max(2, Math.floor(name.length / 3));
  return candidates
    .map((candidate) => ({ candidate, edits: editDistance(name, candidate) }))
    .filter(({ edits }) => edits <= limit)
    .sort((a, b) => a.edits - b.edits || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** Longer names are told apart by their start; the distance takes quadratic time. */
const longest = 64;

/** Levenshtein: insertions, deletions and replacements of one code unit. */
function editDistance(from: string, to: string): number {
  const source = from.slice(0, longest);
  const goal = to.slice(0, longest);
  let row = Array.from({ length: goal.length + 1 }, (_, index) => index);
  for (let line = 1; line <= source.length; line += 1) {
    const above = row;
    row = [line];
    for (let column = 1; column <= goal.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (source[line - 1] === goal[column - 1] ? 0 : 1);
      row.push(Math.min(replaced, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1));
    }
  }
  return row[goal.length] ?? 0;
}

/** `a`, `b` or `c` as a message shows them: each in code quotes. */
export function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  const last = quoted.pop() ?? 'none';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}
