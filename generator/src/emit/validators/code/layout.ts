import { stringLiteral } from '../../text/index.js';
import type { Condition } from './condition.js';
import type { Statement } from './statement.js';

/** Longest line, as in the Prettier settings of this project; the layout is the one Prettier would choose. */
const width = 110;

export function printStatements(statements: readonly Statement[], indent: number): string[] {
  // What follows a return is unreachable, which the strictest compiler settings refuse.
  const end = statements.findIndex((statement) => statement.kind === 'return');
  const reached = end < 0 ? statements : statements.slice(0, end + 1);
  return reached.flatMap((statement) => printStatement(statement, indent));
}

/** An expression on one line, or a list whose items stand on lines of their own where they do not fit on one. */
export type ConstantValue =
  | string
  | { readonly type: string; readonly text: string }
  | { readonly open: string; readonly items: readonly string[]; readonly close: string };

export function printConstant(name: string, value: ConstantValue): string {
  const start = `const ${name} = `;
  if (typeof value === 'string') return `${start}${value};`;
  if ('text' in value) return `const ${name}: ${value.type} = ${value.text};`;
  const short = `${start}${value.open}${value.items.join(', ')}${value.close};`;
  if (short.length <= width) return short;
  return [start + value.open, ...itemLines(value.items), `${value.close};`].join('\n');
}

/** An import of names, `type` before those that are types; nothing where there are none. */
export function printImport(names: readonly string[], specifier: string): readonly string[] {
  if (names.length === 0) return [];
  const typesOnly = names.every((name) => name.startsWith('type '));
  const items = [...new Set(typesOnly ? names.map((name) => name.slice('type '.length)) : names)].sort(
    byName,
  );
  const keyword = typesOnly ? 'import type' : 'import';
  const from = `from ${stringLiteral(specifier)};`;
  const short = `${keyword} { ${items.join(', ')} } ${from}`;
  if (short.length <= width) return [short];
  return [`${keyword} {`, ...items.map((item) => `  ${item},`), `} ${from}`];
}

function byName(left: string, right: string): number {
  const [a, b] = [left, right].map((name) => name.replace(/^type /, ''));
  return a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1;
}

/** Numbers fill the lines; other items have one each. */
function itemLines(items: readonly string[]): string[] {
  if (!items.every((item) => /^-?\d/.test(item))) return items.map((item) => `  ${item},`);
  const lines: string[] = [];
  let current = ' ';
  for (const item of items) {
    if (current.length + item.length + 2 > width) {
      lines.push(current);
      current = ' ';
    }
    current += ` ${item},`;
  }
  return [...lines, current];
}

/** Whether the statements use an identifier. */
export function mentions(statements: readonly Statement[], identifier: string): boolean {
  return identifiersOf(statements).has(identifier);
}

/** The identifiers that statements use, without what only stands in texts. */
export function identifiersOf(statements: readonly Statement[]): ReadonlySet<string> {
  const code = printStatements(statements, 0).join('\n');
  const withoutStrings = code.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, '');
  return wordsOf(
    withoutStrings.replace(/`(?:[^`\\]|\\.)*`/g, (template) => {
      return [...template.matchAll(/\$\{([^}]*)\}/g)].map(([, expression]) => expression).join(' ');
    }),
  );
}

/** Everything in emitted code that reads as an identifier. */
export function wordsOf(code: string): ReadonlySet<string> {
  return new Set(code.match(/[\p{ID_Continue}$]+/gu));
}

function printStatement(statement: Statement, indent: number): string[] {
  const margin = ' '.repeat(indent);
  switch (statement.kind) {
    case 'line':
      return [margin + statement.text];
    case 'call':
      return printCall(statement.callee, statement.args, indent);
    case 'return':
      return printReturn(statement.condition, indent);
    case 'if':
      return printIf(statement, indent);
    case 'block':
      return [`${margin}${statement.head} {`, ...printStatements(statement.body, indent + 2), `${margin}}`];
    case 'switch':
      return printSwitch(statement, indent);
    case 'destructure':
      return printDestructuring(statement, indent);
  }
}

function printCall(callee: string, args: readonly string[], indent: number): string[] {
  const margin = ' '.repeat(indent);
  const short = `${margin}${callee}(${args.join(', ')});`;
  if (short.length <= width || args.length === 0) return [short];
  return [`${margin}${callee}(`, ...args.map((argument) => `${margin}  ${argument},`), `${margin});`];
}

function printReturn(condition: Condition, indent: number): string[] {
  const margin = ' '.repeat(indent);
  const short = `${margin}return ${printCondition(condition)};`;
  if (short.length <= width || isAtomic(condition)) return [short];
  const whole = `${margin}  ${printCondition(condition)}`;
  const parts = whole.length <= width ? [whole] : printParts(condition, indent + 2);
  return [`${margin}return (`, ...parts, `${margin});`];
}

function printIf(statement: Statement & { kind: 'if' }, indent: number): string[] {
  const { condition, then, otherwise } = statement;
  const short = shortIf(statement, indent);
  if (short !== undefined) return [short];
  const margin = ' '.repeat(indent);
  const head = printIfHead(condition, indent);
  return [...head, ...printStatements(then, indent + 2), ...printElse(otherwise, indent, margin)];
}

/** `if (condition) statement;` where there is no else and all of it fits on a line. */
function shortIf(
  { condition, then, otherwise }: Statement & { kind: 'if' },
  indent: number,
): string | undefined {
  const [only] = then;
  if (only === undefined || then.length > 1 || otherwise.length > 0) return undefined;
  if (only.kind !== 'line' && only.kind !== 'call' && only.kind !== 'return') return undefined;
  const [body = '', ...more] = printStatement(only, 0);
  const text = `${' '.repeat(indent)}if (${printCondition(condition)}) ${body}`;
  return more.length > 0 || text.length > width ? undefined : text;
}

function printIfHead(condition: Condition, indent: number): string[] {
  const margin = ' '.repeat(indent);
  const short = `${margin}if (${printCondition(condition)}) {`;
  if (short.length <= width || isAtomic(condition)) return [short];
  return [`${margin}if (`, ...printParts(condition, indent + 2), `${margin}) {`];
}

function printElse(otherwise: readonly Statement[], indent: number, margin: string): string[] {
  const [only] = otherwise;
  if (only === undefined) return [`${margin}}`];
  if (otherwise.length === 1 && only.kind === 'if') {
    const [head = '', ...rest] = printLongIf(only, indent);
    return [`${margin}} else ${head.trimStart()}`, ...rest];
  }
  return [`${margin}} else {`, ...printStatements(otherwise, indent + 2), `${margin}}`];
}

/** An `if` with braces, for the branches of a chain. */
function printLongIf({ condition, then, otherwise }: Statement & { kind: 'if' }, indent: number): string[] {
  const margin = ' '.repeat(indent);
  // `} else if (` is five columns further right than `if (`.
  const short = `${margin}} else if (${printCondition(condition)}) {`;
  const head =
    short.length <= width || isAtomic(condition)
      ? [`if (${printCondition(condition)}) {`]
      : ['if (', ...printParts(condition, indent + 2), `${margin}) {`];
  return [...head, ...printStatements(then, indent + 2), ...printElse(otherwise, indent, margin)];
}

function printSwitch({ subject, cases }: Statement & { kind: 'switch' }, indent: number): string[] {
  const margin = ' '.repeat(indent);
  const body = cases.flatMap(({ labels, body: statements }) => [
    ...(labels.length === 0 ? [`${margin}  default:`] : labels.map((label) => `${margin}  case ${label}:`)),
    ...printStatements(statements, indent + 4),
  ]);
  return [`${margin}switch (${subject}) {`, ...body, `${margin}}`];
}

function printDestructuring({ names, from }: Statement & { kind: 'destructure' }, indent: number): string[] {
  const margin = ' '.repeat(indent);
  const items = names.map(([key, local]) => (key === local ? key : `${key}: ${local}`));
  const short = `${margin}const { ${items.join(', ')} } = ${from};`;
  if (short.length <= width) return [short];
  return [`${margin}const {`, ...items.map((item) => `${margin}  ${item},`), `${margin}} = ${from};`];
}

function isAtomic(condition: Condition): boolean {
  return condition.kind !== 'all' && condition.kind !== 'any';
}

/** The condition on one line. */
export function printCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'constant':
      return String(condition.value);
    case 'test':
      return condition.text;
    default:
      return condition.parts.map(printOperand).join(condition.kind === 'all' ? ' && ' : ' || ');
  }
}

function printOperand(part: Condition): string {
  return isAtomic(part) ? printCondition(part) : `(${printCondition(part)})`;
}

/** The parts of a condition that does not fit on one line, each on lines of its own. */
function printParts(condition: Condition, indent: number): string[] {
  const margin = ' '.repeat(indent);
  if (condition.kind !== 'all' && condition.kind !== 'any') return [margin + printCondition(condition)];
  const operator = condition.kind === 'all' ? ' &&' : ' ||';
  return condition.parts.flatMap((part, index) => {
    const end = index < condition.parts.length - 1 ? operator : '';
    const short = margin + printOperand(part) + end;
    if (short.length <= width || isAtomic(part)) return [short];
    const lines = printParts(part, indent + 2);
    return lines.map((text, row) => {
      const opened = row === 0 ? `${margin}(${text.trimStart()}` : text;
      return row === lines.length - 1 ? `${opened})${end}` : opened;
    });
  });
}
