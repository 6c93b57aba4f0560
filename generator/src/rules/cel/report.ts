import type { DiagnosticCode, DiagnosticDetails } from '../../diagnostics/index.js';

/** The codes that a CEL source can earn. */
export type RuleCode = Extract<
  DiagnosticCode,
  'rule-syntax' | 'rule-type' | 'rule-constant' | 'rule-unknown-field' | 'rule-unsupported'
>;

/** Takes one problem of a CEL source, at an offset (UTF-16 code units) in it. */
export type Report = (code: RuleCode, offset: number, details: DiagnosticDetails) => void;
