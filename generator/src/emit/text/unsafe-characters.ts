/**
 * Characters that no emitted file holds raw: controls, lone surrogates, line separators, and everything a
 * reader cannot see or that reorders what a reader sees (CVE-2021-42574, "Trojan Source").
 */
const unsafeCharacter = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Spaces other than U+0020: visible, but not told apart from it. */
const oddSpace = /(?! )\p{Zs}/gu;

/** `\u202e` or `\u{e0041}`: the same text in a string, a template and a regular expression with the `u` flag. */
export function unicodeEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}

/** Escapes what would be invisible or misleading; line ends count as unsafe too. */
export function escapeUnsafeCharacters(text: string): string {
  return text.replace(unsafeCharacter, unicodeEscape);
}

export function escapeOddSpaces(text: string): string {
  return text.replace(oddSpace, unicodeEscape);
}

/** The same, by the rule of a notation that escapes UTF-16 code units. */
export function forEachUnsafeCodeUnit(text: string, escape: (unit: number) => string): string {
  return text.replace(unsafeCharacter, (character) =>
    character
      .split('')
      .map((unit) => escape(unit.charCodeAt(0)))
      .join(''),
  );
}
