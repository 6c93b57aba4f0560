import { stringLiteral } from './string-literal.js';

/**
 * An expression that makes the regular expression with the `u` flag. A literal, where the pattern is plain
 * enough to read as one and for the TypeScript scanner to judge it as the engine does; a constructor call
 * otherwise. The pattern must be valid (`pattern-invalid` is reported before).
 */
export function regExpLiteral(pattern: string): string {
  return isPlain(pattern)
    ? `/${new RegExp(pattern, 'u').source}/u`
    : `new RegExp(${stringLiteral(pattern)}, 'u')`;
}

function isPlain(pattern: string): boolean {
  const printableAscii = /^[ -~]+$/.test(pattern);
  const namesOrProperties = /\\[pPk]|\(\?(?![:=!])/.test(pattern);
  return printableAscii && !namesOrProperties;
}
