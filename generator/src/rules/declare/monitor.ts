/**
 * A machine that watches one rule over a trace. A letter says which of the rule's own symbols an event
 * matches: bit 0 for the first, bit 1 for the second. State 0 is the start.
 *
 * It is complete: after an event that breaks the rule it goes on, so that one fault is reported once and the
 * next fault still is. `next[state * letters + letter]` is the state after an event, or `~state` where that
 * event breaks the rule and the watch goes on from `state`.
 */
export interface Monitor {
  readonly symbols: 1 | 2;
  readonly next: readonly number[];
  /** By state: whether the rule is not fulfilled when the trace ends there. */
  readonly unmet: readonly boolean[];
}

/** What a monitor does, before its states are enumerated. States are numbers of the author's choice, 0 the start. */
export interface Behaviour {
  /** The state after an event that matches the first symbol (or not) and the second (or not). */
  step(state: number, first: boolean, second: boolean): number;
  unmet(state: number): boolean;
}

/** The result of a step that breaks the rule: where the watch goes on. */
export function breach(state: number): number {
  return ~state;
}

/** The state that a step leads to, whether it breaks the rule or not. */
export function target(step: number): number {
  return step < 0 ? ~step : step;
}

export function letterCount(symbols: number): number {
  return 2 ** symbols;
}

/** Enumerates the states of a behaviour that some trace reaches, in breadth-first order. */
export function tabulate(symbols: 1 | 2, behaviour: Behaviour): Monitor {
  const index = new Map<number, number>([[0, 0]]);
  const states = [0];
  const next: number[] = [];
  for (const state of states) {
    for (let letter = 0; letter < letterCount(symbols); letter += 1) {
      const step = behaviour.step(state, (letter & 1) !== 0, (letter & 2) !== 0);
      const reached = target(step);
      const known = index.get(reached) ?? states.push(reached) - 1;
      index.set(reached, known);
      next.push(step < 0 ? breach(known) : known);
    }
  }
  return { symbols, next, unmet: states.map((state) => behaviour.unmet(state)) };
}

/** Watches two rules over the same symbols as one: broken where either is, met where both are. */
export function both(one: Monitor, other: Monitor): Monitor {
  const width = other.unmet.length;
  const letters = letterCount(one.symbols);
  return tabulate(one.symbols, {
    step(state, first, second) {
      const letter = (first ? 1 : 0) + (second ? 2 : 0);
      const left = one.next[Math.floor(state / width) * letters + letter] ?? 0;
      const right = other.next[(state % width) * letters + letter] ?? 0;
      const reached = target(left) * width + target(right);
      return left < 0 || right < 0 ? breach(reached) : reached;
    },
    unmet: (state) =>
      (one.unmet[Math.floor(state / width)] ?? false) || (other.unmet[state % width] ?? false),
  });
}
