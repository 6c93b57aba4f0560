import type { AST } from '@eslint-community/regexpp';

/** A node of a pattern that consumes one character. */
export type CharacterNode = AST.Character | AST.CharacterClass | AST.CharacterSet;

/** Characters of every kind that patterns tell apart, next to those that a pattern names itself. */
const sample = Array.from('azAZ059_ -./@#:\t\n\r\0éÉßΩя中あ😀\u00a0\u2028');

/** Property escapes are told apart by a sieve of all scripts; an odd step meets capital and small letters alike. */
const sieve = { last: 0x1ffff, step: 7 };

/**
 * Which characters a pattern tells apart: characters that the same nodes match are one symbol. A node is then the set
 * of its symbols, as a bit mask, so that two nodes can match the same character when their masks share a bit.
 */
export class Alphabet {
  private readonly masks = new Map<string, bigint>();

  constructor(nodes: readonly CharacterNode[]) {
    const classes = [...new Set(nodes.map((node) => node.raw))].map((raw) => ({
      raw,
      matcher: matcherOf(raw),
    }));
    const known = new Set<string>();
    let symbol = 1n;
    for (const character of candidates(nodes)) {
      const matching = classes.filter(({ matcher }) => matcher.test(character));
      const signature = matching.map(({ raw }) => raw).join('\n');
      if (known.has(signature)) continue;
      known.add(signature);
      for (const { raw } of matching) this.masks.set(raw, (this.masks.get(raw) ?? 0n) | symbol);
      symbol <<= 1n;
    }
  }

  maskOf(node: CharacterNode): bigint {
    return this.masks.get(node.raw) ?? 0n;
  }
}

/** Tests one character; without repetition, so its cost is bounded. */
function matcherOf(raw: string): RegExp {
  return new RegExp(`^${raw}$`, 'u');
}

function candidates(nodes: readonly CharacterNode[]): Iterable<string> {
  const characters = new Set(sample);
  const addAround = (codePoint: number): void => {
    for (const near of [codePoint - 1, codePoint, codePoint + 1]) {
      if (near >= 0 && near <= 0x10ffff) characters.add(String.fromCodePoint(near));
    }
  };
  let hasProperty = false;
  for (const element of nodes.flatMap<AST.CharacterClassElement>(elementsOf)) {
    if (element.type === 'Character') addAround(element.value);
    if (element.type === 'CharacterClassRange') {
      addAround(element.min.value);
      addAround(element.max.value);
    }
    if (element.type === 'CharacterSet' && element.kind === 'property') hasProperty = true;
  }
  for (let codePoint = 0; hasProperty && codePoint <= sieve.last; codePoint += sieve.step) {
    characters.add(String.fromCodePoint(codePoint));
  }
  return characters;
}

function elementsOf(node: CharacterNode): readonly AST.CharacterClassElement[] {
  if (node.type === 'CharacterClass') return node.elements;
  // Any character at all needs no example of its own.
  return node.type === 'CharacterSet' && node.kind === 'any' ? [] : [node];
}
