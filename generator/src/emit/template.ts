import Handlebars from 'handlebars';
import type { JsonValue } from '../model/index.js';
import { jsonLiteral } from './text/json-literal.js';
import { jsonText } from './text/json-text.js';
import { markdownCode, markdownRow, markdownText } from './text/markdown.js';

/**
 * Every value that enters a template passes the escaper of the place where it lands: a template names it
 * (`{{json x}}`, `{{js x}}`, `{{md x}}`, `{{code x}}`), and a test refuses a template that prints a value without one.
 */
export const escapers = {
  json: jsonText,
  js: (value: JsonValue) => jsonLiteral(value),
  md: (value: string) => markdownText(value),
  code: (value: string) => markdownCode(value),
  codes: (values: readonly string[]) => values.map(markdownCode).join(', '),
  row: (cells: readonly Cell[]) =>
    markdownRow(cells.map((cell) => ('code' in cell ? markdownCode(cell.code) : markdownText(cell.text)))),
  rule: (cells: readonly Cell[]) => markdownRow(cells.map(() => '---')),
} as const;

/** A cell of a Markdown table: a code span or plain text. */
export type Cell = { readonly code: string } | { readonly text: string };

/** Renders one of profilegen's own templates. Text of a spec is only ever data here, never a template. */
export function renderTemplate(template: string, data: Readonly<Record<string, unknown>>): string {
  const handlebars = Handlebars.create();
  for (const [name, escaper] of Object.entries(escapers))
    handlebars.registerHelper(name, escaper as Handlebars.HelperDelegate);
  const render = handlebars.compile(template, {
    strict: true,
    noEscape: true,
    knownHelpersOnly: true,
    knownHelpers: Object.fromEntries(Object.keys(escapers).map((name) => [name, true])),
  });
  return render(data, { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false });
}
