import { stronglyConnected } from '../strongly-connected.js';
import { PatternTooLarge, type Automaton } from './automaton.js';

/** How many combined states are visited before a pattern counts as too large. */
const maxVisited = 200_000;

/** A part of an automaton that can be gone through again and again. */
interface Loop {
  readonly positions: ReadonlySet<number>;
  /** Where the pattern has matched already, a step further cannot make it fail. */
  readonly undecided: readonly number[];
}

/**
 * The degree of the polynomial that bounds the number of steps of a backtracking engine by the length of the text: 1
 * when it is linear, infinity when it is exponential.
 *
 * Two ways through one loop on the same text double the ways with every round (exponential, "EDA"); a text that can
 * stay in a loop, stay in a later one, or lead from the one to the other adds a factor (polynomial, "IDA"). Weideman,
 * van der Merwe, Berglund, Watson: Analyzing Matching Time Behavior of Backtracking Regular Expression Matchers
 * by Using Ambiguity of NFA (CIAA 2016).
 */
export function degreeOf(automaton: Automaton): number {
  const analysis = new AmbiguityAnalysis(automaton);
  return analysis.degree();
}

class AmbiguityAnalysis {
  private readonly successors: readonly (readonly number[])[];
  private visited = 0;

  constructor(private readonly automaton: Automaton) {
    this.successors = automaton.edges.map((edges) =>
      [...edges.keys()].filter((to) => automaton.masks[to] !== 0n),
    );
  }

  degree(): number {
    // Each loop comes after those that it leads to.
    const loops = this.loops();
    if (loops.some((loop) => this.isExponential(loop))) return Infinity;
    const degrees: number[] = [];
    for (const [place, loop] of loops.entries()) {
      const reachable = this.reachableFrom(loop.positions);
      const later = loops.slice(0, place).map((other, index) => ({ other, degree: degrees[index] ?? 1 }));
      const degree = later
        .filter(({ other }) => [...other.positions].some((position) => reachable.has(position)))
        .reduce(
          (best, next) => Math.max(best, next.degree + (this.isPolynomial(loop, next.other) ? 1 : 0)),
          1,
        );
      degrees.push(degree);
    }
    return Math.max(1, ...degrees);
  }

  private loops(): readonly Loop[] {
    const { masks, accepting } = this.automaton;
    const next = (position: number): readonly number[] => this.successors[position] ?? [];
    return stronglyConnected(masks.keys(), next)
      .filter(([first = 0, ...others]) => others.length > 0 || next(first).includes(first))
      .map((positions) => ({
        positions: new Set(positions),
        undecided: positions.filter((position) => !accepting.has(position)),
      }));
  }

  private isExponential({ positions, undecided }: Loop): boolean {
    const { edges, masks } = this.automaton;
    const isUndecided = new Set(undecided);
    for (const from of positions) {
      for (const [to, ways] of edges[from] ?? []) {
        const matters = isUndecided.has(from) || isUndecided.has(to);
        if (ways > 1 && matters && positions.has(to) && masks[to] !== 0n) return true;
      }
    }
    const size = masks.length;
    const pairsAfter = (pair: number): readonly number[] =>
      this.combine([Math.floor(pair / size), pair % size], [positions, positions]).map(
        ([x = 0, y = 0]) => x * size + y,
      );
    const diagonal = undecided.map((position) => position * size + position);
    return stronglyConnected(diagonal, pairsAfter).some(
      (component) =>
        component.some((pair) => Math.floor(pair / size) !== pair % size) &&
        component.some((pair) => isUndecided.has(pair % size) && Math.floor(pair / size) === pair % size),
    );
  }

  /** Whether some text leads from a position of `early` back to it, to one of `late`, and from that back to it. */
  private isPolynomial(early: Loop, late: Loop): boolean {
    const between = this.between(early.positions, late.positions);
    return late.undecided.some((q) =>
      [...early.positions].some((p) =>
        this.leadsFromTo([p, p, q], [p, q, q], [early.positions, between, late.positions]),
      ),
    );
  }

  private leadsFromTo(
    start: readonly number[],
    goal: readonly number[],
    allowed: readonly ReadonlySet<number>[],
  ): boolean {
    const seen = new Set([start.join()]);
    const waiting = [start];
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
      for (const next of this.combine(state, allowed)) {
        if (next.every((position, place) => position === goal[place])) return true;
        const key = next.join();
        if (seen.has(key)) continue;
        seen.add(key);
        waiting.push(next);
      }
    }
    return false;
  }

  /** What follows several positions at once, all on the same character. */
  private combine(
    state: readonly number[],
    allowed: readonly ReadonlySet<number>[],
  ): readonly (readonly number[])[] {
    this.visited += 1;
    if (this.visited > maxVisited) throw new PatternTooLarge('The pattern has too many combined states.');
    let combined: { readonly positions: readonly number[]; readonly mask: bigint }[] = [
      { positions: [], mask: -1n },
    ];
    for (const [place, position] of state.entries()) {
      const next = (this.successors[position] ?? []).filter((to) => allowed[place]?.has(to));
      combined = combined.flatMap(({ positions, mask }) =>
        next.flatMap((to) => {
          const shared = mask & (this.automaton.masks[to] ?? 0n);
          return shared === 0n ? [] : [{ positions: [...positions, to], mask: shared }];
        }),
      );
      this.visited += combined.length;
    }
    return combined.map(({ positions }) => positions);
  }

  private between(from: ReadonlySet<number>, to: ReadonlySet<number>): ReadonlySet<number> {
    const reachable = this.reachableFrom(from);
    const leads = (position: number): boolean =>
      [...this.reachableFrom([position])].some((end) => to.has(end));
    return new Set([...reachable].filter(leads));
  }

  private reachableFrom(start: Iterable<number>): ReadonlySet<number> {
    const reachable = new Set(start);
    for (const position of reachable) for (const next of this.successors[position] ?? []) reachable.add(next);
    return reachable;
  }
}
