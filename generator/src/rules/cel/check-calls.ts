import { check } from './check.js';
import { unknownValue } from './check-access.js';
import { NO_BRANCHES } from './facts.js';
import type { CelCall } from './node.js';
import { MAX_INT64, MIN_INT64 } from './overloads.js';
import { translatePattern } from './re2.js';
import type { Scope } from './scope.js';
import type { FunctionName, Typed } from './typed.js';
import {
  BOOL,
  celInt,
  describeType,
  DOUBLE,
  DYN,
  kindsOf,
  STRING,
  type CelKind,
  type CelType,
} from './types.js';

interface Signature {
  /** `x.f(y)`, `f(x)`, or both. */
  readonly form: 'method' | 'function' | 'either';
  /** The kinds that each parameter takes, the target of a method first; `dyn` takes everything. */
  readonly parameters: readonly (readonly CelKind[])[];
  readonly result: CelType;
  /** The kinds of the first argument for which the function cannot fail. */
  readonly total: readonly CelKind[];
}

const TEXT: readonly CelKind[] = ['string'];
const textTest: Signature = { form: 'method', parameters: [TEXT, TEXT], result: BOOL, total: TEXT };
const SIZED: readonly CelKind[] = ['string', 'list', 'map'];
const INT64: CelType = { kind: 'int', minimum: MIN_INT64, maximum: MAX_INT64 };

const FUNCTIONS: ReadonlyMap<string, Signature & { readonly name: FunctionName }> = new Map(
  Object.entries({
    size: { form: 'either', parameters: [SIZED], result: celInt(0), total: SIZED },
    startsWith: textTest,
    endsWith: textTest,
    contains: textTest,
    int: { form: 'function', parameters: [['int', 'double', 'string']], result: INT64, total: ['int'] },
    double: {
      form: 'function',
      parameters: [['double', 'int', 'string']],
      result: DOUBLE,
      total: ['double', 'int'],
    },
    string: {
      form: 'function',
      parameters: [['string', 'int', 'double', 'bool']],
      result: STRING,
      total: ['string', 'int', 'double', 'bool'],
    },
    bool: { form: 'function', parameters: [['bool', 'string']], result: BOOL, total: ['bool'] },
    dyn: { form: 'function', parameters: [['dyn']], result: DYN, total: ['dyn'] },
  } satisfies Record<FunctionName, Signature>).map(([name, signature]) => [
    name,
    { ...signature, name: name as FunctionName },
  ]),
);

const SUPPORTED = [
  ...FUNCTIONS.keys(),
  'matches',
  'has',
  'all',
  'exists',
  'exists_one',
  'filter',
  'map',
].join(', ');

export function checkCall(node: CelCall, scope: Scope): Typed {
  if (node.name === 'matches' && node.target !== undefined) return checkMatches(node, node.target, scope);
  const written = [...(node.target === undefined ? [] : [node.target]), ...node.args];
  const signature = FUNCTIONS.get(node.name);
  const form = node.target === undefined ? 'function' : 'method';
  if (signature === undefined || (signature.form !== 'either' && signature.form !== form)) {
    return unsupported(node, scope);
  }
  const args = written.map((argument) => check(argument, scope));
  if (args.length !== signature.parameters.length) {
    return wrongArguments(node, args, signature, scope);
  }
  const fits = args.every((argument, index) => accepts(signature.parameters[index], argument.type));
  if (!fits) return wrongArguments(node, args, signature, scope);
  const [first] = args;
  const total = first !== undefined && args.every(({ known }) => isWithin(known, signature.total));
  return {
    kind: 'call',
    name: signature.name,
    args,
    offset: node.offset,
    type: resultOf(signature, first, (argument) => argument.type),
    known: resultOf(signature, first, (argument) => argument.known),
    fallible: args.some((argument) => argument.fallible) || !total,
    branches: NO_BRANCHES,
  };
}

/** `int(x)` of an int is that int; every other result is what the signature says. */
function resultOf(
  signature: { name: FunctionName; result: CelType },
  first: Typed | undefined,
  of: (typed: Typed) => CelType,
): CelType {
  const type = first === undefined ? DYN : of(first);
  return signature.name === 'int' && type.kind === 'int' ? type : signature.result;
}

function accepts(kinds: readonly CelKind[] | undefined, type: CelType): boolean {
  if (kinds === undefined || kinds.includes('dyn')) return true;
  return [...kindsOf(type)].some((kind) => kind === 'dyn' || kinds.includes(kind));
}

function isWithin(type: CelType, kinds: readonly CelKind[]): boolean {
  return kinds.includes('dyn') || [...kindsOf(type)].every((kind) => kinds.includes(kind));
}

function unsupported(node: CelCall, scope: Scope): Typed {
  const reason =
    node.name === 'has'
      ? 'has() takes a field: has(this.field)'
      : `A rule cannot call ${node.name} in this form`;
  scope.report('rule-unsupported', node.offset, {
    message: `${reason}.`,
    expected: node.name === 'has' ? 'has(value.field)' : `one of ${SUPPORTED}`,
    found: node.target === undefined ? `${node.name}(...)` : `(...).${node.name}(...)`,
  });
  return unknownValue(node.offset);
}

function wrongArguments(node: CelCall, args: readonly Typed[], signature: Signature, scope: Scope): Typed {
  const parameters = signature.parameters.map((kinds) => kinds.join(' or '));
  const found = args.map(({ type }) => describeType(type));
  const call = (list: readonly string[]): string => {
    const [target = '', ...rest] = list;
    return node.target === undefined
      ? `${node.name}(${list.join(', ')})`
      : `${target}.${node.name}(${rest.join(', ')})`;
  };
  scope.report('rule-type', node.offset, {
    message: `There is no ${call(found)}.`,
    expected: call(parameters),
    found: call(found),
  });
  return { ...unknownValue(node.offset), type: signature.result };
}

/** `text.matches("pattern")`: the pattern is a constant, so that it can be judged here and not at run time. */
function checkMatches(node: CelCall, target: CelCall['args'][number], scope: Scope): Typed {
  const text = check(target, scope);
  const [pattern, ...rest] = node.args;
  if (!accepts(TEXT, text.type) || pattern === undefined || rest.length > 0) {
    const signature = { ...textTest, parameters: [TEXT, TEXT] };
    return wrongArguments(
      node,
      [text, ...node.args.map((argument) => check(argument, scope))],
      signature,
      scope,
    );
  }
  if (pattern.kind !== 'literal' || typeof pattern.value !== 'string') {
    const message = 'The pattern of matches() must be a string literal.';
    scope.report('rule-unsupported', pattern.offset, {
      message,
      expected: 'a string literal',
      found: 'an expression',
    });
    return { ...unknownValue(node.offset), type: BOOL };
  }
  const translated = translatePattern(pattern.value);
  if ('problem' in translated) scope.report('rule-unsupported', pattern.offset, translated.problem);
  return {
    kind: 'matches',
    text,
    pattern: 'pattern' in translated ? translated.pattern : '',
    offset: node.offset,
    type: BOOL,
    known: BOOL,
    fallible: text.fallible || !isWithin(text.known, TEXT),
    branches: NO_BRANCHES,
  };
}
