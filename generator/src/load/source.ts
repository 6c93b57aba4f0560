import { codePointName, diagnose, type Diagnostic } from '../diagnostics/index.js';
import { createLineIndex } from './line-index.js';

/** The largest document that is read, in bytes. Specifications are written by hand; 4 MiB is far beyond any. */
export const maxSourceBytes = 4 * 1024 * 1024;

/** A document full of control characters is not text at all: after so many the rest is only counted. */
const maxReportedCharacters = 20;

// C0 without tab, line feed and carriage return, DEL, and C1: none of the formats that are read here allows them raw.
const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

export interface DecodedSource {
  /** Without a byte-order mark, every line end as LF: positions are those of the file. Absent when refused. */
  readonly text?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the bytes of a specification document as text.
 *
 * @param file the name that diagnostics give to the document
 * @returns the text, or `file-too-large` (over 4 MiB) or `file-encoding` (not UTF-8, control characters)
 */
export function decodeSource(file: string, bytes: Uint8Array): DecodedSource {
  if (bytes.length > maxSourceBytes) {
    const details = {
      message: 'The file is too large for a specification document.',
      expected: `at most ${String(maxSourceBytes)} bytes`,
      found: `${String(bytes.length)} bytes`,
    };
    return { diagnostics: [diagnose('file-too-large', { file, line: 1, column: 1 }, details)] };
  }
  const text = decodeUtf8(bytes);
  if (text === undefined) return { diagnostics: [invalidUtf8(file, bytes)] };
  const normalised = normalise(text);
  const diagnostics = controlCharacters(file, normalised);
  return diagnostics.length === 0 ? { text: normalised, diagnostics } : { diagnostics };
}

function normalise(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}

function decodeUtf8(bytes: Uint8Array, stream = false): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream });
  } catch {
    return undefined;
  }
}

function invalidUtf8(file: string, bytes: Uint8Array): Diagnostic {
  const before = decodeUtf8(bytes.subarray(0, validPrefixLength(bytes)), true) ?? '';
  const byte = bytes[new TextEncoder().encode(before).length] ?? 0;
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const readable = normalise(before);
  return diagnose('file-encoding', createLineIndex(file, readable).spanAt(readable.length), {
    message: utf16 ? 'The file is UTF-16; save it as UTF-8.' : 'The file is not valid UTF-8 from here on.',
    expected: 'UTF-8',
    found: `byte 0x${byte.toString(16).padStart(2, '0')}`,
  });
}

/** How many bytes a streaming decoder takes without complaint; monotone in the length, so a bisection finds it. */
function validPrefixLength(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (decodeUtf8(bytes.subarray(0, middle), true) === undefined) high = middle - 1;
    else low = middle;
  }
  return low;
}

function controlCharacters(file: string, text: string): readonly Diagnostic[] {
  const reported: RegExpMatchArray[] = [];
  let count = 0;
  for (const match of text.matchAll(controlCharacter)) {
    if (count < maxReportedCharacters) reported.push(match);
    count += 1;
  }
  const lines = createLineIndex(file, text);
  return reported.map((match, place) => {
    const unreported = place === maxReportedCharacters - 1 ? count - maxReportedCharacters : 0;
    return diagnose('file-encoding', lines.spanAt(match.index ?? 0), {
      message:
        unreported > 0
          ? `The file holds control characters: this one and ${String(unreported)} after it.`
          : 'The file holds a control character.',
      expected: 'text; control characters are written as escapes',
      found: codePointName(match[0]),
    });
  });
}
