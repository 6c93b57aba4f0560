import type { JsonValue, Located, NamedSchema, OrderRule, RuleScope } from '../../../model/index.js';
import { celTypeOf, checkCel, type CelReferences, type CelType } from '../../../rules/cel/index.js';
import { membersOf } from '../../../rules/cel/types.js';
import {
  compileScope,
  letterOf,
  parseConstraint,
  resolvePath,
  type Automaton,
  type NamedConstraint,
  type ResolvedPath,
} from '../../../rules/declare/index.js';
import { conditionEvaluator } from '../cel-evaluator.js';
import { isList, isObject } from '../json.js';
import type { World } from '../world.js';
import { eventsOf, keyOf, type ScopeEvent, type StreamForm } from './members.js';

/** A symbol of the order rules that can be asked whether it matches. */
export interface EvaluatedSymbol {
  readonly name: string;
  readonly references: CelReferences;
  /** An evaluation error is no match. */
  readonly matches: (message: JsonValue, event: JsonValue) => boolean;
}

/** A rule of a named kind, its paths resolved. */
export interface NamedRule {
  readonly rule: OrderRule;
  readonly kind: NamedConstraint['kind'];
  readonly paths: readonly ResolvedPath[];
}

export interface ScopeView {
  readonly scope: RuleScope;
  readonly automaton: Automaton | undefined;
  readonly named: readonly NamedRule[];
  events(message: JsonValue): readonly ScopeEvent[];
  /** The letter that an event is. */
  letter(message: JsonValue, event: JsonValue): number;
  /** The symbols of the automaton that an event matches. */
  symbols(message: JsonValue, event: JsonValue): readonly string[];
}

/** The order rules of a profile as something that streams can be tried on. */
export interface OrderView {
  /** The type of one message. */
  readonly message: NamedSchema;
  readonly form: StreamForm;
  readonly symbols: ReadonlyMap<string, EvaluatedSymbol>;
  readonly scopes: readonly ScopeView[];
}

/** Undefined where the profile has no order rules. */
export function orderViewOf(world: World): OrderView | undefined {
  const { profile } = world;
  const message = messageOf(world);
  if (message === undefined || profile.orderRules.length === 0) return undefined;
  const form: StreamForm = profile.events.length > 0 ? 'events' : 'chunks';
  const symbols = symbolsOf(world, message);
  const scopes = (['stream', 'choice', 'call_id'] as const).flatMap((scope) => {
    const rules = profile.orderRules.filter((rule) => rule.scope === scope);
    return rules.length === 0 ? [] : [scopeViewOf(world, scope, rules, symbols, form)];
  });
  return { message, form, symbols, scopes };
}

/** The union of events, or of the messages of the stream. */
function messageOf({ profile }: World): NamedSchema | undefined {
  const name = profile.events.length > 0 ? 'ProfileEvent' : 'StreamMessage';
  return [...profile.schemas.values()].find((named) => named.exported && named.name === name);
}

function symbolsOf(world: World, message: NamedSchema): ReadonlyMap<string, EvaluatedSymbol> {
  const type = celTypeOf(message.schema, world.profile.schemas);
  const names = [
    { name: 'this', type },
    { name: 'choice', type: choiceType(type) },
  ];
  const symbols = world.profile.symbols.flatMap(({ name, matches }) => {
    const references = referencesOf(matches, names);
    if (references === undefined) return [];
    const evaluate = conditionEvaluator(matches.value, names);
    const symbol: EvaluatedSymbol = {
      name,
      references,
      matches: (value, event) => evaluate({ this: value, choice: event }) === true,
    };
    return [[name, symbol] as const];
  });
  return new Map(symbols);
}

/** What a condition reads: of the messages, or of anything where it speaks of a message that is no more. */
function referencesOf(
  matches: Located<string>,
  names: readonly { readonly name: string; readonly type: CelType }[],
): CelReferences | undefined {
  const check = (type?: CelType): CelReferences | undefined =>
    checkCel(
      matches.value,
      matches.at,
      names.map((variable) => ({ ...variable, type: type ?? variable.type, validated: false })),
    ).references;
  return check() ?? check({ kind: 'dyn' });
}

/** The element of `choices`; anything, where messages have no such list. */
function choiceType(type: CelType): CelType {
  for (const member of membersOf(type)) {
    if (member.kind !== 'object') continue;
    const choices = member.fields.find(({ name }) => name === 'choices')?.type;
    if (choices?.kind === 'list') return choices.items;
  }
  return { kind: 'dyn' };
}

function scopeViewOf(
  { profile }: World,
  scope: RuleScope,
  rules: readonly OrderRule[],
  symbols: ReadonlyMap<string, EvaluatedSymbol>,
  form: StreamForm,
): ScopeView {
  const declared = profile.symbols.map(({ name, at }) => ({ name, span: at }));
  const parsed = rules.map((rule) => ({
    rule,
    constraint: parseConstraint(rule.constraint.value, rule.constraint.at).constraint,
  }));
  const templates = parsed.flatMap(({ rule, constraint }) =>
    constraint?.kind === 'template' ? [{ name: rule.name, constraint, at: rule.at }] : [],
  );
  const named = parsed.flatMap(({ rule, constraint }): NamedRule[] => {
    if (constraint === undefined || constraint.kind === 'template') return [];
    return [
      { rule, kind: constraint.kind, paths: constraint.paths.map((path) => resolvePath(path, declared)) },
    ];
  });
  const automaton =
    templates.length === 0 ? undefined : compileScope(templates, declared, { scope }).automaton;
  const own = (automaton?.symbols ?? []).flatMap((name) => symbols.get(name) ?? []);
  const mask = (message: JsonValue, event: JsonValue): number =>
    own.reduce((bits, symbol, place) => (symbol.matches(message, event) ? bits | (1 << place) : bits), 0);
  return {
    scope,
    automaton,
    named,
    events: (message) => eventsOf(form, scope, message),
    letter: (message, event) => (automaton === undefined ? 0 : letterOf(automaton, mask(message, event))),
    symbols: (message, event) =>
      own.filter((symbol) => symbol.matches(message, event)).map(({ name }) => name),
  };
}

/** The value at a path of an event; `[]` is the element whose `index` is the key. */
export function valueAt(
  view: OrderView,
  { symbol, segments }: ResolvedPath,
  message: JsonValue,
  event: JsonValue,
  key: string,
): { readonly value: JsonValue | undefined; readonly way: readonly (string | number)[] } {
  const way: (string | number)[] = [];
  if (symbol !== undefined && view.symbols.get(symbol)?.matches(message, event) !== true) {
    return { value: undefined, way };
  }
  let value: JsonValue | undefined = event;
  for (const segment of segments) {
    if (segment === '[]') {
      const list: readonly JsonValue[] = isList(value) ? value : [];
      const place = list.findIndex((item) => isObject(item) && keyOf(item['index']) === key);
      way.push(place);
      value = list[place];
    } else {
      way.push(segment);
      value = isObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
    }
  }
  return { value, way };
}
