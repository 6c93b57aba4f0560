import { catalogue, type DiagnosticCode, type Severity } from './catalogue.js';
import { compareSpans, type Span } from './span.js';

/** A second place that belongs to a finding, e.g. the first of two rows that contradict each other. */
export interface RelatedPlace {
  readonly span: Span;
  readonly message: string;
}

/** One finding about an input: where, what was expected, what was found. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly span: Span;
  readonly message: string;
  readonly expected?: string;
  readonly found?: string;
  readonly related?: readonly RelatedPlace[];
}

/** What a finding says beyond its code: one sentence, and what was expected and found there. */
export interface DiagnosticDetails {
  readonly message: string;
  readonly expected?: string;
  readonly found?: string;
  readonly related?: readonly RelatedPlace[];
}

/** Makes a finding; its severity is the one that the catalogue gives to the code. */
export function diagnose(code: DiagnosticCode, span: Span, details: DiagnosticDetails): Diagnostic {
  return { code, severity: catalogue[code].severity, span, ...details };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}

/** Document order, each finding once: two passes that see the same fault must not report it twice. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return [...diagnostics]
    .sort(
      (a, b) =>
        compareSpans(a.span, b.span) ||
        (a.code < b.code ? -1 : a.code > b.code ? 1 : 0) ||
        (a.message < b.message ? -1 : a.message > b.message ? 1 : 0),
    )
    .filter((diagnostic) => {
      const { file, line, column } = diagnostic.span;
      const key = JSON.stringify([diagnostic.code, file, line, column, diagnostic.message]);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}
