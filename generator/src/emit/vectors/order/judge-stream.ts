import type { JsonValue } from '../../../model/index.js';
import { checkTrace } from '../../../rules/declare/index.js';
import { pointerOf } from '../json.js';
import type { ExpectedIssue } from '../vector.js';
import { valueAt, type NamedRule, type OrderView, type ScopeView } from './view.js';

/** A breach of an order rule by a message, or by the end of the stream. */
export interface StreamFault extends ExpectedIssue {
  readonly event: number;
  readonly rule: string;
}

/** One event of a key, and the message that brought it. */
interface Entry {
  readonly message: JsonValue;
  readonly event: JsonValue;
  readonly index: number;
  readonly path: string;
}

/** Everything that a whole stream breaks: the automata on each key, and the named kinds. */
export function judgeStream(view: OrderView, messages: readonly JsonValue[]): readonly StreamFault[] {
  return view.scopes.flatMap((scope) => {
    const sequences = [...sequencesOf(scope, messages)];
    return sequences.flatMap(([key, entries]) => [
      ...automatonFaults(scope, entries, messages.length),
      ...scope.named.flatMap((named) => namedFaults(view, named, key, entries)),
    ]);
  });
}

/** The code of an order rule's issues: its name in snake case. */
export function codeOf(rule: string): string {
  return rule.replaceAll('-', '_');
}

/** The events of each key, in the order in which keys open. The stream as a whole is open from the start. */
function sequencesOf(
  scope: ScopeView,
  messages: readonly JsonValue[],
): ReadonlyMap<string, readonly Entry[]> {
  const sequences = new Map<string, Entry[]>();
  if (scope.scope === 'stream') sequences.set('', []);
  for (const [index, message] of messages.entries()) {
    for (const part of scope.events(message)) {
      if (part.kind === 'broadcast') {
        for (const entries of sequences.values())
          entries.push({ message, event: part.event, index, path: '' });
        continue;
      }
      const entry = { message, event: part.event, index, path: part.path };
      const known = sequences.get(part.key);
      if (known === undefined) sequences.set(part.key, [entry]);
      else known.push(entry);
    }
  }
  return sequences;
}

function automatonFaults(
  scope: ScopeView,
  entries: readonly Entry[],
  length: number,
): readonly StreamFault[] {
  if (scope.automaton === undefined) return [];
  const trace = entries.map(({ message, event }) => scope.symbols(message, event));
  return checkTrace(scope.automaton, trace).map(({ event, rule }) => {
    const entry = entries[event];
    return { code: codeOf(rule), rule, path: entry?.path ?? '', event: entry?.index ?? length };
  });
}

function namedFaults(
  view: OrderView,
  { rule, kind, paths }: NamedRule,
  key: string,
  entries: readonly Entry[],
): readonly StreamFault[] {
  const [first, second] = paths;
  if (first === undefined) return [];
  let text = '';
  let known: JsonValue | undefined;
  let greatest = Number.NEGATIVE_INFINITY;
  const parts = new Map<string, number>();
  return entries.flatMap(({ message, event, index, path }): StreamFault[] => {
    const one = valueAt(view, first, message, event, key);
    const whole = second === undefined ? one : valueAt(view, second, message, event, key);
    const breach = (way: readonly (string | number)[]): StreamFault[] => [
      { code: codeOf(rule.name), rule: rule.name, path: path + pointerOf(way), event: index },
    ];
    switch (kind) {
      case 'constant': {
        if (one.value === undefined || typeof one.value === 'object') return [];
        known ??= one.value;
        return one.value === known ? [] : breach(one.way);
      }
      case 'non-decreasing': {
        if (typeof one.value !== 'number') return [];
        if (one.value < greatest) return breach(one.way);
        greatest = one.value;
        return [];
      }
      case 'concatenates': {
        if (typeof one.value === 'string') text += one.value;
        return typeof whole.value !== 'string' || whole.value === text ? [] : breach(whole.way);
      }
      case 'sum-over-choices': {
        const choices = view.scopes.find(({ scope }) => scope === 'choice')?.events(message) ?? [];
        const [choice] = choices;
        if (choice?.kind === 'enter' && choices.length === 1 && typeof one.value === 'number') {
          parts.set(choice.key, one.value);
        }
        if (choice?.kind === 'enter' || parts.size === 0 || typeof whole.value !== 'number') return [];
        const sum = [...parts.values()].reduce((left, right) => left + right, 0);
        return whole.value === sum ? [] : breach(whole.way);
      }
    }
  });
}
