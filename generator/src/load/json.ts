import jsonc, { type Node, type ParseError } from 'jsonc-parser';
import { diagnose, printable, type Diagnostic } from '../diagnostics/index.js';
import type { DataNode, MappingEntry } from './data-node.js';
import { createLineIndex, type LineIndex, type Origin } from './line-index.js';
import { checkSize, duplicateKey, maxDepth, tooDeep, type LoadedData } from './loaded-data.js';

/** After so many syntax errors a reader starts over anyway; text that is not JSON at all has one per token. */
const maxSyntaxErrors = 20;

/**
 * Reads one JSON text (RFC 8259: no comments, no trailing commas) as data with positions.
 *
 * @param file the name that diagnostics give to the document
 * @param text as `decodeSource` returns it
 * @param origin where the text starts in its document, for JSON inside Markdown
 */
export function loadJson(file: string, text: string, origin?: Origin): LoadedData {
  const lines = createLineIndex(file, text, origin);
  // The parser recurses once a level, so the depth is bounded before it runs.
  const deep = firstTooDeep(text);
  if (deep !== undefined) return { diagnostics: [tooDeep(lines.spanAt(deep))] };
  const errors: ParseError[] = [];
  const strict = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };
  const tree = jsonc.parseTree(text, errors, strict);
  if (errors.length > 0 || !tree) return { diagnostics: syntaxErrors(errors, text, lines) };
  const diagnostics: Diagnostic[] = [];
  const root = convert(tree, { text, lines, diagnostics });
  return { root, diagnostics };
}

/** The offset of the first bracket beyond the limit. Brackets that do not match stay open, as in the parser. */
function firstTooDeep(text: string): number | undefined {
  const scanner = jsonc.createScanner(text, true);
  const open: string[] = [];
  while (scanner.getPosition() < text.length) {
    scanner.scan();
    const character = text.charAt(scanner.getTokenOffset());
    if (character === '{' || character === '[') open.push(character);
    else if (character === '}' && open.at(-1) === '{') open.pop();
    else if (character === ']' && open.at(-1) === '[') open.pop();
    if (open.length > maxDepth) return scanner.getTokenOffset();
  }
  return undefined;
}

const syntaxMessages: Readonly<Record<string, string>> = {
  InvalidSymbol: 'This is no JSON value.',
  InvalidNumberFormat: 'This is no JSON number.',
  PropertyNameExpected: 'A property name in double quotes is missing.',
  ValueExpected: 'A value is missing.',
  ColonExpected: 'A colon is missing.',
  CommaExpected: 'A comma is missing.',
  CloseBraceExpected: 'A closing brace is missing.',
  CloseBracketExpected: 'A closing bracket is missing.',
  EndOfFileExpected: 'Text follows the JSON value.',
  InvalidCommentToken: 'JSON has no comments.',
  UnexpectedEndOfString: 'The string has no closing quote on its line.',
  UnexpectedEndOfNumber: 'The number ends too early.',
  InvalidUnicode: 'The Unicode escape is not \\u and four hexadecimal digits.',
  InvalidEscapeCharacter: 'JSON has no such escape.',
  InvalidCharacter: 'A string holds a raw control character.',
};

function syntaxErrors(errors: readonly ParseError[], text: string, lines: LineIndex): readonly Diagnostic[] {
  if (text.trim() === '') {
    return [diagnose('syntax', lines.spanAt(0), { message: 'The text is empty.', expected: 'a JSON value' })];
  }
  const causes = errors.filter((error, place) => !isEcho(error, errors[place - 1], text));
  return causes.slice(0, maxSyntaxErrors).map(({ error, offset, length }) => {
    const message = syntaxMessages[jsonc.printParseErrorCode(error)] ?? 'This is not JSON.';
    const found = printable(text.slice(offset, offset + length));
    return diagnose('syntax', lines.spanAt(offset), found === '' ? { message } : { message, found });
  });
}

/** Recovery reports what is missing right where, or right after, it met what does not belong there: one fault. */
function isEcho(error: ParseError, previous: ParseError | undefined, text: string): boolean {
  if (!previous || !jsonc.printParseErrorCode(error.error).endsWith('Expected')) return false;
  const afterJunk = jsonc.printParseErrorCode(previous.error) === 'InvalidSymbol';
  const end = afterJunk ? previous.offset + previous.length : previous.offset;
  return text.slice(Math.min(end, error.offset), error.offset).trim() === '';
}

interface Conversion {
  readonly text: string;
  readonly lines: LineIndex;
  readonly diagnostics: Diagnostic[];
}

function convert(node: Node, state: Conversion): DataNode {
  const span = state.lines.spanAt(node.offset);
  state.diagnostics.push(...checkSize(node.children?.length ?? 0, span));
  if (node.type === 'object') {
    return { kind: 'mapping', entries: convertEntries(node.children ?? [], state), span };
  }
  if (node.type === 'array') {
    return { kind: 'sequence', items: (node.children ?? []).map((item) => convert(item, state)), span };
  }
  const value = node.value as string | number | boolean | null;
  const raw = state.text.slice(node.offset, node.offset + node.length);
  return { kind: 'scalar', value, ...(typeof value === 'number' ? { raw } : {}), span };
}

function convertEntries(properties: readonly Node[], state: Conversion): readonly MappingEntry[] {
  const entries = new Map<string, MappingEntry>();
  for (const { children: [keyNode, valueNode] = [] } of properties) {
    // A tree without syntax errors has both.
    if (!keyNode || !valueNode) continue;
    const key = String(keyNode.value);
    const keySpan = state.lines.spanAt(keyNode.offset);
    const value = convert(valueNode, state);
    const first = entries.get(key);
    if (first) state.diagnostics.push(duplicateKey(key, keySpan, first.keySpan));
    else entries.set(key, { key, keySpan, value });
  }
  return [...entries.values()];
}
