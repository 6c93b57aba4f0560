import type { OrderRule, OrderSymbol, Profile, RuleScope } from '../../../model/index.js';
import {
  compileScope,
  parseConstraint,
  resolvePath,
  type Automaton,
  type DeclaredSymbol,
  type NamedConstraint,
  type PathReference,
} from '../../../rules/declare/index.js';
import { stringLiteral } from '../../text/index.js';
import { specPosition } from '../../text/provenance.js';
import { automatonLiteral, codeOf } from './automaton-literal.js';
import { predicateName } from './predicates.js';

export const scopeNames = ['stream', 'choice', 'call_id'] as const satisfies readonly RuleScope[];

/** The rules of one scope, ready to be printed. */
export interface ScopeCode {
  readonly name: RuleScope;
  /** The initialiser of the runtime's `OrderScope`. */
  readonly literal: string;
  /** The symbols whose predicates it refers to. */
  readonly symbols: readonly string[];
  /** The functions of the runtime that it refers to. */
  readonly runtimeNames: readonly string[];
}

/** The scopes in which the rules say anything. */
export function scopeCodes(profile: Profile, rules: readonly OrderRule[]): readonly ScopeCode[] {
  return scopeNames.flatMap((name) => {
    const own = rules.filter(({ scope }) => scope === name);
    return own.length === 0 ? [] : [scopeCode(profile, name, own)];
  });
}

function scopeCode(profile: Profile, name: RuleScope, rules: readonly OrderRule[]): ScopeCode {
  const declared = profile.symbols.map((symbol) => ({ name: symbol.name, span: symbol.at }));
  const automaton = automatonOf(rules, declared, name);
  const members = membersOf(profile, name);
  const trackers = rules.flatMap((rule) => {
    const { constraint } = parseConstraint(rule.constraint.value, rule.constraint.at);
    return constraint === undefined || constraint.kind === 'template'
      ? []
      : [trackerCode(rule, constraint, declared, profile)];
  });
  const symbols = automaton?.symbols ?? [];
  const literal = [
    '{',
    `name: ${stringLiteral(name)},`,
    ...(automaton === undefined
      ? []
      : [
          `automaton: ${automatonLiteral(automaton)},`,
          `predicates: [${symbols.map(predicateName).join(', ')}],`,
        ]),
    ...(trackers.length === 0 ? [] : [`trackers: [`, ...trackers.map(({ literal: text }) => text), '],']),
    ...(members === undefined ? [] : [`members: ${members},`]),
    '}',
  ].join('\n');
  return {
    name,
    literal,
    symbols: [...symbols, ...trackers.flatMap((tracker) => tracker.symbols)],
    runtimeNames: [...(members === undefined ? [] : [members]), ...trackers.flatMap((t) => t.runtimeNames)],
  };
}

function automatonOf(
  rules: readonly OrderRule[],
  declared: readonly DeclaredSymbol[],
  scope: RuleScope,
): Automaton | undefined {
  const templates = rules.flatMap((rule) => {
    const { constraint } = parseConstraint(rule.constraint.value, rule.constraint.at);
    return constraint?.kind === 'template' ? [{ name: rule.name, constraint, at: rule.at }] : [];
  });
  if (templates.length === 0) return undefined;
  const { automaton, diagnostics } = compileScope(templates, declared, { scope });
  // The builder has compiled the same rules.
  if (automaton === undefined) throw new Error(diagnostics.map(({ message }) => message).join(' '));
  return automaton;
}

/** How the runtime finds the parts of a message that belong to a scope. */
function membersOf({ events }: Profile, scope: RuleScope): string | undefined {
  if (scope === 'stream') return undefined;
  if (events.length > 0) return scope === 'choice' ? 'eventsByIndex' : 'eventsByCall';
  return scope === 'choice' ? 'choicesByIndex' : 'callsOfChoices';
}

interface TrackerCode {
  readonly literal: string;
  readonly symbols: readonly string[];
  readonly runtimeNames: readonly string[];
}

/** A rule of a named kind as the runtime's `TrackerRule`. */
function trackerCode(
  rule: OrderRule,
  { kind, paths }: NamedConstraint,
  declared: readonly DeclaredSymbol[],
  profile: Profile,
): TrackerCode {
  const values = paths.map((path) => valuePath(path, declared));
  const [first = '{ path: [] }', second = '{ path: [] }'] = values.map(({ literal }) => literal);
  const choices = profile.events.length > 0 ? 'eventsByIndex' : 'choicesByIndex';
  const members = {
    constant: `value: ${first}`,
    'non-decreasing': `value: ${first}`,
    concatenates: `part: ${first}, whole: ${second}`,
    'sum-over-choices': `part: ${first}, total: ${second}, choices: ${choices}`,
  }[kind];
  return {
    literal: `{ name: ${stringLiteral(rule.name)}, code: ${stringLiteral(codeOf(rule.name))}, spec: ${stringLiteral(specPosition(rule.at))}, kind: ${stringLiteral(kind)}, ${members} },`,
    symbols: values.flatMap(({ symbol }) => symbol ?? []),
    runtimeNames: kind === 'sum-over-choices' ? [choices] : [],
  };
}

function valuePath(
  path: PathReference,
  declared: readonly DeclaredSymbol[],
): { readonly literal: string; readonly symbol: OrderSymbol['name'] | undefined } {
  const { symbol, segments } = resolvePath(path, declared);
  const on = symbol === undefined ? '' : `on: ${predicateName(symbol)}, `;
  return { literal: `{ ${on}path: [${segments.map(stringLiteral).join(', ')}] }`, symbol };
}
