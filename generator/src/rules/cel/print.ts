import { type Code, type PrintScope } from './code.js';
import { printHas, printIndex, printSelect, printVariable } from './print-access.js';
import { printCall, printMatches } from './print-calls.js';
import { printList, printLiteral, printMap } from './print-literals.js';
import { printChain, printConditional, printNot } from './print-logic.js';
import { printMacro } from './print-macros.js';
import { printBinary, printNegate } from './print-operators.js';
import type { Typed } from './typed.js';

/** Prints one part of a checked expression as TypeScript. */
export function print(node: Typed, scope: PrintScope): Code {
  switch (node.kind) {
    case 'literal':
      return printLiteral(node.value, scope);
    case 'variable':
      return printVariable(node.binding, scope);
    case 'select':
      return printSelect(node, node.operand, node.field, scope);
    case 'has':
      return printHas(node.operand, node.field, scope);
    case 'index':
      return printIndex(node, node.operand, node.index, scope);
    case 'list':
      return printList(node.items, scope);
    case 'map':
      return printMap(node.entries, scope);
    case 'and':
    case 'or':
      return printChain(node.kind, node.operands, scope);
    case 'not':
      return printNot(node.operand, scope);
    case 'negate':
      return printNegate(node, node.operand, scope);
    case 'conditional':
      return printConditional(node, node.test, node.whenTrue, node.whenFalse, scope);
    case 'binary':
      return printBinary(node, node.operator, node.left, node.right, scope);
    case 'call':
      return printCall(node, node.name, node.args, scope);
    case 'matches':
      return printMatches(node.text, node.pattern, scope);
    case 'macro':
      return printMacro(node, scope);
  }
}
