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
import { NO_BRANCHES } from './facts.js';
import { lookupField } from './fields.js';
import { print } from './print.js';
import type { Binding, Typed } from './typed.js';
import { BOOL, DYN, kindsOf, membersOf, withoutNull, type CelType } from './types.js';

export function printVariable(binding: Binding, scope: PrintScope): Code {
  const name = scope.names.get(binding);
  if (name === undefined) throw new Error(`unbound variable ${binding.name}`);
  const { text, plain, raw } = name;
  return code({
    text,
    precedence: Precedence.primary,
    ...narrowed(text, name.known, plain, scope),
    declared: binding.type,
    raw,
    reference: true,
  });
}

/**
 * A text that TypeScript may have narrowed: null is gone from its type after a test against null, and nothing but
 * null is left after the opposite one.
 */
function narrowed(
  text: string,
  known: CelType,
  plain: boolean,
  scope: PrintScope,
): Pick<Code, 'known' | 'plain'> {
  const isNull = scope.narrowings.has(`null:${text}`);
  const isNotNull = scope.narrowings.has(`nonnull:${text}`);
  return { known: isNotNull ? withoutNull(known) : known, plain: plain && !isNull };
}

/**
 * Whether the TypeScript type of values of a type says it all: `dyn` is unknown, and where int and double mix, also
 * inside of lists, numbers look alike.
 */
export function isPlainType(type: CelType, depth = 0): boolean {
  const kinds = kindsOf(type);
  if ((kinds.has('dyn') && depth === 0) || (kinds.has('int') && kinds.has('double'))) return false;
  return membersOf(type).every(
    (member) => member.kind !== 'list' || depth > MAX_LIST_DEPTH || isPlainType(member.items, depth + 1),
  );
}

/** No rule reads deeper into lists of lists. */
const MAX_LIST_DEPTH = 8;

/** An object that TypeScript knows the properties of, once null is out of the way. */
function isObjectType(type: CelType): boolean {
  return membersOf(withoutNull(type)).every((member) => member.kind === 'object');
}

/** The value, where null would be an error anyway. */
export function notNull(piece: Code, scope: PrintScope): Code {
  if (!piece.plain || !kindsOf(piece.known).has('null')) return piece;
  return code({
    ...piece,
    text: callRuntime(scope, 'notNull', [piece.text]),
    precedence: Precedence.member,
    known: withoutNull(piece.known),
    reference: false,
    branches: NO_BRANCHES,
  });
}

export function printSelect(node: Typed, operandNode: Typed, field: string, scope: PrintScope): Code {
  const operand = print(operandNode, scope);
  if (isProperty(operandNode, operand, field, scope))
    return printProperty(node, notNull(operand, scope), field, scope);
  if (plainKind(operand) === 'map' && operand.known.kind === 'map') {
    return printEntry(node, operand, scope.text.stringLiteral(field), operand.known.values, scope);
  }
  return printRead(node, operand, scope.text.stringLiteral(field), scope);
}

/** Whether TypeScript lets a field be read as a property, and reading it so is what CEL means. */
function isProperty(operandNode: Typed, operand: Code, field: string, scope: PrintScope): boolean {
  const lookup = lookupField(withoutNull(operand.known), field);
  const typed = operand.plain && operandNode.path !== undefined && isObjectType(operand.known);
  return typed && lookup?.sure === true && !scope.text.isPrototypeName(field);
}

function printProperty(node: Typed, operand: Code, field: string, scope: PrintScope): Code {
  const text = scope.text.propertyAccess(place(operand, Precedence.member), field);
  const lookup = lookupField(operand.known, field);
  if (scope.narrowings.has(`absent:${text}`))
    return printRead(node, operand, scope.text.stringLiteral(field), scope);
  const known = lookup?.type ?? DYN;
  const property = code({
    text,
    precedence: Precedence.member,
    ...narrowed(text, known, isPlainType(known), scope),
    declared: node.type,
    raw: true,
    reference: operand.reference,
  });
  if (lookup?.optional !== true || scope.narrowings.has(`present:${text}`)) return property;
  return { ...property, text: callRuntime(scope, 'present', [text]), reference: false };
}

/** An entry of an object whose values all have one type. */
function printEntry(node: Typed, operand: Code, key: string, values: CelType, scope: PrintScope): Code {
  return code({
    text: callRuntime(scope, 'entry', [operand.text, key]),
    precedence: Precedence.member,
    known: values,
    declared: node.type,
    plain: isPlainType(values) && isTypedElement(node, values),
    raw: operand.raw,
  });
}

/**
 * Whether the parameter types tell TypeScript the type of an item or entry: they do for scalars, and along paths.
 */
export function isTypedElement(element: Pick<Typed, 'path'>, type: CelType): boolean {
  return element.path !== undefined || membersOf(type).every((member) => isScalar(member));
}

function isScalar(type: CelType): boolean {
  return type.kind !== 'list' && type.kind !== 'map' && type.kind !== 'object';
}

/** A step that the runtime takes, from a value that may be anything; steps in a row are one call. */
function printRead(node: Typed, operand: Code, key: string, scope: PrintScope): Code {
  const { container, keys } = operand.read ?? { container: exactly(operand).text, keys: [] };
  const read = { container, keys: [...keys, key] };
  return code({
    text: callRuntime(scope, 'read', [container, ...read.keys]),
    precedence: Precedence.member,
    known: node.known,
    declared: node.type,
    plain: false,
    raw: operand.raw,
    read,
  });
}

export function printHas(operandNode: Typed, field: string, scope: PrintScope): Code {
  const operand = print(operandNode, scope);
  const nullable = kindsOf(operand.known).has('null');
  if (nullable || !isProperty(operandNode, operand, field, scope)) {
    const text = callRuntime(scope, 'has', [operand.text, scope.text.stringLiteral(field)]);
    return code({ text, precedence: Precedence.member, known: BOOL });
  }
  const text = scope.text.propertyAccess(place(operand, Precedence.member), field);
  const facts = (fact: string): ReadonlySet<string> => new Set(operand.reference ? [`${fact}:${text}`] : []);
  return code({
    text: `${text} !== undefined`,
    opposite: `${text} === undefined`,
    precedence: Precedence.equality,
    known: BOOL,
    branches: { whenTrue: facts('present'), whenFalse: facts('absent') },
  });
}

export function printIndex(node: Typed, operandNode: Typed, indexNode: Typed, scope: PrintScope): Code {
  const operand = print(operandNode, scope);
  const index = exactly(print(indexNode, scope));
  const container = withoutNull(operand.known);
  if (operand.plain && container.kind === 'list' && plainKind(index) === 'int') {
    return code({
      text: callRuntime(scope, 'at', [notNull(operand, scope).text, index.text]),
      precedence: Precedence.member,
      known: container.items,
      declared: node.type,
      plain: isPlainType(container.items) && isTypedElement(node, container.items),
      raw: operand.raw,
    });
  }
  if (operand.plain && container.kind === 'map' && plainKind(index) === 'string') {
    return printEntry(node, notNull(operand, scope), index.text, container.values, scope);
  }
  return printRead(node, operand, widened(scope, index, DYN), scope);
}
