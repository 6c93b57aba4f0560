import {
  callRuntime,
  code,
  exactly,
  place,
  plainKind,
  Precedence,
  widened,
  type Code,
  type PrintScope,
} from './code.js';
import { notNull } from './print-access.js';
import { asString } from './print-operators.js';
import { print } from './print.js';
import type { FunctionName, Typed } from './typed.js';
import { BOOL, celInt, DOUBLE, DYN, STRING } from './types.js';

const METHODS: Readonly<Record<'startsWith' | 'endsWith' | 'contains', string>> = {
  startsWith: 'startsWith',
  endsWith: 'endsWith',
  contains: 'includes',
};

export function printCall(node: Typed, name: FunctionName, args: readonly Typed[], scope: PrintScope): Code {
  const [first, second] = args.map((argument) => print(argument, scope));
  if (first === undefined) throw new Error(`${name} without an argument`);
  switch (name) {
    case 'startsWith':
    case 'endsWith':
    case 'contains':
      return printTextTest(METHODS[name], first, second ?? first, scope);
    case 'size':
      return printSize(notNull(first, scope), scope);
    case 'int':
      return printToInt(node, exactly(first), scope);
    case 'double':
      return printToDouble(exactly(first), scope);
    case 'string':
      return printToText(exactly(first), scope);
    case 'bool':
      return printToBool(first, scope);
    case 'dyn':
      return printDyn(first, scope);
  }
}

function printTextTest(method: string, text: Code, part: Code, scope: PrintScope): Code {
  const target = place(asString(text, scope), Precedence.member);
  return code({
    text: `${target}.${method}(${asString(part, scope).text})`,
    precedence: Precedence.member,
    known: BOOL,
  });
}

export function printMatches(text: Typed, pattern: string, scope: PrintScope): Code {
  const subject = asString(print(text, scope), scope);
  return code({
    text: `${scope.text.regExpLiteral(pattern)}.test(${subject.text})`,
    precedence: Precedence.member,
    known: BOOL,
  });
}

function printSize(piece: Code, scope: PrintScope): Code {
  const text =
    plainKind(piece) === 'list'
      ? `${place(piece, Precedence.member)}.length`
      : callRuntime(scope, 'size', [piece.text]);
  return code({ text, precedence: Precedence.member, known: celInt(0) });
}

function printToInt(node: Typed, piece: Code, scope: PrintScope): Code {
  if (plainKind(piece) === 'int') return piece;
  return code({
    text: callRuntime(scope, 'toInt', [piece.text]),
    precedence: Precedence.member,
    known: node.known,
    declared: node.type,
    plain: false,
  });
}

function printToDouble(piece: Code, scope: PrintScope): Code {
  if (plainKind(piece) === 'double') return piece;
  const text = callRuntime(scope, 'toDouble', [widened(scope, piece, DYN)]);
  return code({ text, precedence: Precedence.member, known: DOUBLE });
}

function printToText(piece: Code, scope: PrintScope): Code {
  const kind = plainKind(piece);
  if (kind === 'string') return piece;
  const native = kind === 'int' || kind === 'double' || kind === 'bool';
  const text = native ? `String(${piece.text})` : callRuntime(scope, 'toText', [piece.text]);
  return code({ text, precedence: Precedence.member, known: STRING });
}

function printToBool(piece: Code, scope: PrintScope): Code {
  if (plainKind(piece) === 'bool') return piece;
  return code({
    text: callRuntime(scope, 'toBool', [piece.text]),
    precedence: Precedence.member,
    known: BOOL,
  });
}

function printDyn(piece: Code, scope: PrintScope): Code {
  const text = widened(scope, piece, DYN);
  return code({
    text,
    precedence: text === piece.text ? piece.precedence : Precedence.member,
    known: DYN,
    plain: false,
  });
}
