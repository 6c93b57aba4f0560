import { RegExpParser, type AST } from '@eslint-community/regexpp';
import { Alphabet, type CharacterNode } from './alphabet.js';

/** The largest count that is written out as copies; a larger one is as good as unbounded to an attacker. */
const maxCopies = 100;

/** How large an automaton may grow by copies, before counts are read as unbounded. */
const maxCopiedPositions = 2000;

const maxPositions = 20_000;

const maxEdges = 200_000;

/** How often something can happen: once, or in two ways and more. */
type Ways = 1 | 2;

/** Positions, each with the number of ways to get there without consuming a character. */
type Edges = Map<number, Ways>;

/**
 * The position automaton of a pattern (Glushkov): a state for each place that consumes a character, and an edge where
 * a backtracking engine can go on from one to the next. Ways count: they are what such an engine tries in turn.
 */
export interface Automaton {
  /** The characters that lead into each position, as a mask of the alphabet; none for the end of the text. */
  readonly masks: readonly bigint[];
  readonly edges: readonly ReadonlyMap<number, Ways>[];
  readonly first: ReadonlyMap<number, Ways>;
  /** Positions after which the pattern has matched, whatever follows. */
  readonly accepting: ReadonlySet<number>;
}

/** Thrown when a pattern is too large to be analysed; never leaves this folder. */
export class PatternTooLarge extends Error {}

interface Fragment {
  readonly first: Edges;
  readonly last: Edges;
  /** In how many ways it matches the empty text. */
  readonly empty: 0 | Ways;
}

/** The automata of a pattern and of each lookaround in it, which an engine runs by itself. */
export function automataOf(pattern: string): readonly Automaton[] {
  const parser = new RegExpParser({ ecmaVersion: 2024 });
  const { alternatives } = parser.parsePattern(pattern, 0, pattern.length, { unicode: true });
  const alphabet = new Alphabet(characterNodes(alternatives));
  const automata: Automaton[] = [];
  const waiting = [{ alternatives, searched: !isAnchored(alternatives), backward: false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { searched, backward } = next;
    const builder = new AutomatonBuilder(alphabet, backward);
    automata.push(builder.build(next.alternatives, searched));
    for (const [node, repeated] of builder.lookarounds) {
      const isBehind = node.kind === 'lookbehind';
      waiting.push({ alternatives: node.alternatives, searched: searched || repeated, backward: isBehind });
    }
  }
  return automata;
}

class AutomatonBuilder {
  /** With whether each comes with or after a repetition, which starts it anew at every step. */
  readonly lookarounds = new Map<AST.LookaroundAssertion, boolean>();
  private readonly masks: bigint[] = [];
  private readonly edges: Edges[] = [];
  private edgeCount = 0;
  private repetitions = 0;

  /** @param backward whether an engine reads the text from right to left, as it does in a lookbehind */
  constructor(
    private readonly alphabet: Alphabet,
    private readonly backward: boolean,
  ) {}

  /** @param searched whether an engine starts at every character in turn, which is a loop in front of the pattern */
  build(alternatives: readonly AST.Alternative[], searched: boolean): Automaton {
    const body = this.alternation(alternatives);
    const { masks, edges } = this;
    const accepting = new Set(body.last.keys());
    if (!searched) return { masks, edges, first: body.first, accepting };
    const start = this.position(-1n);
    this.connect(start.last, start.first);
    const whole = this.sequence(start, body);
    return { masks, edges, first: merge(whole.first, body.first), accepting };
  }

  private alternation(alternatives: readonly AST.Alternative[]): Fragment {
    const fragments = alternatives.map((alternative) => this.elements(alternative.elements));
    return fragments.reduce((all, one) => ({
      first: merge(all.first, one.first),
      last: merge(all.last, one.last),
      empty: saturate(all.empty + one.empty),
    }));
  }

  private elements(elements: readonly AST.Element[]): Fragment {
    const inOrder = this.backward ? elements.toReversed() : elements;
    return inOrder.reduce<Fragment>((all, element) => this.sequence(all, this.element(element)), nothing());
  }

  private element(element: AST.Element): Fragment {
    switch (element.type) {
      case 'Group':
      case 'CapturingGroup':
        return this.alternation(element.alternatives);
      case 'Quantifier':
        return this.repetition(element);
      case 'Backreference':
        return this.backreference(element);
      case 'Assertion':
        return this.assertion(element);
      case 'Character':
      case 'CharacterClass':
      case 'CharacterSet':
        return this.position(this.alphabet.maskOf(element));
      case 'ExpressionCharacterClass':
        throw new PatternTooLarge('Set notation needs the v flag.');
    }
  }

  private assertion(element: AST.Assertion): Fragment {
    if (element.kind === 'lookahead' || element.kind === 'lookbehind') {
      this.lookarounds.set(element, this.repetitions > 0);
      return nothing();
    }
    // Nothing can be consumed after the end: a position that no character leads into.
    return element.kind === (this.backward ? 'start' : 'end') ? this.position(0n) : nothing();
  }

  /** Matches what its group can match; that it is the same text again cannot add a way. */
  private backreference(element: AST.Backreference): Fragment {
    const group = [element.resolved].flat()[0];
    const isInside = group === undefined || (group.start <= element.start && element.end <= group.end);
    return isInside ? nothing() : this.alternation(group.alternatives);
  }

  private repetition({ element, min, max }: AST.Quantifier): Fragment {
    if (max > 1) this.repetitions += 1;
    const before = this.masks.length;
    const body = this.element(element);
    const size = this.masks.length - before;
    if (size === 0 || max === 0) return nothing();
    const count = max === Infinity ? min : max;
    const isWritten = count <= maxCopies && before + count * size <= maxCopiedPositions;
    return isWritten ? this.copies(element, body, min, max) : this.loop(body, min === 0);
  }

  private copies(element: AST.QuantifiableElement, body: Fragment, min: number, max: number): Fragment {
    if (max === Infinity && min <= 1) return this.loop(body, min === 0);
    const count = max === Infinity ? min : max;
    const copies = [body];
    while (copies.length < count) copies.push(this.element(element));
    if (max === Infinity) copies.push(this.loop(copies.pop() ?? body, false));
    // From the back, since what is optional is optional together with all that follows it.
    return copies.reduceRight<Fragment>((rest, copy, place) => {
      if (place < min) return this.sequence(copy, rest);
      // As in a loop: an optional iteration that consumes nothing is given up.
      return { ...this.sequence({ ...copy, empty: 0 }, rest), empty: 1 };
    }, nothing());
  }

  /** Any number of times. An engine gives up an iteration that consumes nothing, so those are no ways. */
  private loop(body: Fragment, optional: boolean): Fragment {
    this.connect(body.last, body.first);
    return { ...body, empty: optional ? 1 : body.empty };
  }

  private sequence(left: Fragment, right: Fragment): Fragment {
    this.connect(left.last, right.first);
    return {
      first: merge(left.first, times(right.first, left.empty)),
      last: merge(right.last, times(left.last, right.empty)),
      empty: saturate(left.empty * right.empty),
    };
  }

  private position(mask: bigint): Fragment {
    const position = this.masks.length;
    if (position >= maxPositions) throw new PatternTooLarge('The pattern has too many places.');
    this.masks.push(mask);
    this.edges.push(new Map());
    return { first: new Map([[position, 1]]), last: new Map([[position, 1]]), empty: 0 };
  }

  private connect(from: Edges, to: Edges): void {
    this.edgeCount += from.size * to.size;
    if (this.edgeCount > maxEdges) throw new PatternTooLarge('The pattern has too many paths.');
    for (const [source, sourceWays] of from) {
      const edges = this.edges[source];
      for (const [target, targetWays] of to) {
        edges?.set(target, saturate((edges.get(target) ?? 0) + sourceWays * targetWays) || 1);
      }
    }
  }
}

function nothing(): Fragment {
  return { first: new Map(), last: new Map(), empty: 1 };
}

function saturate(ways: number): 0 | Ways {
  return ways >= 2 ? 2 : ways === 1 ? 1 : 0;
}

function merge(a: Edges, b: Edges): Edges {
  const merged = new Map(a);
  for (const [position, ways] of b) merged.set(position, merged.has(position) ? 2 : ways);
  return merged;
}

function times(edges: Edges, ways: 0 | Ways): Edges {
  if (ways === 0) return new Map();
  return ways === 1 ? edges : new Map([...edges.keys()].map((position) => [position, 2]));
}

/** Whether every way into the pattern passes `^` before it consumes anything. */
function isAnchored(alternatives: readonly AST.Alternative[]): boolean {
  return alternatives.every(({ elements }) => {
    const first = elements.find(
      (element) => element.type !== 'Assertion' || element.kind === 'start' || element.kind === 'end',
    );
    return first !== undefined && isAnchor(first);
  });
}

function isAnchor(element: AST.Element): boolean {
  if (element.type === 'Assertion') return element.kind === 'start';
  if (element.type === 'Quantifier') return element.min > 0 && isAnchor(element.element);
  return (element.type === 'Group' || element.type === 'CapturingGroup') && isAnchored(element.alternatives);
}

function characterNodes(alternatives: readonly AST.Alternative[]): readonly CharacterNode[] {
  return alternatives.flatMap((alternative) => alternative.elements.flatMap(charactersOf));
}

function charactersOf(element: AST.Element): readonly CharacterNode[] {
  switch (element.type) {
    case 'Character':
    case 'CharacterClass':
    case 'CharacterSet':
      return [element];
    case 'Quantifier':
      return charactersOf(element.element);
    case 'Group':
    case 'CapturingGroup':
      return characterNodes(element.alternatives);
    case 'Assertion':
      return 'alternatives' in element ? characterNodes(element.alternatives) : [];
    case 'Backreference':
    case 'ExpressionCharacterClass':
      return [];
  }
}
