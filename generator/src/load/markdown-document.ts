import type { Diagnostic, Span } from '../diagnostics/index.js';
import type { DataNode } from './data-node.js';
import type { CodeSpan, InlineText, Stated } from './inline-text.js';

/** What profilegen reads out of a Markdown document: everything else is prose. */
export interface MarkdownDocument {
  /** The first heading of level 1. */
  readonly title?: Stated<string>;
  readonly tables: readonly Table[];
  readonly lists: readonly NameList[];
  readonly codeBlocks: readonly ExampleBlock[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A GFM table. */
export interface Table {
  readonly header: readonly InlineText[];
  /** Every row has as many cells as the header; a row that has not is a diagnostic. */
  readonly rows: readonly TableRow[];
  /** The headings above the table, outermost first. */
  readonly headings: readonly string[];
  readonly span: Span;
}

export interface TableRow {
  readonly cells: readonly InlineText[];
  readonly span: Span;
}

/** A list with names in code spans, right after a paragraph that ends in a colon. */
export interface NameList {
  /** The paragraph, without its colon. */
  readonly caption: string;
  /** The items that are exactly one code span. */
  readonly names: readonly CodeSpan[];
  /** The items that are anything else. */
  readonly others: readonly InlineText[];
  readonly headings: readonly string[];
  readonly span: Span;
}

/** A fenced code block. */
export interface ExampleBlock {
  /** The word after the fence, lower case; empty where there is none. */
  readonly language: string;
  readonly text: string;
  /** The value of a `json` block, positioned in the Markdown file; absent where it is not valid JSON. */
  readonly root?: DataNode;
  readonly headings: readonly string[];
  readonly span: Span;
}
