import type { Branches } from './facts.js';
import type { BinaryOperator, CelConstant, TestMacroName } from './node.js';
import type { CelPath } from './path.js';
import type { CelType } from './types.js';

/** A name that an expression can refer to: a variable of the environment, or that of a macro. */
export interface Binding {
  /** The name in CEL. */
  readonly name: string;
  readonly type: CelType;
  readonly known: CelType;
  /** Where its value comes from; absent when it is computed. */
  readonly path?: CelPath;
  /** Tells it from every other binding, also one of the same name. */
  readonly key: string;
  /** The key of the map whose keys it goes over: it cannot be missing there. */
  readonly keysOf?: string;
}

/** The functions and conversions that a rule can call; methods take their target as first argument. */
export type FunctionName =
  'size' | 'startsWith' | 'endsWith' | 'contains' | 'int' | 'double' | 'string' | 'bool' | 'dyn';

interface TypedBase {
  readonly offset: number;
  /** What the schemas promise: what the checker reports against. */
  readonly type: CelType;
  /** What is guaranteed at run time: `type` on validated values, `dyn` where the value may be anything. */
  readonly known: CelType;
  /** Whether evaluation can be an error on some value. */
  readonly fallible: boolean;
  readonly branches: Branches;
  /** Where the value comes from; absent when it is computed. */
  readonly path?: CelPath;
  /** Identifies the value itself, so that a test of it can be remembered. */
  readonly key?: string;
}

/** The checked tree. */
export type Typed = TypedBase & TypedForm;

export type TypedForm =
  | { readonly kind: 'literal'; readonly value: CelConstant }
  | { readonly kind: 'variable'; readonly binding: Binding }
  | { readonly kind: 'select' | 'has'; readonly operand: Typed; readonly field: string }
  | { readonly kind: 'index'; readonly operand: Typed; readonly index: Typed }
  | { readonly kind: 'list'; readonly items: readonly Typed[] }
  | { readonly kind: 'map'; readonly entries: readonly { readonly key: Typed; readonly value: Typed }[] }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Typed[] }
  | { readonly kind: 'not' | 'negate'; readonly operand: Typed }
  | {
      readonly kind: 'conditional';
      readonly test: Typed;
      readonly whenTrue: Typed;
      readonly whenFalse: Typed;
    }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Typed;
      readonly right: Typed;
    }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly Typed[] }
  /** `text.matches(pattern)`; the pattern is ECMA-262 with the `u` flag, and means what the RE2 pattern means. */
  | { readonly kind: 'matches'; readonly text: Typed; readonly pattern: string }
  | TypedMacro;

interface TypedMacroBase {
  readonly kind: 'macro';
  readonly binding: Binding;
  readonly range: Typed;
}

interface TypedTestMacro extends TypedMacroBase {
  readonly macro: TestMacroName;
  readonly test: Typed;
}

interface TypedMapMacro extends TypedMacroBase {
  readonly macro: 'map';
  readonly test?: Typed;
  readonly step: Typed;
}

export type TypedMacro = TypedTestMacro | TypedMapMacro;

/** The direct parts of an expression, in source order. */
export function partsOf(node: Typed): readonly Typed[] {
  switch (node.kind) {
    case 'literal':
    case 'variable':
      return [];
    case 'select':
    case 'has':
    case 'not':
    case 'negate':
      return [node.operand];
    case 'index':
      return [node.operand, node.index];
    case 'list':
      return node.items;
    case 'map':
      return node.entries.flatMap(({ key, value }) => [key, value]);
    case 'and':
    case 'or':
      return node.operands;
    case 'conditional':
      return [node.test, node.whenTrue, node.whenFalse];
    case 'binary':
      return [node.left, node.right];
    case 'call':
      return node.args;
    case 'matches':
      return [node.text];
    case 'macro':
      return [node.range, ...bodyParts(node)];
  }
}

/** The parts of a macro that are evaluated for each element. */
export function bodyParts(macro: TypedMacro): readonly Typed[] {
  const test = macro.test === undefined ? [] : [macro.test];
  return macro.macro === 'map' ? [...test, macro.step] : test;
}
