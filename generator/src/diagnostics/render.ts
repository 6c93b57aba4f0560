import type { Severity } from './catalogue.js';
import type { Diagnostic, RelatedPlace } from './diagnostic.js';
import { printable } from './printable.js';
import { formatSpan, type Span } from './span.js';

/** `text` for people, `json` for programs, `github` for the annotations of a GitHub workflow. */
export const diagnosticFormats = ['text', 'json', 'github'] as const;
export type DiagnosticFormat = (typeof diagnosticFormats)[number];

/** In code points; what a message quotes of an input is cut there. */
const longest = { file: 400, message: 1000, detail: 200 };

/**
 * Findings as one text that ends with a line feed, or as an empty text (`[]` in JSON) when there are none.
 * Whatever they quote of an input has its control and invisible characters escaped, in every format.
 */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], format: DiagnosticFormat): string {
  const shown = diagnostics.map(toPrintable);
  if (format === 'json') return `${JSON.stringify(shown, null, 2)}\n`;
  return shown
    .map((diagnostic) => `${format === 'text' ? asText(diagnostic) : asGitHub(diagnostic)}\n`)
    .join('');
}

/** A finding as it is printed in JSON: the same fields, every text safe to show. */
export function toPrintable(diagnostic: Diagnostic): Diagnostic {
  const { code, severity, span, message, expected, found, related } = diagnostic;
  return {
    code,
    severity,
    span: printableSpan(span),
    message: printable(message, longest.message),
    ...(expected === undefined ? {} : { expected: printable(expected, longest.detail) }),
    ...(found === undefined ? {} : { found: printable(found, longest.detail) }),
    ...(related === undefined ? {} : { related: related.map(printableRelated) }),
  };
}

function printableRelated({ span, message }: RelatedPlace): RelatedPlace {
  return { span: printableSpan(span), message: printable(message, longest.message) };
}

function printableSpan({ file, line, column }: Span): Span {
  return { file: printable(file, longest.file), line, column };
}

/** `file:line:column: code: message`; what is no error says so before its message. */
function asText({ severity, span, code, message, ...details }: Diagnostic): string {
  const word = severity === 'error' ? '' : `${severity}: `;
  return [`${formatSpan(span)}: ${code}: ${word}${message}`, ...detailLines(details)].join('\n');
}

function detailLines({
  expected,
  found,
  related,
}: Pick<Diagnostic, 'expected' | 'found' | 'related'>): readonly string[] {
  return [
    ...(expected === undefined ? [] : [`  expected ${expected}`]),
    ...(found === undefined ? [] : [`  found ${found}`]),
    ...(related ?? []).map((place) => `  ${formatSpan(place.span)}: ${place.message}`),
  ];
}

const workflowCommand: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  note: 'notice',
};

function asGitHub({ severity, span, code, message, ...details }: Diagnostic): string {
  const text = [`${code}: ${message}`, ...detailLines(details)].join('\n');
  return workflowAnnotation(workflowCommand[severity], span, text);
}

/** One annotation of a GitHub workflow; a text of several lines stays one annotation. */
export function workflowAnnotation(command: string, { file, line, column }: Span, text: string): string {
  const place = `file=${escapeProperty(file)},line=${String(line)},col=${String(column)}`;
  return `::${command} ${place}::${escapeData(text)}`;
}

/** The runner reads `%`, carriage return and line feed as its own; a bare `::` in the text is harmless. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
