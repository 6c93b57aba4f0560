import type { Issue } from './issue.js';

/** Parses JSON text; text that is not JSON becomes an issue, never an exception. */
export function parseJson(
  text: string,
  spec: string,
): { readonly value: unknown } | { readonly issue: Issue } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { issue: { code: 'json', path: '', expected: 'JSON text', got: excerpt(text), spec } };
  }
}

function excerpt(text: string): string {
  if (text === '') return 'nothing';
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
