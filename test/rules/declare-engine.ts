import type { Automaton } from '../../generator/src/rules/declare/index.js';
import {
  createOrderEngine,
  type OrderAutomaton,
  type OrderIssue,
  type OrderMembers,
  type OrderScope,
} from '../../templates/runtime/order.js';

/** The automaton as an emitted package holds it. */
export function tableOf(automaton: Automaton): OrderAutomaton {
  return {
    ...automaton,
    decisions: automaton.decisions.map(({ symbol, without, with: withIt }) => [symbol, without, withIt]),
    rules: automaton.rules.map((rule) => ({
      ...rule,
      code: rule.name.replaceAll('-', '_'),
      spec: `${rule.at.file}:${String(rule.at.line)}:${String(rule.at.column)}`,
    })),
  };
}

/** A scope whose events are lists of the symbols that they match. */
export function scopeOf(automaton: Automaton, name = 'stream', members?: OrderMembers): OrderScope {
  const predicates = automaton.symbols.map(
    (symbol) => (_message: unknown, event: unknown) => (event as readonly string[]).includes(symbol),
  );
  return { name, automaton: tableOf(automaton), predicates, ...(members === undefined ? {} : { members }) };
}

export function run(scope: OrderScope, messages: readonly unknown[]): readonly OrderIssue[] {
  const engine = createOrderEngine([scope]);
  return [...messages.flatMap((message) => engine.push(message)), ...engine.end()];
}
