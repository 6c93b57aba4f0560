import {
  callRuntime,
  code,
  exactly,
  place,
  plainKind,
  Precedence,
  type BoundName,
  type Code,
  type PrintScope,
} from './code.js';
import { isPlainType, isTypedElement, notNull } from './print-access.js';
import { functionBody, inFunction, printCondition } from './print-logic.js';
import { print } from './print.js';
import { printElements } from './print-literals.js';
import { isReservedName } from './reserved-names.js';
import { partsOf, type Binding, type Typed, type TypedMacro } from './typed.js';
import { BOOL, DYN, STRING, withoutNull, type CelType } from './types.js';

/** What a macro goes over, as a JavaScript array. */
interface Range {
  readonly text: string;
  readonly items: BoundName;
}

export function printMacro(node: Typed & TypedMacro, scope: PrintScope): Code {
  const range = printRange(node, scope);
  const names = new Map([...scope.names, [node.binding, range.items]]);
  const inner: PrintScope = { ...inFunction(scope), names };
  switch (node.macro) {
    case 'all':
    case 'exists':
      return printQuantifier(node.macro, node.test, node.binding, range, scope, inner);
    case 'exists_one': {
      const text = `${printFiltered(node.test, node.binding, range, inner)}.length === 1`;
      return code({ text, precedence: Precedence.equality, known: BOOL });
    }
    case 'filter': {
      const { raw, plain, known } = range.items;
      const text = printFiltered(node.test, node.binding, range, inner);
      const list: CelType = { kind: 'list', items: plain ? known : DYN };
      return code({ text, precedence: Precedence.member, known: list, declared: node.type, raw });
    }
    case 'map': {
      const kept =
        node.test === undefined ? range.text : printFiltered(node.test, node.binding, range, inner);
      return printMapped(node, node.step, node.binding, { ...range, text: kept }, inner);
    }
  }
}

/** `(x) => body`, without the parameter where the body does not use it. */
function printFunction(part: Typed, binding: Binding, range: Range, piece: Code): string {
  return `(${usesBinding(part, binding) ? range.items.text : ''}) => ${functionBody(piece)}`;
}

function usesBinding(node: Typed, binding: Binding): boolean {
  if (node.kind === 'variable') return node.binding === binding;
  return partsOf(node).some((part) => usesBinding(part, binding));
}

function printFiltered(test: Typed, binding: Binding, range: Range, inner: PrintScope): string {
  return `${range.text}.filter(${printFunction(test, binding, range, printCondition(test, inner))})`;
}

/** An error in one item is nothing when another item decides; without errors, arrays can do it themselves. */
function printQuantifier(
  macro: 'all' | 'exists',
  test: Typed,
  binding: Binding,
  range: Range,
  scope: PrintScope,
  inner: PrintScope,
): Code {
  const body = printFunction(test, binding, range, printCondition(test, inner));
  const method = macro === 'all' ? 'every' : 'some';
  const safe = !test.fallible && test.known.kind === 'bool';
  const text = safe ? `${range.text}.${method}(${body})` : callRuntime(scope, macro, [range.text, body]);
  return code({ text, precedence: Precedence.member, known: BOOL });
}

function printMapped(node: Typed, step: Typed, binding: Binding, range: Range, inner: PrintScope): Code {
  const piece = print(step, inner);
  const { texts, known } = printElements([piece], inner);
  const body = printFunction(step, binding, range, { ...piece, text: texts.join() });
  return code({
    text: `${range.text}.map(${body})`,
    precedence: Precedence.member,
    known: { kind: 'list', items: known },
    declared: node.type,
    raw: piece.raw,
  });
}

function printRange(node: Typed & TypedMacro, scope: PrintScope): Range {
  const { binding } = node;
  const range = print(node.range, scope);
  const text = uniqueName(binding, scope);
  const list = withoutNull(range.known);
  if (range.plain && list.kind === 'list') {
    const plain = isPlainType(list.items) && isTypedElement(binding, list.items);
    const items = { text, known: list.items, plain, raw: range.raw };
    return { text: place(notNull(range, scope), Precedence.member), items };
  }
  if (plainKind(range) === 'map') {
    const items = { text, known: STRING, plain: true, raw: true };
    return { text: callRuntime(scope, 'keys', [range.text]), items };
  }
  const items = { text, known: binding.known, plain: false, raw: range.raw };
  return { text: callRuntime(scope, 'items', [exactly(range).text]), items };
}

/** The name of the macro variable, told apart from every other name that the expression uses. */
function uniqueName(binding: Binding, scope: PrintScope): string {
  const taken = new Set([...scope.names.values()].map(({ text }) => text));
  const isTaken = (name: string): boolean =>
    taken.has(name) || scope.reserved.has(name) || isReservedName(name);
  if (!isTaken(binding.name)) return binding.name;
  let number = 2;
  while (isTaken(`${binding.name}${String(number)}`)) number += 1;
  return `${binding.name}${String(number)}`;
}
