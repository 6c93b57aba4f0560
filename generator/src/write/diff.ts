import { FILE_HEADERS_ONLY, formatPatch, structuredPatch, type StructuredPatch } from 'diff';

/** A unified diff of one file. */
export interface FileDiff {
  /** Applies with `patch -p1` in the output folder. */
  readonly text: string;
  /** The first line on disk that the diff touches, from 1. */
  readonly line: number;
}

/** Edits after which looking for the shortest diff takes longer than anybody would read it. */
const maxEdits = 2000;

const nowhere = '/dev/null';

/** From what is on disk to what belongs there; undefined is a file that does not exist. */
export function unifiedDiff(path: string, before: string | undefined, after: string | undefined): FileDiff {
  const oldName = before === undefined ? nowhere : `a/${path}`;
  const newName = after === undefined ? nowhere : `b/${path}`;
  const patch = comparison(oldName, newName, before ?? '', after ?? '');
  return { text: formatPatch(patch, FILE_HEADERS_ONLY), line: firstTouchedLine(patch) };
}

function comparison(oldName: string, newName: string, before: string, after: string): StructuredPatch {
  const compare = (from: string, to: string): StructuredPatch | undefined =>
    structuredPatch(oldName, newName, from, to, undefined, undefined, {
      context: 3,
      maxEditLength: maxEdits,
    });
  if (before === '' || after === '') return wholly(oldName, newName, before, after);
  return compare(before, after) ?? wholly(oldName, newName, before, after);
}

/** Every old line out, every new line in. */
function wholly(oldName: string, newName: string, before: string, after: string): StructuredPatch {
  const removed = structuredPatch(oldName, newName, before, '').hunks[0];
  const added = structuredPatch(oldName, newName, '', after).hunks[0];
  const hunk = {
    oldStart: removed?.oldStart ?? 1,
    oldLines: removed?.oldLines ?? 0,
    newStart: added?.newStart ?? 1,
    newLines: added?.newLines ?? 0,
    lines: [...(removed?.lines ?? []), ...(added?.lines ?? [])],
  };
  const base = structuredPatch(oldName, newName, '', '');
  return { ...base, hunks: hunk.lines.length === 0 ? [] : [hunk] };
}

function firstTouchedLine(patch: StructuredPatch): number {
  const hunk = patch.hunks[0];
  if (hunk === undefined) return 1;
  const context = hunk.lines.findIndex((line) => !line.startsWith(' '));
  return Math.max(1, hunk.oldStart + Math.max(0, context));
}
