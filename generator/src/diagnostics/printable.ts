/** Characters that a terminal acts on, or that a reader cannot see: controls, bidi marks, odd spaces, fillers. */
const unprintable =
  /[\p{C}\p{Zl}\p{Zp}\u00a0\u115f\u1160\u1680\u180b-\u180f\u2000-\u200a\u202f\u205f\u3000\u3164\ufe00-\ufe0f\uffa0]/u;

/** `U+200B`, the way Unicode writes a code point. */
export function codePointName(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Text of an input as a message may show it: control, invisible and unassigned characters are escaped
 * (`\x1b`, `\u{202e}`), and what is longer than `limit` code points is cut and its length told.
 */
export function printable(text: string, limit = 80): string {
  let shown = '';
  let count = 0;
  for (const character of text) {
    if (count === limit) return `${shown}… (${String(text.length)} characters)`;
    shown += unprintable.test(character) ? escapeCharacter(character) : character;
    count += 1;
  }
  return shown;
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return code < 0x100 ? `\\x${digits.padStart(2, '0')}` : `\\u{${digits}}`;
}
