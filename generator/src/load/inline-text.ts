import type { Nodes, PhrasingContent } from 'mdast';
import type { Span } from '../diagnostics/index.js';

/** A value together with the place that states it. */
export interface Stated<T> {
  readonly value: T;
  readonly span: Span;
}

/** A code span: `span` is where its content starts, after the back-ticks. */
export interface CodeSpan extends Stated<string> {
  /** The content as written: in a table a pipe stands there as `\|`. */
  readonly source: string;
}

/** Text of a cell, list item or heading: code spans and what stands between them. */
export interface InlineText {
  /** The text with its code spans in back-ticks, trimmed; links, emphasis and HTML stay as they are written. */
  readonly text: string;
  readonly codes: readonly CodeSpan[];
  /** The text before, between and after the code spans: one more than there are code spans. */
  readonly gaps: readonly string[];
  /** Where the text starts; in an empty cell, where it would. */
  readonly span: Span;
}

/** Whether the text is a code span and nothing else. */
export function isSingleCode({ codes, gaps }: InlineText): boolean {
  return codes.length === 1 && gaps.every((gap) => gap.trim() === '');
}

/** The content of a code span that stands alone, else the text. */
export function stated(inline: InlineText): Stated<string> {
  const [code] = inline.codes;
  if (code && isSingleCode(inline)) return { value: code.value, span: code.span };
  return { value: inline.text, span: inline.span };
}

/**
 * The place of a character of a code span's value, for faults inside an expression.
 *
 * @param offset in UTF-16 code units from the start of `value`
 */
export function spanInCode(code: CodeSpan, offset: number): Span {
  let written = 0;
  for (let read = 0; read < offset && written < code.source.length; read += 1) {
    // An escaped pipe is one character of the value; a pipe that is not escaped cannot stand in a cell.
    written += code.source.startsWith('\\|', written) && code.value[read] === '|' ? 2 : 1;
  }
  return { ...code.span, column: code.span.column + written };
}

/** Reads the inline nodes of a paragraph, heading or cell out of the text that they were parsed from. */
export function inlineText(nodes: readonly PhrasingContent[], source: string, span: Span): InlineText {
  const codes: CodeSpan[] = [];
  const gaps: string[] = [];
  let gap = '';
  const visit = (node: Nodes): void => {
    if (node.type === 'inlineCode') {
      codes.push(codeSpan(node.value, node.position, source, span.file));
      gaps.push(gap);
      gap = '';
    } else if ('children' in node) {
      node.children.forEach(visit);
    } else {
      gap += 'value' in node ? node.value : '\n';
    }
  };
  nodes.forEach(visit);
  gaps.push(gap);
  const text = gaps.map((between, place) => between + inBackTicks(codes[place]?.value)).join('');
  return { text: text.trim(), codes, gaps, span };
}

type NodePosition = Nodes['position'];

function codeSpan(value: string, position: NodePosition, source: string, file: string): CodeSpan {
  const written = source.slice(position?.start.offset, position?.end.offset);
  const fence = /^`+/.exec(written)?.[0].length ?? 0;
  const inner = written.slice(fence, written.length - fence);
  // One space on either side only keeps the content apart from the back-ticks.
  const padding = inner.startsWith(' ') && inner.endsWith(' ') && /[^ ]/.test(inner) ? 1 : 0;
  const { line = 1, column = 1 } = position?.start ?? {};
  const span = { file, line, column: column + fence + padding };
  return { value, source: inner.slice(padding, inner.length - padding), span };
}

function inBackTicks(code: string | undefined): string {
  if (code === undefined) return '';
  const fence = '`'.repeat(longestRun(code) + 1);
  return fence.length === 1 ? fence + code + fence : `${fence} ${code} ${fence}`;
}

function longestRun(code: string): number {
  return Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
}
