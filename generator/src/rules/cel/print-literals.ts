import { callRuntime, code, losesDoubles, Precedence, widened, type Code, type PrintScope } from './code.js';
import type { CelConstant } from './node.js';
import { isPlainType } from './print-access.js';
import { print } from './print.js';
import type { Typed } from './typed.js';
import { BOOL, DOUBLE, DYN, joinTypes, STRING, type CelType } from './types.js';

export function printLiteral(value: CelConstant, scope: PrintScope): Code {
  const constant = (text: string, known: CelType): Code =>
    code({
      text,
      known,
      precedence: text.startsWith('-') ? Precedence.unary : Precedence.primary,
      literal: true,
    });
  if (value === null) return constant('null', { kind: 'null' });
  if (typeof value === 'bigint') return printInt(value, constant);
  if (typeof value === 'string') return constant(scope.text.stringLiteral(value), STRING);
  if (typeof value === 'boolean') return constant(String(value), BOOL);
  return constant(Object.is(value, -0) ? '-0' : String(value), DOUBLE);
}

/** A safe integer is a number, any other int a bigint. */
function printInt(value: bigint, constant: (text: string, known: CelType) => Code): Code {
  const type: CelType = { kind: 'int', minimum: value, maximum: value };
  if (Number.isSafeInteger(Number(value))) return constant(String(value), type);
  return { ...constant(`${String(value)}n`, type), plain: false };
}

/** Whether values can stand side by side as they are, and their common type says what each of them is. */
export function canShareType(pieces: readonly Code[], common: CelType): boolean {
  const exact = pieces.every((piece) => piece.plain && piece.exact === undefined);
  return exact && isPlainType(common) && !pieces.some((piece) => losesDoubles(piece, common));
}

/** The texts of values that share a list or map, and their type as the runtime finds it there. */
export function printElements(
  pieces: readonly Code[],
  scope: PrintScope,
): { readonly texts: readonly string[]; readonly known: CelType } {
  const known = joinTypes(pieces.map((piece) => piece.known));
  if (canShareType(pieces, known)) return { texts: pieces.map((piece) => piece.text), known };
  const declared = joinTypes(pieces.map((piece) => piece.declared));
  return { texts: pieces.map((piece) => widened(scope, piece, declared)), known: DYN };
}

export function printList(nodes: readonly Typed[], scope: PrintScope): Code {
  const { texts, known } = printElements(
    nodes.map((node) => print(node, scope)),
    scope,
  );
  return code({
    text: `[${texts.join(', ')}]`,
    precedence: Precedence.primary,
    known: { kind: 'list', items: known },
  });
}

/** A map whose keys are distinct strings is an object; any other is made, and its keys compared, by the runtime. */
export function printMap(
  entries: readonly { readonly key: Typed; readonly value: Typed }[],
  scope: PrintScope,
): Code {
  const keys = entries.map(({ key }) => key);
  const values = printElements(
    entries.map(({ value }) => print(value, scope)),
    scope,
  );
  const names = keys.flatMap((key) =>
    key.kind === 'literal' && typeof key.value === 'string' ? [key.value] : [],
  );
  const type = (keyType: CelType): CelType => ({ kind: 'map', keys: keyType, values: values.known });
  if (new Set(names).size === entries.length) {
    const members = names.map(
      (name, index) => `${scope.text.propertyKey(name)}: ${values.texts[index] ?? ''}`,
    );
    const text = members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
    return code({ text, precedence: Precedence.primary, known: type(STRING) });
  }
  const pairs = keys.map(
    (key, index) => `[${widened(scope, print(key, scope), DYN)}, ${values.texts[index] ?? ''}]`,
  );
  return code({
    text: callRuntime(scope, 'map', pairs),
    precedence: Precedence.member,
    known: type(joinTypes(keys.map((key) => key.known))),
    plain: false,
  });
}
