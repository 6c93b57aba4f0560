import {
  celEnv,
  celError,
  celFunc,
  celMap,
  CelScalar,
  isCelError,
  mapType,
  parse,
  plan,
  type CelInput,
} from '@bufbuild/cel';
import type { JsonValue } from '../../model/index.js';
import { fieldNamesOf, lookupField } from '../../rules/cel/fields.js';
import type { CelType } from '../../rules/cel/index.js';
import { kindsOf, membersOf } from '../../rules/cel/types.js';
import { isList, isObject } from './json.js';

export interface CelName {
  readonly name: string;
  readonly type: CelType;
}

/** True or false; undefined when the evaluation is an error. */
export type Verdict = boolean | undefined;

/**
 * Evaluates a condition with the interpreter of `@bufbuild/cel`: the text of a specification is data here and never
 * becomes code. Fields of `this` are names too.
 */
export function conditionEvaluator(
  source: string,
  names: readonly CelName[],
): (values: Readonly<Record<string, JsonValue>>) => Verdict {
  const run = plan(environment, parse(source).expr);
  const words = new Set(source.match(/[A-Za-z_]\w*/g));
  return (values) => {
    const bindings = Object.create(null) as Record<string, CelInput>;
    for (const { name, type } of names) {
      const value = values[name] ?? null;
      bindings[name] = toCel(value, type);
      if (name === 'this') bindFields(bindings, type, value, words);
    }
    const result = run(bindings);
    return isCelError(result) ? undefined : result === true;
  };
}

/** The library with what its version 0.6.1 does otherwise than the language definition of CEL. */
const environment = celEnv({
  funcs: [
    // A key whose value is null is a key.
    ...[CelScalar.STRING, CelScalar.INT, CelScalar.BOOL, CelScalar.DOUBLE].map((key) =>
      celFunc(
        '@in',
        [key, mapType(CelScalar.DYN, CelScalar.DYN)],
        CelScalar.BOOL,
        (value, map) => map.get(value) !== undefined,
      ),
    ),
    // Strings are ordered by code point.
    celFunc('_<_', [CelScalar.STRING, CelScalar.STRING], CelScalar.BOOL, (a, b) => order(a, b) < 0),
    celFunc('_<=_', [CelScalar.STRING, CelScalar.STRING], CelScalar.BOOL, (a, b) => order(a, b) <= 0),
    celFunc('_>_', [CelScalar.STRING, CelScalar.STRING], CelScalar.BOOL, (a, b) => order(a, b) > 0),
    celFunc('_>=_', [CelScalar.STRING, CelScalar.STRING], CelScalar.BOOL, (a, b) => order(a, b) >= 0),
  ],
});

function order(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'));
}

/** The library takes an error as the value of a variable, though its types do not say so. */
const absent = celError('no such field') as unknown as CelInput;
const anything: CelType = { kind: 'dyn' };

function bindFields(
  bindings: Record<string, CelInput>,
  type: CelType,
  value: JsonValue,
  words: ReadonlySet<string>,
): void {
  for (const name of fieldNamesOf(type)) {
    if (!words.has(name) || Object.hasOwn(bindings, name)) continue;
    const member = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    bindings[name] = member === undefined ? absent : toCel(member, memberType(type, name));
  }
}

const memberTypes = new WeakMap<CelType, Map<string, CelType>>();

/** Types of members are made anew at each look-up; kept here, they are made once. */
function memberType(type: CelType, name: string): CelType {
  let members = memberTypes.get(type);
  if (members === undefined) memberTypes.set(type, (members = new Map<string, CelType>()));
  let found = members.get(name);
  if (found === undefined) members.set(name, (found = lookupField(type, name)?.type ?? anything));
  return found;
}

const itemTypes = new WeakMap<CelType, CelType>();

function itemType(type: CelType): CelType {
  let found = itemTypes.get(type);
  if (found === undefined) {
    const list = membersOf(type).find((member) => member.kind === 'list');
    itemTypes.set(type, (found = list?.kind === 'list' ? list.items : anything));
  }
  return found;
}

/** A number is an int or a double as its type says; where nothing is declared, a safe integer is an int. */
function toCel(value: JsonValue, type: CelType): CelInput {
  if (typeof value === 'number') {
    const kinds = kindsOf(type);
    const isDouble = kinds.has('double') && !kinds.has('int');
    return Number.isSafeInteger(value) && !isDouble ? BigInt(value) : value;
  }
  if (isList(value)) {
    return value.map((item) => toCel(item, itemType(type)));
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, member]): [string, CelInput] => [
    key,
    toCel(member, memberType(type, key)),
  ]);
  const map = celMap(new Map(entries));
  // `has` of the library does not count a key whose value is null.
  return Object.defineProperty(map, 'has', { value: (key: string) => map.get(key) !== undefined });
}
