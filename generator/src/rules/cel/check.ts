import { checkCall } from './check-calls.js';
import { checkMacro } from './check-macros.js';
import { checkBinary, checkNegate, checkNot } from './check-operators.js';
import { checkHas, checkIndex, checkName, checkSelect } from './check-access.js';
import { conjunction, disjunction, NO_BRANCHES, NO_FACTS, type Branches } from './facts.js';
import type { CelConditional, CelConstant, CelMapEntry, CelNode } from './node.js';
import type { Report } from './report.js';
import { withFacts, type Scope } from './scope.js';
import type { Typed } from './typed.js';
import { BOOL, describeType, DOUBLE, DYN, joinTypes, kindsOf, type CelKind, type CelType } from './types.js';

/** A variable as the checker needs it. */
export interface CheckedVariable {
  readonly name: string;
  readonly type: CelType;
  readonly validated: boolean;
}

/** Whether an expression must be true or false, or its value is stored. */
export type ExpressionUse = 'condition' | 'value';

/** Gives every part of an expression its type, and reports every problem; the tree is complete in any case. */
export function checkNodes(
  node: CelNode,
  variables: readonly CheckedVariable[],
  report: Report,
  use: ExpressionUse,
): Typed {
  const bindings = variables.map(({ name, type, validated }) => {
    return { name, type, known: validated ? type : DYN, path: [name], key: name };
  });
  let macros = 0;
  const scope: Scope = {
    report,
    names: new Map(bindings.map((binding) => [binding.name, binding])),
    self: bindings.find((binding) => binding.name === 'this'),
    facts: NO_FACTS,
    nextMacro: () => (macros += 1),
  };
  const checked = check(node, scope);
  if (use === 'condition') checkCondition(checked, scope);
  return checked;
}

/** Checks one part of an expression in its scope. */
export function check(node: CelNode, scope: Scope): Typed {
  switch (node.kind) {
    case 'literal':
      return checkLiteral(node.value, node.offset);
    case 'name':
      return checkName(node.name, node.offset, scope);
    case 'select':
      return checkSelect(check(node.operand, scope), node.field, node.offset, scope);
    case 'has':
      return checkHas(check(node.operand, scope), node.field, node.offset, scope);
    case 'index':
      return checkIndex(check(node.operand, scope), check(node.index, scope), node.offset, scope);
    case 'list':
      return checkList(node.items, node.offset, scope);
    case 'map':
      return checkMap(node.entries, node.offset, scope);
    case 'and':
    case 'or':
      return checkChain(node.kind, node.operands, node.offset, scope);
    case 'not':
      return checkNot(check(node.operand, scope), node.offset, scope);
    case 'negate':
      return checkNegate(check(node.operand, scope), node.offset, scope);
    case 'conditional':
      return checkConditional(node, scope);
    case 'binary':
      return checkBinary(
        node.operator,
        check(node.left, scope),
        check(node.right, scope),
        node.offset,
        scope,
      );
    case 'call':
      return checkCall(node, scope);
    case 'macro':
      return checkMacro(node, scope);
  }
}

function checkLiteral(value: CelConstant, offset: number): Typed {
  const type = literalType(value);
  return { kind: 'literal', value, offset, type, known: type, fallible: false, branches: NO_BRANCHES };
}

function literalType(value: CelConstant): CelType {
  if (value === null) return { kind: 'null' };
  if (typeof value === 'bigint') return { kind: 'int', minimum: value, maximum: value };
  if (typeof value === 'string') return { kind: 'string', values: [value], constant: true };
  return typeof value === 'number' ? DOUBLE : BOOL;
}

function checkList(nodes: readonly CelNode[], offset: number, scope: Scope): Typed {
  const items = nodes.map((item) => check(item, scope));
  return {
    kind: 'list',
    items,
    offset,
    type: { kind: 'list', items: joinTypes(items.map((item) => item.type)) },
    known: { kind: 'list', items: joinTypes(items.map((item) => item.known)) },
    fallible: items.some((item) => item.fallible),
    branches: NO_BRANCHES,
  };
}

const KEY_KINDS: readonly CelKind[] = ['string', 'int', 'bool', 'dyn'];

function checkMap(nodes: readonly CelMapEntry[], offset: number, scope: Scope): Typed {
  const entries = nodes.map(({ key, value }) => ({ key: check(key, scope), value: check(value, scope) }));
  for (const { key } of entries) {
    if (KEY_KINDS.some((kind) => kindsOf(key.type).has(kind))) continue;
    const found = describeType(key.type);
    scope.report('rule-type', key.offset, {
      message: `A map key cannot be ${found}.`,
      expected: 'a string, int or bool',
      found,
    });
  }
  const type = (of: (typed: Typed) => CelType): CelType => ({
    kind: 'map',
    keys: joinTypes(entries.map(({ key }) => of(key))),
    values: joinTypes(entries.map(({ value }) => of(value))),
  });
  const constants = entries.flatMap(({ key }) => (key.kind === 'literal' ? [key.value] : []));
  const distinct = new Set(constants).size === entries.length;
  return {
    kind: 'map',
    entries,
    offset,
    type: type((typed) => typed.type),
    known: type((typed) => typed.known),
    // Two equal keys are an error, and only constants are known to differ.
    fallible: !distinct || entries.some(({ key, value }) => key.fallible || value.fallible),
    branches: NO_BRANCHES,
  };
}

/** Reports an operand that can never be a bool; returns whether it always is one. */
export function checkCondition(node: Typed, scope: Scope): boolean {
  const kinds = kindsOf(node.type);
  if (!kinds.has('bool') && !kinds.has('dyn')) {
    const found = describeType(node.type);
    scope.report('rule-type', node.offset, {
      message: `A condition cannot be ${found}.`,
      expected: 'bool',
      found,
    });
  }
  return node.known.kind === 'bool';
}

function checkChain(kind: 'and' | 'or', nodes: readonly CelNode[], offset: number, scope: Scope): Typed {
  const operands: Typed[] = [];
  let branches: Branches | undefined;
  let fallible = false;
  for (const node of nodes) {
    const before =
      branches === undefined ? NO_FACTS : kind === 'and' ? branches.whenTrue : branches.whenFalse;
    const operand = check(node, withFacts(scope, before));
    fallible = !checkCondition(operand, scope) || operand.fallible || fallible;
    const join = kind === 'and' ? conjunction : disjunction;
    branches = branches === undefined ? operand.branches : join(branches, operand.branches);
    operands.push(operand);
  }
  return { kind, operands, offset, type: BOOL, known: BOOL, fallible, branches: branches ?? NO_BRANCHES };
}

function checkConditional(node: CelConditional, scope: Scope): Typed {
  const test = check(node.test, scope);
  const certain = checkCondition(test, scope);
  const whenTrue = check(node.whenTrue, withFacts(scope, test.branches.whenTrue));
  const whenFalse = check(node.whenFalse, withFacts(scope, test.branches.whenFalse));
  return {
    kind: 'conditional',
    test,
    whenTrue,
    whenFalse,
    offset: node.offset,
    type: joinTypes([whenTrue.type, whenFalse.type]),
    known: joinTypes([whenTrue.known, whenFalse.known]),
    fallible: !certain || test.fallible || whenTrue.fallible || whenFalse.fallible,
    branches: NO_BRANCHES,
  };
}
