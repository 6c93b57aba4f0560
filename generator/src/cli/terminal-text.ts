/** What a terminal acts on or a reader cannot see; line feeds and tabs are the layout of the text itself. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A text of several lines, e.g. a diff, with everything but its own line feeds and tabs made visible. */
export function terminalText(text: string): string {
  return text.replace(unsafe, (character) => {
    if (character === '\n' || character === '\t') return character;
    const digits = (character.codePointAt(0) ?? 0).toString(16);
    return digits.length <= 2 ? `\\x${digits.padStart(2, '0')}` : `\\u{${digits}}`;
  });
}

/** The value as JSON with a line feed; JSON escapes stand for what a terminal would act on, so the value is the same. */
export function jsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent).replace(unsafe, (character) => {
    // Between the tokens of indented JSON; inside of strings they are escaped already.
    if (character === '\n') return character;
    return Array.from({ length: character.length }, (_, index) => {
      return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
    }).join('');
  });
  return `${text}\n`;
}
