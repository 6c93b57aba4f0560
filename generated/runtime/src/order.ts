import { describe } from './issue.js';
import { letterOf, smallestWith, stepOf } from './order-table.js';
import { createTracker, type Tracker, type TrackerRule } from './order-trackers.js';
import type {
  OpenPart,
  OrderAutomaton,
  OrderEngine,
  OrderEngineOptions,
  OrderIssue,
  OrderKey,
  OrderMembers,
  OrderPredicate,
  OrderRule,
  OrderScope,
} from './order-types.js';

export type * from './order-types.js';
export type { TrackerRule, ValuePath } from './order-trackers.js';

const defaultMaxKeys = 1024;
const nothing: readonly OrderIssue[] = Object.freeze([]);

/** Checks one stream. Memory: a few numbers for each open key, and what the trackers keep. */
export function createOrderEngine(
  scopes: readonly OrderScope[],
  options: OrderEngineOptions = {},
): OrderEngine {
  const checkers = scopes.map((scope) => new ScopeChecker(scope, options.maxKeys ?? defaultMaxKeys));
  let events = 0;
  return {
    push(message) {
      let issues: OrderIssue[] | undefined;
      for (const checker of checkers) {
        checker.push(message, events);
        if (checker.issues.length > 0) issues = [...(issues ?? []), ...checker.take()];
      }
      events += 1;
      return issues ?? nothing;
    },
    end: () => checkers.flatMap((checker) => checker.end(events)),
    close(scope, key) {
      return checkers.flatMap((checker) => (checker.name === scope ? checker.close(key, events) : []));
    },
    state() {
      const open = checkers.flatMap((checker) => checker.open());
      return { events, complete: open.every(({ unmet }) => unmet.length === 0), open };
    },
  };
}

/** Where one key stands. */
interface Position {
  /** The state of the table, or -1 once a rule was broken. */
  state: number;
  /** After a breach, by rule: the state of its machine, or -1 for a rule that is given up. */
  monitors: readonly number[];
  readonly trackers: readonly Tracker[];
}

const wholeStream = '';
const noAutomaton: OrderAutomaton = {
  symbols: [],
  letters: [0],
  decisions: [],
  rules: [],
  states: [{ next: [0], monitors: [] }],
  conflicts: [],
};

class ScopeChecker {
  readonly name: string;
  issues: OrderIssue[] = [];
  readonly #automaton: OrderAutomaton;
  readonly #predicates: readonly OrderPredicate[];
  readonly #trackerRules: readonly TrackerRule[];
  readonly #members: OrderMembers | undefined;
  readonly #maxKeys: number;
  readonly #positions = new Map<OrderKey, Position>();
  #message: unknown;
  /** The event in it that is looked at. */
  #current: unknown;
  #index = 0;
  #full = false;

  constructor(scope: OrderScope, maxKeys: number) {
    this.name = scope.name;
    this.#automaton = scope.automaton ?? noAutomaton;
    this.#predicates = scope.predicates ?? [];
    this.#trackerRules = scope.trackers ?? [];
    this.#members = scope.members;
    this.#maxKeys = maxKeys;
    if (this.#members === undefined) this.#enterKey(wholeStream);
  }

  push(message: unknown, index: number): void {
    this.#message = message;
    this.#index = index;
    if (this.#members === undefined) this.#enter(wholeStream, message, '');
    else this.#members(message, this.#enter, this.#broadcast);
  }

  take(): readonly OrderIssue[] {
    const { issues } = this;
    this.issues = [];
    return issues;
  }

  end(index: number): readonly OrderIssue[] {
    this.#index = index;
    for (const position of this.#positions.values()) this.#finish(position);
    return this.take();
  }

  close(key: OrderKey, index: number): readonly OrderIssue[] {
    const position = this.#positions.get(key);
    if (position === undefined) return nothing;
    this.#index = index;
    this.#positions.delete(key);
    this.#finish(position);
    return this.take();
  }

  open(): readonly OpenPart[] {
    return Array.from(this.#positions, ([key, position]) => ({
      scope: this.name,
      key: this.#members === undefined ? undefined : key,
      expectedSymbols: this.#expected(position),
      unmet: this.#unmet(position).flatMap((index) => this.#automaton.rules[index]?.name ?? []),
    }));
  }

  /** A property, because `members` calls it. */
  readonly #enter = (key: OrderKey, event: unknown, path: string): void => {
    const position = this.#positions.get(key) ?? this.#enterKey(key);
    if (position === undefined) {
      this.#reportFull(key, path);
      return;
    }
    this.#current = event;
    const letter = letterOf(this.#automaton, this.#matches);
    const next = position.state < 0 ? -1 : (this.#automaton.states[position.state]?.next[letter] ?? -1);
    if (next >= 0) position.state = next;
    else this.#stepMonitors(position, letter, next, path);
    for (const tracker of position.trackers) {
      const fault = tracker.check(this.#message, event, key);
      if (fault === undefined) continue;
      const { rule, expected, got } = fault;
      this.#report([rule], path + fault.path, expected, got, []);
    }
  };

  readonly #broadcast = (event: unknown, path: string): void => {
    for (const key of this.#positions.keys()) this.#enter(key, event, path);
  };

  #enterKey(key: OrderKey): Position | undefined {
    if (this.#positions.size >= this.#maxKeys) return undefined;
    const trackers = this.#trackerRules.map((rule) => createTracker(rule, this.#maxKeys));
    const position: Position = { state: 0, monitors: [], trackers };
    this.#positions.set(key, position);
    return position;
  }

  /** Once for the scope: what follows under further keys is not checked. */
  #reportFull(key: OrderKey, path: string): void {
    if (this.#full) return;
    this.#full = true;
    const rule = { name: '', code: 'too_many_keys', spec: '' };
    this.#report(
      [rule],
      path,
      `at most ${String(this.#maxKeys)} open keys of scope ${this.name}`,
      describe(key),
      [],
    );
  }

  /** Whether the current event matches a symbol. */
  readonly #matches = (symbol: number): boolean =>
    this.#predicates[symbol]?.(this.#message, this.#current) === true;

  /** A breach, or an event after one: every rule is looked at by itself. */
  #stepMonitors(position: Position, letter: number, next: number, path: string): void {
    const { rules, conflicts } = this.#automaton;
    const before = this.#monitors(position);
    const steps = rules.map((rule, index) => stepOf(rule, before[index] ?? -1, this.#automaton, letter));
    const after = steps.map(({ state }) => state);
    const conflict = conflicts[-2 - next];
    const sets = conflict?.sets ?? steps.flatMap(({ breach }, index) => (breach ? [[index]] : []));
    if (sets.length > 0) this.#reportSets(sets, position, path, this.#describeCurrent());
    for (const index of conflict?.sets.flat() ?? []) {
      if (rules[index]?.unmet[after[index] ?? -1] === true) after[index] = -1;
    }
    position.state = -1;
    position.monitors = after;
  }

  #finish(position: Position): void {
    const unmet = this.#unmet(position).map((rule) => [rule]);
    if (unmet.length > 0) this.#reportSets(unmet, position, '', 'the end of the stream');
  }

  #monitors({ state, monitors }: Position): readonly number[] {
    return state < 0 ? monitors : (this.#automaton.states[state]?.monitors ?? []);
  }

  /** The rules that are unfulfilled if the stream ends there. */
  #unmet(position: Position): readonly number[] {
    const monitors = this.#monitors(position);
    return [...this.#automaton.rules.keys()].filter(
      (index) => this.#automaton.rules[index]?.unmet[monitors[index] ?? -1] === true,
    );
  }

  /** The symbols for which an event that matches it, and as little else as can be, is no breach. */
  #expected(position: Position): readonly string[] {
    const { letters, states, rules, symbols } = this.#automaton;
    const monitors = this.#monitors(position);
    const fits = (letter: number): boolean =>
      position.state < 0
        ? rules.every((rule, index) => !stepOf(rule, monitors[index] ?? -1, this.#automaton, letter).breach)
        : (states[position.state]?.next[letter] ?? -1) >= 0;
    return symbols.filter((_name, symbol) => smallestWith(symbol, letters).some(fits));
  }

  #describeCurrent(): string {
    const names = this.#automaton.symbols.filter((_name, symbol) => this.#matches(symbol));
    return names.length === 0 ? describe(this.#current) : names.join(' and ');
  }

  /** One issue for each set of rules that an event, or the end, breaks at that position. */
  #reportSets(sets: readonly (readonly number[])[], position: Position, path: string, got: string): void {
    const symbols = this.#expected(position);
    const ends = this.#unmet(position).length === 0 ? ['the end of the stream'] : [];
    const expected = list([...symbols, ...ends]);
    for (const set of sets) {
      const rules = set.flatMap((index) => this.#automaton.rules[index] ?? []);
      this.#report(rules, path, expected, got, symbols);
    }
  }

  #report(
    rules: readonly Pick<OrderRule, 'name' | 'code' | 'spec'>[],
    path: string,
    expected: string,
    got: string,
    expectedSymbols: readonly string[],
  ): void {
    const [first] = rules;
    if (first === undefined) return;
    const { name: rule, code, spec } = first;
    const names = rules.map(({ name }) => name);
    this.issues.push({
      code,
      path,
      expected,
      got,
      spec,
      rule,
      rules: names,
      event: this.#index,
      expectedSymbols,
    });
  }
}

function list(names: readonly string[]): string {
  if (names.length === 0) return 'nothing';
  const last = names.at(-1) ?? '';
  return names.length === 1 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}
