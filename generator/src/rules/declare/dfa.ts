/** A complete deterministic automaton; state 0 is the start. */
export interface Dfa {
  readonly states: readonly DfaState[];
}

export interface DfaState {
  readonly accepting: boolean;
  /** No continuation is accepted. */
  readonly dead: boolean;
  /** By letter: the next state. */
  readonly next: readonly number[];
}

/**
 * The minimal automaton of the same language (Moore's partition refinement), its states numbered breadth-first
 * from the start in the order of the letters: equal languages give equal automata. A negative number in `next`
 * leads to rejection, whatever follows.
 */
export function minimise(
  accepting: readonly boolean[],
  next: readonly (readonly number[])[],
): {
  readonly dfa: Dfa;
  /** By given state: its state in the minimal one. */ readonly classOf: readonly number[];
} {
  const sink = accepting.length;
  const rows = [
    ...next.map((row) => row.map((to) => (to < 0 ? sink : to))),
    sinkRow(sink, next[0]?.length ?? 0),
  ];
  const ends = [...accepting, false];
  const classes = refine(ends, rows);
  const order = new Map<number, number>([[classes[0] ?? 0, 0]]);
  const members = [0];
  for (const member of members) {
    for (const to of rows[member] ?? []) {
      const reached = classes[to] ?? 0;
      if (order.has(reached)) continue;
      order.set(reached, order.size);
      members.push(to);
    }
  }
  const numberOf = (state: number): number => order.get(classes[state] ?? -1) ?? -1;
  const dead = classes[sink];
  const states = members.map((member) => ({
    accepting: ends[member] ?? false,
    dead: classes[member] === dead,
    next: (rows[member] ?? []).map(numberOf),
  }));
  return { dfa: { states }, classOf: accepting.map((_, state) => numberOf(state)) };
}

function sinkRow(sink: number, letters: number): readonly number[] {
  return Array.from({ length: letters }, () => sink);
}

/** By state: its class, where two states are in one class when no continuation tells them apart. */
function refine(accepting: readonly boolean[], next: readonly (readonly number[])[]): readonly number[] {
  let classes: readonly number[] = accepting.map(Number);
  let size = new Set(classes).size;
  for (;;) {
    const numbers = new Map<string, number>();
    const finer = next.map((row, state) => {
      const key = [classes[state], ...row.map((to) => classes[to])].join();
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      return number;
    });
    if (numbers.size === size) return finer;
    size = numbers.size;
    classes = finer;
  }
}
