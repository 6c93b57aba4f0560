import { codePointName, diagnose, printable, type Diagnostic } from '../diagnostics/index.js';
import { spanInCode, type CodeSpan } from './inline-text.js';

/** What names of one kind look like. Names become identifiers, keys and file names, so nothing else is let in. */
export interface NameGrammar {
  /** The kind, with its article: "an event type". */
  readonly kind: string;
  readonly pattern: RegExp;
  /** A character that may not stand anywhere in such a name. */
  readonly foreign: RegExp;
  readonly expected: string;
}

export const eventTypeName: NameGrammar = {
  kind: 'an event type',
  pattern: /^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*$/,
  foreign: /[^a-z0-9_.]/u,
  expected: 'lower-case words joined by dots, such as response.output_text.delta',
};

export const operationName: NameGrammar = {
  ...eventTypeName,
  kind: 'an operation name',
  expected: 'lower-case words joined by dots, such as chat.completions.create',
};

export const fieldName: NameGrammar = {
  kind: 'a field name',
  pattern: /^[A-Za-z_][A-Za-z0-9_]*$/,
  foreign: /[^A-Za-z0-9_]/u,
  expected: 'letters, digits and underscores, such as tool_call',
};

export const typeIdentifier: NameGrammar = {
  kind: 'a type name',
  pattern: /^[A-Z][A-Za-z0-9]*$/,
  foreign: /[^A-Za-z0-9]/u,
  expected: 'a PascalCase name, such as ErrorEnvelope',
};

/** A type of `types.schema.json`, a message of the AsyncAPI document (whose own grammar is wide), or an event type. */
export const ruleSubject: NameGrammar = {
  kind: 'the name of a type, message or event type',
  pattern: /^[A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z_][A-Za-z0-9_-]*)*$/,
  foreign: /[^A-Za-z0-9_.-]/u,
  expected: 'a name such as RequestEnvelope or response.usage',
};

export const messageName: NameGrammar = {
  ...ruleSubject,
  kind: 'a message name',
  expected: 'a name such as StreamDone',
};

export const ruleName: NameGrammar = {
  kind: 'a rule name',
  pattern: /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/,
  foreign: /[^a-z0-9-]/u,
  expected: 'a kebab-case name, such as role-before-content',
};

export const symbolName: NameGrammar = {
  ...ruleName,
  kind: 'a symbol name',
  expected: 'a kebab-case name, such as done',
};

export const codeName: NameGrammar = {
  kind: 'a code',
  pattern: /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/,
  foreign: /[^a-z0-9_]/u,
  expected: 'a snake_case name, such as usage_total_mismatch',
};

export const providerWord: NameGrammar = {
  kind: 'a provider or dialect',
  pattern: /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
  foreign: /[^A-Za-z0-9._-]/u,
  expected: 'one word, such as vLLM',
};

/** Nothing, or what keeps the content of a code span from being a name of that kind, at the first offending character. */
export function checkName(code: CodeSpan, grammar: NameGrammar): Diagnostic | undefined {
  if (grammar.pattern.test(code.value)) return undefined;
  const foreign = grammar.foreign.exec(code.value);
  const character = foreign?.[0];
  const ascii = character === undefined || /^[\x20-\x7e]$/.test(character);
  return diagnose('name-form', spanInCode(code, foreign?.index ?? 0), {
    message: ascii
      ? `"${printable(code.value)}" is not ${grammar.kind}.`
      : `"${printable(code.value)}" is not ${grammar.kind}: it holds ${codePointName(character)}.`,
    expected: grammar.expected,
    found:
      character === undefined ? printable(code.value) : ascii ? `"${character}"` : codePointName(character),
  });
}
