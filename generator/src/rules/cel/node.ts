/** A constant of the source. CEL ints are bigint, CEL doubles are number. */
export type CelConstant = bigint | number | string | boolean | null;

export type EqualityOperator = '==' | '!=';
export type OrderingOperator = '<' | '<=' | '>' | '>=';
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';
export type BinaryOperator = EqualityOperator | OrderingOperator | ArithmeticOperator | 'in';

export function isEquality(operator: BinaryOperator): operator is EqualityOperator {
  return operator === '==' || operator === '!=';
}

export function isOrdering(operator: BinaryOperator): operator is OrderingOperator {
  return operator === '<' || operator === '<=' || operator === '>' || operator === '>=';
}

export type TestMacroName = 'all' | 'exists' | 'exists_one' | 'filter';

/**
 * The syntax tree of a rule: the parser's protobuf tree with operators, macros and chains of `&&` recovered.
 * `offset` counts UTF-16 code units from the start of the source: an operator's own sign, a field's or function's name,
 * else the first character.
 */
export type CelNode =
  | { readonly kind: 'literal'; readonly offset: number; readonly value: CelConstant }
  | { readonly kind: 'name'; readonly offset: number; readonly name: string }
  | {
      readonly kind: 'select' | 'has';
      readonly offset: number;
      readonly operand: CelNode;
      readonly field: string;
    }
  | { readonly kind: 'index'; readonly offset: number; readonly operand: CelNode; readonly index: CelNode }
  | { readonly kind: 'list'; readonly offset: number; readonly items: readonly CelNode[] }
  | { readonly kind: 'map'; readonly offset: number; readonly entries: readonly CelMapEntry[] }
  /** Two or more operands; `a && b && c` is one node. */
  | { readonly kind: 'and' | 'or'; readonly offset: number; readonly operands: readonly CelNode[] }
  | { readonly kind: 'not' | 'negate'; readonly offset: number; readonly operand: CelNode }
  | CelConditional
  | CelBinary
  | CelCall
  | CelMacro;

export interface CelMapEntry {
  readonly key: CelNode;
  readonly value: CelNode;
}

export interface CelConditional {
  readonly kind: 'conditional';
  readonly offset: number;
  readonly test: CelNode;
  readonly whenTrue: CelNode;
  readonly whenFalse: CelNode;
}

export interface CelBinary {
  readonly kind: 'binary';
  readonly offset: number;
  readonly operator: BinaryOperator;
  readonly left: CelNode;
  readonly right: CelNode;
}

export interface CelCall {
  readonly kind: 'call';
  readonly offset: number;
  readonly name: string;
  readonly target?: CelNode;
  readonly args: readonly CelNode[];
}

interface MacroNode {
  readonly kind: 'macro';
  readonly offset: number;
  readonly variable: string;
  readonly range: CelNode;
}

/** `range.all(variable, test)` and its kin. */
interface TestMacroNode extends MacroNode {
  readonly macro: TestMacroName;
  readonly test: CelNode;
}

/** `range.map(variable, step)`, `range.map(variable, test, step)`. */
interface MapMacroNode extends MacroNode {
  readonly macro: 'map';
  readonly test?: CelNode;
  readonly step: CelNode;
}

export type CelMacro = TestMacroNode | MapMacroNode;
