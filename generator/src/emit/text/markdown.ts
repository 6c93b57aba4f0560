import { escapeUnsafeCharacters } from './unsafe-characters.js';

/** Text for one line or table cell of Markdown: no HTML, link, image, heading or cell border is live in it. */
export function markdownText(text: string): string {
  return escapeUnsafeCharacters(text.replace(/\s+/gu, ' ').trim()).replace(/[\\`*_[\]<>|#!~&]/g, '\\$&');
}

/** A row of a Markdown table from cells that are escaped already. */
export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** A code span in Markdown, also inside a table cell. */
export function markdownCode(text: string): string {
  const safe = escapeUnsafeCharacters(text.replace(/\s+/gu, ' ')).replaceAll('|', '\\|');
  const longest = Math.max(0, ...[...safe.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  const pad = safe.startsWith('`') || safe.endsWith('`') || safe === '' ? ' ' : '';
  return `${fence}${pad}${safe}${pad}${fence}`;
}
