/**
 * What holds at a place of an expression because of the tests before it: `present:this.x` after `has(this.x) &&`.
 * The checker keys facts by the path in CEL, the printer by the TypeScript text that the compiler narrows.
 */
export type Facts = ReadonlySet<string>;

/** The facts that follow when a boolean expression is true, and when it is false. */
export interface Branches {
  readonly whenTrue: Facts;
  readonly whenFalse: Facts;
}

export const NO_FACTS: Facts = new Set();
export const NO_BRANCHES: Branches = { whenTrue: NO_FACTS, whenFalse: NO_FACTS };

export function allOf(a: Facts, b: Facts): Facts {
  if (a.size === 0) return b;
  return b.size === 0 ? a : new Set([...a, ...b]);
}

function commonTo(a: Facts, b: Facts): Facts {
  return new Set([...a].filter((fact) => b.has(fact)));
}

export function negation({ whenTrue, whenFalse }: Branches): Branches {
  return { whenTrue: whenFalse, whenFalse: whenTrue };
}

/** `a && b`, where `b` stands after `a` was true. */
export function conjunction(a: Branches, b: Branches): Branches {
  return {
    whenTrue: allOf(a.whenTrue, b.whenTrue),
    whenFalse: commonTo(a.whenFalse, allOf(a.whenTrue, b.whenFalse)),
  };
}

/** `a || b`, where `b` stands after `a` was false. */
export function disjunction(a: Branches, b: Branches): Branches {
  return negation(conjunction(negation(a), negation(b)));
}
