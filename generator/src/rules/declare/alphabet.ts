import { letterCount, type Monitor } from './monitor.js';

/**
 * What is known about the symbols that one event can match together: of the symbols in `over`, an event matches
 * exactly one of the sets in `allowed`. Sets are bit masks over the symbols of the scope.
 */
export interface Restriction {
  readonly over: number;
  readonly allowed: readonly number[];
}

/** A monitor and the places of its symbols among the symbols of the scope. */
export interface Watch {
  readonly monitor: Monitor;
  readonly symbols: readonly number[];
}

/**
 * One step of finding the letter of an event: test the symbol, go on where the answer leads. A reference is the
 * index of a further decision, or `~letter`. The first decision is the start.
 */
export interface Decision {
  readonly symbol: number;
  readonly without: number;
  readonly with: number;
}

/**
 * The letters of a scope: classes of symbol sets that no rule can tell apart. Each is given by its smallest set,
 * as a bit mask; in order of size, so that the first is the event that matches nothing, where one can.
 */
export interface Alphabet {
  readonly letters: readonly number[];
  /** Empty when there is one letter. */
  readonly decisions: readonly Decision[];
  /** Bit mask of the symbols that some event matches. */
  readonly occurring: number;
}

/** A set of symbols, decided for the first few of them; sets that nothing can tell apart share one node. */
interface Node {
  /** The smallest set of symbols that leads here. */
  mask: number;
  /** All symbols that occur in a set that leads here. */
  occurring: number;
  without: Node | undefined;
  with: Node | undefined;
}

/**
 * Builds the letters symbol by symbol, merging at each step the sets that no rule and no restriction can tell
 * apart any more: 2^n sets are never listed. Undefined when there are more than `limit`. At most 30 symbols.
 */
export function buildAlphabet(
  size: number,
  watches: readonly Watch[],
  restrictions: readonly Restriction[],
  limit: number,
): Alphabet | undefined {
  const views = distinctViews(watches);
  const root: Node = { mask: 0, occurring: 0, without: undefined, with: undefined };
  const layers = [[root]];
  for (let symbol = 0; symbol < size; symbol += 1) {
    const merged = new Map<string, Node>();
    const decided = 2 ** (symbol + 1) - 1;
    const enter = (mask: number, occurring: number): Node | undefined => {
      const open = restrictions.map(({ over, allowed }) =>
        allowed.flatMap((set) => (((set ^ mask) & over & decided) === 0 ? [set & over & ~decided] : [])),
      );
      if (open.some((sets) => sets.length === 0)) return undefined;
      const seen = views.map((view) => residual(view, mask, symbol));
      const residues = open.map((sets) => [...new Set(sets)].sort((a, b) => a - b).join());
      return merge(merged, [...seen, ...residues].join(';'), mask, occurring);
    };
    for (const node of layers[symbol] ?? []) {
      node.without = enter(node.mask, node.occurring);
      node.with = enter(node.mask | (1 << symbol), node.occurring | (1 << symbol));
    }
    if (merged.size > limit) return undefined;
    layers.push([...merged.values()]);
  }
  return reduce(root, layers);
}

function merge(nodes: Map<string, Node>, key: string, mask: number, occurring: number): Node {
  const node = nodes.get(key);
  if (node === undefined) {
    const fresh: Node = { mask, occurring, without: undefined, with: undefined };
    nodes.set(key, fresh);
    return fresh;
  }
  if (compareSets(mask, node.mask) < 0) node.mask = mask;
  node.occurring |= occurring;
  return node;
}

/** Smaller sets first, then those with the earlier symbols. */
export function compareSets(one: number, other: number): number {
  return bitCount(one) - bitCount(other) || one - other;
}

function bitCount(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** What a rule sees of an event: by letter of its symbols, the first letter that it treats the same in every state. */
interface View {
  readonly symbols: readonly number[];
  readonly classes: readonly number[];
}

/** Many rules over the same symbols see the same of an event. */
function distinctViews(watches: readonly Watch[]): readonly View[] {
  const views = new Map<string, View>();
  for (const { monitor, symbols } of watches) {
    const view = { symbols, classes: letterClasses(monitor) };
    views.set(JSON.stringify(view), view);
  }
  return [...views.values()];
}

function letterClasses({ symbols, next, unmet }: Monitor): readonly number[] {
  const letters = letterCount(symbols);
  const columns = Array.from({ length: letters }, (_, letter) =>
    unmet.map((_unmet, state) => next[state * letters + letter]).join(),
  );
  return columns.map((column) => columns.indexOf(column));
}

/** The letter of a rule in an event that matches these symbols. */
export function project(mask: number, symbols: readonly number[]): number {
  let letter = 0;
  for (const [bit, symbol] of symbols.entries()) letter |= ((mask >> symbol) & 1) << bit;
  return letter;
}

/** What a rule still can tell about a set of symbols once the symbols up to `symbol` are decided. */
function residual({ symbols, classes }: View, mask: number, symbol: number): string {
  const letter = project(mask, symbols);
  const open = symbols.flatMap((place, bit) => (place > symbol ? [1 << bit] : []));
  const completions = open.reduce((sets, bit) => [...sets, ...sets.map((set) => set | bit)], [letter]);
  return completions.map((completion) => classes[completion]).join(',');
}

/** Numbers the letters and drops every decision that makes no difference (a reduced ordered decision diagram). */
function reduce(root: Node, layers: readonly (readonly Node[])[]): Alphabet {
  const leaves = [...(layers.at(-1) ?? [])].sort((a, b) => compareSets(a.mask, b.mask));
  const references = new Map<Node | undefined, number>(leaves.map((leaf, letter) => [leaf, ~letter]));
  const decisions: Decision[] = [];
  const known = new Map<string, number>();
  for (let symbol = layers.length - 2; symbol >= 0; symbol -= 1) {
    for (const node of layers[symbol] ?? []) {
      const withSymbol = references.get(node.with);
      const without = references.get(node.without) ?? withSymbol;
      if (without === undefined) continue;
      if (withSymbol === undefined || withSymbol === without) {
        references.set(node, without);
        continue;
      }
      const key = [symbol, without, withSymbol].join();
      const index = known.get(key) ?? decisions.push({ symbol, without, with: withSymbol }) - 1;
      known.set(key, index);
      references.set(node, index);
    }
  }
  const occurring = leaves.reduce((mask, leaf) => mask | leaf.occurring, 0);
  const ordered = inReadingOrder(decisions, references.get(root) ?? ~0);
  return { letters: leaves.map(({ mask }) => mask), occurring, decisions: ordered };
}

/** Decisions in the order in which a reader meets them, from the root on. */
function inReadingOrder(decisions: readonly Decision[], root: number): readonly Decision[] {
  const places = new Map<number, number>();
  const visit = (reference: number): void => {
    if (reference >= 0 && !places.has(reference)) places.set(reference, places.size);
  };
  visit(root);
  for (const index of places.keys()) {
    visit(decisions[index]?.without ?? -1);
    visit(decisions[index]?.with ?? -1);
  }
  const moved = (reference: number): number => places.get(reference) ?? reference;
  return [...places.keys()].flatMap((index) => {
    const decision = decisions[index];
    if (decision === undefined) return [];
    return [{ symbol: decision.symbol, without: moved(decision.without), with: moved(decision.with) }];
  });
}

/** The letter of an event that matches exactly the symbols in the mask. */
export function letterOf({ decisions }: Pick<Alphabet, 'decisions'>, mask: number): number {
  let reference = decisions.length === 0 ? ~0 : 0;
  while (reference >= 0) {
    const decision = decisions[reference];
    if (decision === undefined) break;
    reference = (mask >> decision.symbol) & 1 ? decision.with : decision.without;
  }
  return ~reference;
}
