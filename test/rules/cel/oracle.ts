import {
  celEnv,
  celError,
  celFunc,
  celMap,
  CelScalar,
  isCelError,
  isCelList,
  isCelMap,
  mapType,
  parse,
  plan,
  type CelInput,
} from '@bufbuild/cel';
import type { CelType, CelVariable } from '../../../generator/src/rules/cel/index.js';
import { fieldNamesOf, lookupField } from '../../../generator/src/rules/cel/fields.js';
import { kindsOf, membersOf } from '../../../generator/src/rules/cel/types.js';
import type { Outcome } from './evaluate.js';

const INDEX = 'checked_index';

/**
 * The evaluator of `@bufbuild/cel`, with the functions replaced in which version 0.6.1 departs from the CEL
 * specification:
 * - strings are ordered by code point (langdef, "Ordering": "lexicographic ordering of code points");
 * - a key whose value is null is a key (langdef, "has": "whether the string f is a key in the map");
 * - a list is indexed by an int, or by a double that is one, and by nothing else; an error there is absorbed
 *   by `&&` and `||` like any other (langdef, "Field Selection", "Logical Operators");
 * - `int("")`, `int("0x10")`, `double("")` and `double("abc")` are errors: the texts are no numbers.
 */
const env = celEnv({
  funcs: [
    ...(['_<_', '_<=_', '_>_', '_>=_'] as const).map((name) =>
      celFunc(name, [CelScalar.STRING, CelScalar.STRING], CelScalar.BOOL, (a, b) => {
        const order = compareCodePoints(a, b);
        return { '_<_': order < 0, '_<=_': order <= 0, '_>_': order > 0, '_>=_': order >= 0 }[name];
      }),
    ),
    ...[CelScalar.STRING, CelScalar.INT, CelScalar.BOOL, CelScalar.DOUBLE].map((key) =>
      celFunc(
        '@in',
        [key, mapType(CelScalar.DYN, CelScalar.DYN)],
        CelScalar.BOOL,
        (value, map) => map.get(value) !== undefined,
      ),
    ),
    celFunc(INDEX, [CelScalar.DYN, CelScalar.DYN], CelScalar.DYN, (operand, index) => {
      const isIndex = typeof index === 'bigint' || (typeof index === 'number' && Number.isInteger(index));
      if (isCelList(operand) && !isIndex) throw new Error('no index');
      return index;
    }),
    celFunc('int', [CelScalar.STRING], CelScalar.INT, (text) => {
      if (!/^[-+]?\d+$/.test(text)) throw new Error('not an int');
      const value = BigInt(text.replace(/^\+/, ''));
      if (BigInt.asIntN(64, value) !== value) throw new Error('overflow');
      return value;
    }),
    celFunc('double', [CelScalar.STRING], CelScalar.DOUBLE, (text) => {
      if (Number.isNaN(Number(text)) || text.trim() !== text || text === '') throw new Error('not a double');
      return Number(text);
    }),
  ],
});

function compareCodePoints(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const order = (left[index]?.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? 0);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** An evaluation by the library; the outcome as JSON, where the result has a JSON form. */
export function libraryEvaluator(
  source: string,
  variables: readonly CelVariable[],
): (values: Readonly<Record<string, unknown>>) => Outcome {
  const run = plan(env, withIndexChecks(parse(source).expr));
  return (values) => {
    const bindings: Record<string, CelInput> = Object.create(null) as Record<string, CelInput>;
    for (const { name, type } of variables) {
      bindings[name] = toCelInput(values[name], type);
      if (name === 'this') bindFields(bindings, type, values[name]);
    }
    const result = run(bindings);
    return isCelError(result) ? { error: result.message } : fromCel(result);
  };
}

type Expr = ReturnType<typeof parse>['expr'];

/** Passes every computed index through the function that refuses what is none of its list. */
function withIndexChecks(expr: Expr): Expr {
  const rewrite = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewrite);
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
    const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rewrite(part)]));
    if (copy['function'] !== '_[_]') return copy;
    const [operand, index] = copy['args'] as [unknown, Expr];
    const call = { $typeName: 'cel.expr.Expr.Call', function: INDEX, args: [operand, index] };
    const checked = { $typeName: 'cel.expr.Expr', id: index.id, exprKind: { case: 'callExpr', value: call } };
    return { ...copy, args: [operand, index.exprKind.case === 'constExpr' ? index : checked] };
  };
  return rewrite(expr) as Expr;
}

/** The fields of `this` as names; reading one that is absent is an error, also inside `has`. */
function bindFields(bindings: Record<string, CelInput>, type: CelType, value: unknown): void {
  for (const name of fieldNamesOf(type)) {
    const present = isObject(value) && Object.hasOwn(value, name);
    bindings[name] = present
      ? toCelInput(value[name], lookupField(type, name)?.type ?? { kind: 'dyn' })
      : absent;
  }
}

// The library takes an error as the value of a variable, though its types do not say so.
const absent = celError('no such field') as unknown as CelInput;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON value as CEL sees it: a number by its declared type, else a safe integer as an int. */
export function toCelInput(value: unknown, type: CelType): CelInput {
  if (typeof value === 'number') {
    const isDouble = kindsOf(type).has('double') && !kindsOf(type).has('int');
    return Number.isSafeInteger(value) && !isDouble ? BigInt(value) : value;
  }
  if (Array.isArray(value)) {
    const lists = membersOf(type).filter((member) => member.kind === 'list');
    const items = lists[0]?.kind === 'list' ? lists[0].items : ({ kind: 'dyn' } as const);
    return value.map((item) => toCelInput(item, items));
  }
  if (!isObject(value)) return value as CelInput;
  const entries = Object.entries(value).map(([key, item]): [string, CelInput] => [
    key,
    toCelInput(item, lookupField(type, key)?.type ?? { kind: 'dyn' }),
  ]);
  // `has` of the library does not count a key whose value is null.
  const map = celMap(new Map(entries));
  return Object.defineProperty(map, 'has', { value: (key: string) => map.get(key) !== undefined });
}

function fromCel(value: unknown): Outcome {
  try {
    return { value: toJson(value) };
  } catch (error) {
    return { error: String(error) };
  }
}

function toJson(value: unknown): unknown {
  if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) return Number(value);
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value)))
    throw new Error('no JSON number');
  if (isCelList(value)) return [...value].map(toJson);
  if (!isCelMap(value)) return value;
  return Object.fromEntries(
    [...value.entries()].map(([key, item]) => {
      if (typeof key !== 'string') throw new Error('no JSON key');
      return [key, toJson(item)];
    }),
  );
}
