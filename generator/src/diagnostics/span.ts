/**
 * The place in a source document where something stands.
 *
 * `file` is the path as the caller named the document, with forward slashes; `line` and `column` start
 * at 1, columns count UTF-16 code units, as editors and tsc do.
 */
export interface Span {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** `file:line:column`, the form that terminals and editors turn into a link. */
export function formatSpan(span: Span): string {
  return `${span.file}:${String(span.line)}:${String(span.column)}`;
}

/** Document order: by file (code units), then line, then column. */
export function compareSpans(a: Span, b: Span): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
