import { commentText } from './comment.js';

/** Columns of a wrapped paragraph: leaves room for the comment marks and two levels of indentation. */
const width = 98;

/** Text of a spec as the inside of a doc comment: paragraphs are kept, each is made inert and wrapped. */
export function commentParagraphs(text: string): string {
  return text
    .split(/\r?\n[^\S\n]*\r?\n/)
    .map((paragraph) => wrap(commentText(paragraph)))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function wrap(paragraph: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join('\n');
}
