import type { PoolMessage } from './pool.js';
import type { OrderView } from './view.js';

/** Where every scope stands: the state of its automaton, or -1 while nothing has opened its key. */
type Position = readonly number[];

interface Node {
  readonly position: Position;
  readonly from: Node | undefined;
  /** The message that leads here from `from`. */
  readonly message: number;
  readonly accepting: boolean;
}

interface Edge {
  readonly from: number;
  readonly message: number;
  readonly to: number;
}

/** A message that breaks something in a place where a conforming stream can be. */
interface BreachEdge {
  readonly from: number;
  readonly message: number;
}

const maxNodes = 4000;

/**
 * All conforming streams over the messages of a pool, with one choice and one call, as one graph: every position of
 * all scopes together, found breadth first.
 */
export class StreamGraph {
  readonly #nodes: Node[] = [];
  readonly #edges: Edge[] = [];
  readonly #index = new Map<string, number>();
  /** By node: the next edge on the shortest way to an end of the stream. */
  readonly #toEnd: (Edge | undefined)[] = [];
  readonly #distance: number[] = [];
  readonly #breaches: BreachEdge[] = [];

  constructor(
    private readonly view: OrderView,
    private readonly pool: readonly PoolMessage[],
  ) {
    this.#explore();
    this.#findEnds();
  }

  /** Streams, as numbers of the pool, that together take every transition that conforming streams can take. */
  coveringStreams(): readonly (readonly number[])[] {
    const open = new Set(
      this.#edges.filter(({ to }) => this.#endsFrom(to)).flatMap((edge) => this.#transitions(edge)),
    );
    const streams: (readonly number[])[] = [];
    for (const edge of this.#edges) {
      if (!this.#endsFrom(edge.to)) continue;
      if (!this.#transitions(edge).some((transition) => open.has(transition))) continue;
      const edges = [...this.#pathTo(edge.from), edge, ...this.#pathToEnd(edge.to)];
      for (const taken of edges) for (const transition of this.#transitions(taken)) open.delete(transition);
      streams.push(edges.map(({ message }) => message));
    }
    return streams;
  }

  /**
   * Streams that break something with their last message: one for each transition that is a breach, then for each
   * transition that conforms two that show by a breach which state it leads to.
   */
  breachingStreams(): readonly (readonly number[])[] {
    const seen = new Set<string>();
    const isNew = (names: readonly string[]): boolean => {
      const fresh = names.some((name) => !seen.has(name));
      names.forEach((name) => seen.add(name));
      return fresh;
    };
    const pathTo = (node: number): readonly number[] => this.#pathTo(node).map((edge) => edge.message);
    const direct = this.#breaches
      .filter(({ from, message }) =>
        isNew(
          this.#moves(from, message)
            .filter(({ to }) => to < 0)
            .map(({ name }) => name),
        ),
      )
      .map(({ from, message }) => [...pathTo(from), message]);
    const byNode = new Map<number, number[]>();
    for (const { from, message } of this.#breaches) byNode.set(from, [...(byNode.get(from) ?? []), message]);
    const through = this.#edges
      .filter((edge) => isNew(this.#transitions(edge)))
      .flatMap(({ from, message, to }) => {
        const last = byNode.get(to) ?? [];
        const ends = new Set([last[0], last.at(-1)].filter((end) => end !== undefined));
        return [...ends].map((end) => [...pathTo(from), message, end]);
      });
    return [...direct, ...through];
  }

  #explore(): void {
    const start = this.view.scopes.map(({ scope }) => (scope === 'stream' ? 0 : -1));
    this.#add(start, undefined, -1);
    for (let from = 0; from < this.#nodes.length && this.#nodes.length < maxNodes; from += 1) {
      for (const message of this.pool.keys()) {
        const moves = this.#moves(from, message);
        if (moves.some(({ to }) => to < -1)) {
          this.#breaches.push({ from, message });
          continue;
        }
        const position = [...(this.#nodes[from]?.position ?? [])];
        for (const { place, to } of moves) position[place] = to;
        const to = this.#index.get(position.join()) ?? this.#add(position, this.#nodes[from], message);
        this.#edges.push({ from, message, to });
      }
    }
  }

  #add(position: Position, from: Node | undefined, message: number): number {
    const accepting = position.every((state, place) => {
      const { automaton } = this.view.scopes[place] ?? {};
      return state < 0 || automaton === undefined || automaton.states[state]?.accepting === true;
    });
    this.#index.set(position.join(), this.#nodes.length);
    return this.#nodes.push({ position, from, message, accepting }) - 1;
  }

  /** What a message does to each scope that it concerns; `to` is less than -1 for a breach. */
  #moves(
    from: number,
    message: number,
  ): readonly { readonly place: number; readonly to: number; readonly name: string }[] {
    const position = this.#nodes[from]?.position ?? [];
    return (this.pool[message]?.letters ?? []).flatMap((part, place) => {
      const state = position[place] ?? -1;
      if (part === undefined || (state < 0 && !part.opens)) return [];
      const { automaton } = this.view.scopes[place] ?? {};
      const at = Math.max(state, 0);
      const next = automaton === undefined ? 0 : (automaton.states[at]?.next[part.letter] ?? -1);
      const name = `${String(place)} ${String(at)} ${String(part.letter)}`;
      return [{ place, to: next < 0 ? -2 : next, name }];
    });
  }

  #transitions({ from, message }: Edge): readonly string[] {
    return this.#moves(from, message).map(({ name }) => name);
  }

  #findEnds(): void {
    const into = new Map<number, Edge[]>();
    for (const edge of this.#edges) {
      const edges = into.get(edge.to);
      if (edges === undefined) into.set(edge.to, [edge]);
      else edges.push(edge);
    }
    const queue = [...this.#nodes.keys()].filter((node) => this.#nodes[node]?.accepting === true);
    for (const node of queue) this.#distance[node] = 0;
    for (const node of queue) {
      for (const edge of into.get(node) ?? []) {
        if (this.#distance[edge.from] !== undefined) continue;
        this.#distance[edge.from] = (this.#distance[node] ?? 0) + 1;
        this.#toEnd[edge.from] = edge;
        queue.push(edge.from);
      }
    }
  }

  #endsFrom(node: number): boolean {
    return this.#distance[node] !== undefined;
  }

  #pathTo(node: number): readonly Edge[] {
    const edges: Edge[] = [];
    let at = this.#nodes[node];
    while (at?.from !== undefined) {
      const from = this.#index.get(at.from.position.join()) ?? 0;
      edges.push({ from, message: at.message, to: this.#index.get(at.position.join()) ?? 0 });
      at = at.from;
    }
    return edges.reverse();
  }

  #pathToEnd(node: number): readonly Edge[] {
    const edges: Edge[] = [];
    for (let edge = this.#toEnd[node]; edge !== undefined; edge = this.#toEnd[edge.to]) edges.push(edge);
    return edges;
  }
}
