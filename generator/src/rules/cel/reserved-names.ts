/**
 * Names that a macro variable of CEL may have and a parameter in TypeScript may not: words that the language
 * reserves in modules (ECMA-262, "Keywords and Reserved Words"), and globals that the printed text uses.
 */
const RESERVED: ReadonlySet<string> = new Set([
  ...['arguments', 'await', 'case', 'catch', 'class', 'debugger', 'default', 'delete', 'do', 'enum', 'eval'],
  ...['export', 'extends', 'finally', 'implements', 'instanceof', 'interface', 'new', 'private', 'protected'],
  ...['public', 'static', 'super', 'switch', 'this', 'throw', 'try', 'typeof', 'undefined', 'with', 'yield'],
  ...['Math', 'RegExp', 'String'],
]);

export function isReservedName(name: string): boolean {
  return RESERVED.has(name);
}
