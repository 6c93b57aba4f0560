import { Composer, CST, Lexer, Parser, type Document, type ParsedNode, type YAMLError } from 'yaml';
import { diagnose, printable, type Diagnostic } from '../diagnostics/index.js';
import { createLineIndex, type LineIndex } from './line-index.js';
import { maxDepth, tooDeep, type LoadedData } from './loaded-data.js';
import { convertYaml } from './yaml-nodes.js';

/**
 * Reads one YAML 1.2 document (core schema) as JSON-shaped data with positions.
 *
 * Aliases and merge keys are expanded up to a limit; tags beyond the core schema, other YAML versions,
 * further documents, duplicate keys and keys that are collections are errors. Plain keys such as `200` or
 * `on` are read as the text that stands there.
 *
 * @param file the name that diagnostics give to the document
 * @param text as `decodeSource` returns it
 */
export function loadYaml(file: string, text: string): LoadedData {
  const lines = createLineIndex(file, text);
  const syntax = readTokens(text, lines);
  if (syntax.fault) return { diagnostics: [syntax.fault] };
  const options = {
    version: '1.2',
    schema: 'core',
    uniqueKeys: false,
    prettyErrors: false,
    resolveKnownTags: false,
  } as const;
  const documents = [...new Composer(options).compose(syntax.tokens, true, text.length)];
  const diagnostics = documents.flatMap((document) => findings(document, lines));
  diagnostics.push(...directives(syntax.tokens, lines), ...furtherDocuments(syntax.tokens, lines));
  if (isEmpty(syntax.tokens)) {
    const details = { message: 'The file is empty.', expected: 'a YAML document' };
    return { diagnostics: [diagnose('syntax', { file, line: 1, column: 1 }, details), ...diagnostics] };
  }
  const contents: ParsedNode | null | undefined = documents[0]?.contents;
  if (documents.some((document) => document.errors.length > 0) || !contents) return { diagnostics };
  const converted = convertYaml(contents, lines);
  return { ...converted, diagnostics: [...diagnostics, ...converted.diagnostics] };
}

interface TokenStream {
  readonly tokens: readonly CST.Token[];
  readonly fault?: Diagnostic;
}

/** The parser keeps open collections on an explicit stack; all that comes after it recurses, so depth is bounded here. */
function readTokens(text: string, lines: LineIndex): TokenStream {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    const deepest = collectionAt(parser.stack, maxDepth + 1);
    if (deepest) return { tokens, fault: tooDeep(lines.spanAt(deepest.offset)) };
  }
  tokens.push(...parser.end());
  return { tokens };
}

function collectionAt(stack: readonly CST.Token[], level: number): CST.Token | undefined {
  return stack.length < level ? undefined : stack.filter(CST.isCollection)[level - 1];
}

function findings(document: Document.Parsed, lines: LineIndex): Diagnostic[] {
  const report = (problem: YAMLError): Diagnostic =>
    diagnose('syntax', lines.spanAt(problem.pos[0]), { message: `${printable(problem.message, 200)}.` });
  const known = document.warnings.filter((warning) => warning.code !== 'BAD_DIRECTIVE');
  return [...document.errors, ...known].map(report);
}

/** Another version would read the same text differently (`no` as false, `010` as eight), so only 1.2 is taken. */
function directives(tokens: readonly CST.Token[], lines: LineIndex): readonly Diagnostic[] {
  return tokens.flatMap((token) => {
    if (token.type !== 'directive') return [];
    const words = token.source.trim().split(/\s+/);
    if (words[0] === '%TAG' || (words[0] === '%YAML' && words[1] === '1.2')) return [];
    const details = {
      message: 'Unknown YAML directive.',
      expected: '%YAML 1.2',
      found: printable(token.source),
    };
    return [diagnose('syntax', lines.spanAt(token.offset), details)];
  });
}

function furtherDocuments(tokens: readonly CST.Token[], lines: LineIndex): readonly Diagnostic[] {
  const second = tokens.filter((token) => token.type === 'document')[1];
  if (!second) return [];
  const start = second.start.find((token) => token.type === 'doc-start')?.offset ?? second.offset;
  const details = { message: 'A second YAML document starts here.', expected: 'one document per file' };
  return [diagnose('syntax', lines.spanAt(start), details)];
}

function isEmpty(tokens: readonly CST.Token[]): boolean {
  return tokens.every((token) => token.type !== 'document' || !token.value);
}
