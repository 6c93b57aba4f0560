/**
 * A boolean expression of emitted code. A test knows its negation, so that a guard can be written as the
 * expression that is true (`return a && b`) or as an early return (`if (!a || !b) return false`).
 */
export type Condition =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'test'; readonly text: string; readonly negation: string }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Condition[] };

export const always: Condition = { kind: 'constant', value: true };
export const never: Condition = { kind: 'constant', value: false };

/** A call or another expression that `!` can stand before. */
export function test(text: string, negation = `!${text}`): Condition {
  return { kind: 'test', text, negation };
}

const opposites = { '===': '!==', '!==': '===', '<': '>=', '>=': '<', '>': '<=', '<=': '>' } as const;

export function compare(left: string, operator: keyof typeof opposites, right: string): Condition {
  return test(`${left} ${operator} ${right}`, `${left} ${opposites[operator]} ${right}`);
}

export function not(condition: Condition): Condition {
  switch (condition.kind) {
    case 'constant':
      return condition.value ? never : always;
    case 'test':
      return { kind: 'test', text: condition.negation, negation: condition.text };
    default:
      return { kind: condition.kind === 'all' ? 'any' : 'all', parts: condition.parts.map(not) };
  }
}

export function all(...conditions: readonly Condition[]): Condition {
  return combine('all', conditions);
}

export function any(...conditions: readonly Condition[]): Condition {
  return combine('any', conditions);
}

/** Joined, with nested lists of the same kind opened, repetitions dropped and constants decided. */
function combine(kind: 'all' | 'any', conditions: readonly Condition[]): Condition {
  const neutral = kind === 'all';
  const parts: Condition[] = [];
  const seen = new Set<string>();
  for (const condition of conditions.flatMap((part) => (part.kind === kind ? part.parts : [part]))) {
    if (condition.kind === 'constant') {
      if (condition.value !== neutral) return condition;
    } else if (condition.kind !== 'test' || !seen.has(condition.text)) {
      if (condition.kind === 'test') seen.add(condition.text);
      parts.push(condition);
    }
  }
  const [only] = parts;
  if (only === undefined) return neutral ? always : never;
  return parts.length === 1 ? only : { kind, parts };
}

/** How many tests a condition makes. */
export function sizeOf(condition: Condition): number {
  switch (condition.kind) {
    case 'constant':
      return 0;
    case 'test':
      return 1;
    default:
      return condition.parts.reduce((size, part) => size + sizeOf(part), 0);
  }
}
