import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified, type Processor } from 'unified';

/**
 * Inline syntax that the tables of a profile have no use for. Read as plain text, a link, emphasis or HTML
 * tag stays visible in a cell that should hold a name only, nothing of it is lost in a description, and
 * none of the constructs whose parsing takes quadratic time is left.
 */
const plainInline = [
  ...['attention', 'autolink', 'htmlText', 'labelStartImage', 'labelStartLink', 'labelEnd'],
  ...['gfmFootnoteCall', 'gfmPotentialFootnoteCall', 'tasklistCheck', 'strikethrough'],
  ...['emailAutolink', 'protocolAutolink', 'wwwAutolink'],
];

function readInlineAsText(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: plainInline } }];
}

const processor = unified().use(remarkParse).use(remarkGfm).use(readInlineAsText).freeze();

/** Parses GitHub-flavoured Markdown: all of its blocks, and of its inline syntax code spans and escapes. */
export function parseMarkdown(text: string): Root {
  return processor.parse(text);
}
