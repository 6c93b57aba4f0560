import type { Code, Heading, List, Nodes, Parent, Table as TableNode, TableCell } from 'mdast';
import type { Diagnostic, Span } from '../diagnostics/index.js';
import { inlineText, isSingleCode, type InlineText, type Stated } from './inline-text.js';
import { loadJson } from './json.js';
import type { ExampleBlock, MarkdownDocument, NameList, Table, TableRow } from './markdown-document.js';
import { checkMarkdownLimits } from './markdown-limits.js';
import { parseMarkdown } from './markdown-parser.js';
import { brokenTable, rowWidth } from './table-faults.js';

/**
 * Reads the tables, name lists and code blocks of a Markdown document (GFM), each with its position.
 *
 * @param file the name that diagnostics give to the document
 * @param text as `decodeSource` returns it
 */
export function loadTables(file: string, text: string): MarkdownDocument {
  const limits = checkMarkdownLimits(file, text);
  if (limits.length > 0) return { tables: [], lists: [], codeBlocks: [], diagnostics: limits };
  const reader = new Reader(file, text);
  reader.readChildren(parseMarkdown(text));
  return reader.document();
}

class Reader {
  readonly #tables: Table[] = [];
  readonly #lists: NameList[] = [];
  readonly #codeBlocks: ExampleBlock[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  #headings: readonly { readonly depth: number; readonly text: string }[] = [];
  #title: Stated<string> | undefined;

  constructor(
    private readonly file: string,
    private readonly text: string,
  ) {}

  document(): MarkdownDocument {
    return {
      ...(this.#title ? { title: this.#title } : {}),
      tables: this.#tables,
      lists: this.#lists,
      codeBlocks: this.#codeBlocks,
      diagnostics: this.#diagnostics,
    };
  }

  readChildren({ children }: Parent): void {
    children.forEach((node, place) => {
      this.#readBlock(node, children[place - 1]);
    });
  }

  #readBlock(node: Nodes, before: Nodes | undefined): void {
    if (node.type === 'heading') this.#readHeading(node);
    else if (node.type === 'table') this.#readTable(node);
    else if (node.type === 'code') this.#readCode(node);
    else if (node.type === 'paragraph') {
      this.#diagnostics.push(...brokenTable(this.#sourceOf(node), this.#spanOf(node)));
    } else if ('children' in node) {
      if (node.type === 'list') this.#readList(node, before);
      this.readChildren(node);
    }
  }

  #readHeading(node: Heading): void {
    const span = this.#spanOf(node);
    const { depth } = node;
    const { text } = inlineText(node.children, this.text, span);
    this.#headings = [...this.#headings.filter((above) => above.depth < depth), { depth, text }];
    if (depth === 1) this.#title ??= { value: text, span };
  }

  #readTable(node: TableNode): void {
    const [headerRow, ...rowNodes] = node.children;
    const header = (headerRow?.children ?? []).map((cell) => this.#cell(cell));
    const rows: TableRow[] = [];
    for (const rowNode of rowNodes) {
      const row = { cells: rowNode.children.map((cell) => this.#cell(cell)), span: this.#spanOf(rowNode) };
      if (row.cells.length === header.length) rows.push(row);
      else this.#diagnostics.push(rowWidth(row, header));
    }
    this.#tables.push({ header, rows, headings: this.#headingPath(), span: this.#spanOf(node) });
  }

  #cell(node: TableCell): InlineText {
    const start = this.#spanOf(node);
    // A cell starts with its pipe, except the first of a row without a leading one.
    const before = node.children.length > 0 ? /^\|?[ \t]*/ : /^\|? ?/;
    const offset = before.exec(this.#sourceOf(node))?.[0].length ?? 0;
    return inlineText(node.children, this.text, { ...start, column: start.column + offset });
  }

  #readList(node: List, before: Nodes | undefined): void {
    if (before?.type !== 'paragraph') return;
    const caption = inlineText(before.children, this.text, this.#spanOf(before)).text;
    if (!caption.endsWith(':')) return;
    const items = node.children.map((item) => {
      const [first] = item.children;
      const inline = item.children.length === 1 && first?.type === 'paragraph' ? first.children : [];
      return inlineText(inline, this.text, this.#spanOf(first ?? item));
    });
    const names = items.filter(isSingleCode).flatMap(({ codes }) => codes);
    if (names.length === 0) return;
    this.#lists.push({
      caption: caption.slice(0, -1),
      names,
      others: items.filter((item) => !isSingleCode(item)),
      headings: this.#headingPath(),
      span: this.#spanOf(node),
    });
  }

  #readCode(node: Code): void {
    const span = this.#spanOf(node);
    const fenced = /^[`~]/.test(this.#sourceOf(node));
    if (!fenced) return;
    const language = (node.lang ?? '').toLowerCase();
    const block = { language, text: node.value, headings: this.#headingPath(), span };
    if (language !== 'json') {
      this.#codeBlocks.push(block);
      return;
    }
    // The lines of a block are indented like its fence, and that indentation is no part of its text.
    const { root, diagnostics } = loadJson(this.file, node.value, {
      line: span.line + 1,
      column: span.column,
    });
    this.#diagnostics.push(...diagnostics);
    this.#codeBlocks.push(root ? { ...block, root } : block);
  }

  #headingPath(): readonly string[] {
    return this.#headings.map(({ text }) => text);
  }

  #spanOf({ position }: Nodes): Span {
    return { file: this.file, line: position?.start.line ?? 1, column: position?.start.column ?? 1 };
  }

  #sourceOf({ position }: Nodes): string {
    return this.text.slice(position?.start.offset, position?.end.offset);
  }
}
