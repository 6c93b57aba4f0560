import type { JsonValue } from '../../../model/index.js';
import { judgeStream, type StreamFault } from './judge-stream.js';
import { shortestRejected } from '../../../rules/declare/index.js';
import type { PoolMessage } from './pool.js';
import type { OrderView, ScopeView } from './view.js';

/** A stream that breaks a rule, with everything that it breaks. */
export interface BreakingStream {
  readonly messages: readonly JsonValue[];
  readonly faults: readonly StreamFault[];
}

/** The monitors of every rule of every scope: -1 for a key that nothing has opened, -2 for the rule that is broken. */
type Monitors = readonly (readonly number[])[];

interface Visit {
  readonly monitors: Monitors;
  readonly from: Visit | undefined;
  readonly message: number;
}

const maxVisits = 6000;
/** So many streams are tried for one that breaks the rule alone. */
const maxPaths = 8;
const broken = -2;
const closed = -1;

/**
 * The shortest stream in which one rule is broken, by a message or by the end, and no other: a breadth-first search
 * over the monitors of all rules together. Undefined where the messages of the pool allow none.
 */
export function streamBreaking(
  view: OrderView,
  pool: readonly PoolMessage[],
  rule: string,
): BreakingStream | undefined {
  const search = new BreakingSearch(view, pool, rule);
  let fewest: BreakingStream | undefined;
  for (const path of search.paths()) {
    const messages = path.flatMap((index) => pool[index]?.value ?? []);
    const faults = judgeStream(view, messages);
    if (!faults.some((fault) => fault.rule === rule)) continue;
    if (faults.length === 1) return { messages, faults };
    if (fewest === undefined || faults.length < fewest.faults.length) fewest = { messages, faults };
  }
  return fewest ?? forcedBreach(view, pool, rule);
}

/** Where the rule cannot be broken alone: the shortest stream that breaks it, whatever it does to the others. */
function forcedBreach(
  view: OrderView,
  pool: readonly PoolMessage[],
  rule: string,
): BreakingStream | undefined {
  for (const [place, { automaton }] of view.scopes.entries()) {
    const index = automaton?.rules.findIndex(({ name }) => name === rule) ?? -1;
    const trace = automaton === undefined || index < 0 ? undefined : shortestRejected(automaton, index);
    if (automaton === undefined || trace === undefined) continue;
    const symbols = automaton.rules[index]?.symbols.map((symbol) => automaton.symbols[symbol] ?? '') ?? [];
    const messages = trace.map((names) => messageLike(view, pool, place, names, symbols));
    const found = messages.filter((message) => message !== undefined);
    const faults = found.length < trace.length ? [] : judgeStream(view, found);
    if (faults.some((fault) => fault.rule === rule)) return { messages: found, faults };
  }
  return undefined;
}

/** A message that matches the same of the rule's symbols. */
function messageLike(
  view: OrderView,
  pool: readonly PoolMessage[],
  place: number,
  names: readonly string[],
  symbols: readonly string[],
): JsonValue | undefined {
  const scope = view.scopes[place];
  return pool.find(({ value }) => {
    const [part] = scope?.events(value) ?? [];
    if (scope === undefined || part === undefined) return false;
    const matched = scope.symbols(value, part.event);
    return symbols.every((symbol) => matched.includes(symbol) === names.includes(symbol));
  })?.value;
}

class BreakingSearch {
  constructor(
    private readonly view: OrderView,
    private readonly pool: readonly PoolMessage[],
    private readonly rule: string,
  ) {}

  /** The paths after which no rule but this one is broken or unfulfilled, the shortest first; a few of them. */
  *paths(): Generator<readonly number[]> {
    const start = this.view.scopes.map(({ automaton, scope }) =>
      (automaton?.rules ?? []).map(() => (scope === 'stream' ? 0 : closed)),
    );
    const queue: Visit[] = [{ monitors: start, from: undefined, message: -1 }];
    const seen = new Set([JSON.stringify(start)]);
    let found = 0;
    for (const visit of queue) {
      if (this.#isBroken(visit.monitors)) {
        yield pathTo(visit);
        found += 1;
        if (found >= maxPaths) return;
      }
      for (const message of this.pool.keys()) {
        const monitors = this.#after(visit.monitors, message);
        const key = monitors && JSON.stringify(monitors);
        if (monitors === undefined || key === undefined || seen.has(key) || seen.size > maxVisits) continue;
        seen.add(key);
        queue.push({ monitors, from: visit, message });
      }
    }
  }

  /** Whether a stream that ends there breaks the rule and no other. */
  #isBroken(monitors: Monitors): boolean {
    const failing = this.view.scopes.flatMap(({ automaton }, place) =>
      (automaton?.rules ?? []).flatMap(({ name, unmet }, index) => {
        const state = monitors[place]?.[index] ?? closed;
        return state === broken || (state >= 0 && unmet[state] === true) ? [name] : [];
      }),
    );
    return failing.length > 0 && failing.every((name) => name === this.rule);
  }

  /** The monitors after a message; undefined where it breaks another rule. */
  #after(monitors: Monitors, message: number): Monitors | undefined {
    const { letters = [] } = this.pool[message] ?? {};
    const after: (readonly number[])[] = [];
    for (const [place, scope] of this.view.scopes.entries()) {
      const states = monitors[place] ?? [];
      const part = letters[place];
      const isClosed = states.every((state) => state === closed);
      if (part === undefined || (isClosed && !part.opens)) {
        after.push(states);
        continue;
      }
      const next = this.#step(scope, states, part.letter);
      if (next === undefined) return undefined;
      after.push(next);
    }
    return after;
  }

  #step({ automaton }: ScopeView, states: readonly number[], letter: number): readonly number[] | undefined {
    const mask = automaton?.letters[letter] ?? 0;
    const next: number[] = [];
    for (const [index, rule] of (automaton?.rules ?? []).entries()) {
      const state = Math.max(states[index] ?? 0, 0);
      if (states[index] === broken) {
        next.push(broken);
        continue;
      }
      const own = rule.symbols.reduce((bits, symbol, bit) => bits | (((mask >> symbol) & 1) << bit), 0);
      const to = rule.next[state * 2 ** rule.symbols.length + own] ?? 0;
      if (to < 0 && rule.name !== this.rule) return undefined;
      next.push(to < 0 ? broken : to);
    }
    return next;
  }
}

function pathTo(visit: Visit): readonly number[] {
  const path: number[] = [];
  for (let at = visit; at.from !== undefined; at = at.from) path.push(at.message);
  return path.reverse();
}
