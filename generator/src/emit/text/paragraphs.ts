import { commentText } from './comment.js';
import { wrap } from './wrap.js';

/** Columns of a wrapped paragraph: leaves room for the comment marks and two levels of indentation. */
const width = 98;

/** Text of a spec as the inside of a doc comment: paragraphs are kept, each is made inert and wrapped. */
export function commentParagraphs(text: string): string {
  return text
    .split(/\r?\n[^\S\n]*\r?\n/)
    .map((paragraph) => wrap(commentText(paragraph), width).join('\n'))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}
