/** A graph whose edges are labelled with the letters 0, 1, 2 ... by their place in `next`. */
export interface Graph<State> {
  key(state: State): string;
  /** By letter: where the edge leads, or undefined where there is none. */
  next(state: State): readonly (State | undefined)[];
  /** The search ends without a result when it has seen more states than these. */
  readonly limit?: number;
}

export interface Path<State> {
  readonly letters: readonly number[];
  readonly end: State;
}

interface Visit<State> {
  readonly state: State;
  readonly from: Visit<State> | undefined;
  readonly letter: number;
}

/** The shortest path to a goal, the first in the order of the letters; undefined when none is reached. */
export function shortestPath<State>(
  graph: Graph<State>,
  start: State,
  isGoal: (state: State) => boolean,
): Path<State> | undefined {
  const { limit = Number.POSITIVE_INFINITY } = graph;
  const seen = new Set([graph.key(start)]);
  const queue: Visit<State>[] = [{ state: start, from: undefined, letter: -1 }];
  for (const visit of queue) {
    if (isGoal(visit.state)) return { letters: lettersTo(visit), end: visit.state };
    if (seen.size > limit) return undefined;
    for (const [letter, state] of graph.next(visit.state).entries()) {
      if (state === undefined || seen.has(graph.key(state))) continue;
      seen.add(graph.key(state));
      queue.push({ state, from: visit, letter });
    }
  }
  return undefined;
}

function lettersTo<State>(visit: Visit<State>): readonly number[] {
  const letters: number[] = [];
  for (let at = visit; at.from !== undefined; at = at.from) letters.push(at.letter);
  return letters.reverse();
}
