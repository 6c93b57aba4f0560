import type { Automaton, AutomatonRule, AutomatonState } from '../../../rules/declare/index.js';
import { lineComment, stringLiteral } from '../../text/index.js';
import { specPosition } from '../../text/provenance.js';

/** The automaton of a scope as the table that the runtime's engine walks, with what each line means beside it. */
export function automatonLiteral(automaton: Automaton): string {
  const { symbols, letters, decisions, rules, states, conflicts } = automaton;
  return [
    '{',
    `symbols: ${list(symbols.map(stringLiteral))},`,
    '// By letter: the symbols that it stands for, one bit each.',
    `letters: ${list(letters)},`,
    '// [symbol, where to go on without it, and with it]; ~letter ends.',
    `decisions: ${list(decisions.map(({ symbol, without, with: withIt }) => list([symbol, without, withIt])))},`,
    'rules: [',
    ...rules.map((rule) => ruleLiteral(rule)),
    '],',
    '// By state and letter: the next state. Negative: a breach.',
    'states: [',
    ...states.map((state, index) => stateLiteral(state, index)),
    '],',
    'conflicts: [',
    ...conflicts.map(({ sets }) => `{ sets: ${list(sets.map(list))} },`),
    '],',
    '}',
  ].join('\n');
}

function ruleLiteral({ name, constraint, at, symbols, next, unmet }: AutomatonRule): string {
  return [
    lineComment(`${name}: ${constraint}`),
    '{',
    `name: ${stringLiteral(name)}, code: ${stringLiteral(codeOf(name))}, spec: ${stringLiteral(specPosition(at))},`,
    `symbols: ${list(symbols)}, next: ${list(next)}, unmet: ${list(unmet)},`,
    '},',
  ].join('\n');
}

function stateLiteral({ accepting, next, expected, monitors }: AutomatonState, index: number): string {
  const can = [...expected, ...(accepting ? ['the end'] : [])].join(', ');
  return [
    lineComment(`${String(index)}: ${can === '' ? 'nothing can come' : can}`),
    `{ next: ${list(next)}, monitors: ${list(monitors)} },`,
  ].join('\n');
}

function list(items: readonly (string | number | boolean)[]): string {
  return `[${items.map(String).join(', ')}]`;
}

/** The code of the issues of an order rule: its name as codes are written. */
export function codeOf(rule: string): string {
  return rule.replaceAll('-', '_');
}
