export { catalogue, type DiagnosticCode, type Severity } from './catalogue.js';
export {
  diagnose,
  hasErrors,
  sortDiagnostics,
  type Diagnostic,
  type DiagnosticDetails,
  type RelatedPlace,
} from './diagnostic.js';
export { compareSpans, formatSpan, type Span } from './span.js';
export { codePointName, printable } from './printable.js';
export {
  diagnosticFormats,
  renderDiagnostics,
  toPrintable,
  workflowAnnotation,
  type DiagnosticFormat,
} from './render.js';
