import type { Facts } from './facts.js';
import type { Report } from './report.js';
import type { Binding } from './typed.js';

/** What the checker knows at one place of an expression. */
export interface Scope {
  readonly report: Report;
  /** Variables and macro variables by name; an inner one hides an outer one. */
  readonly names: ReadonlyMap<string, Binding>;
  /** The binding of `this`, whose fields are names too. */
  readonly self: Binding | undefined;
  readonly facts: Facts;
  /** A number that no other macro of the expression has. */
  readonly nextMacro: () => number;
}

export function withFacts(scope: Scope, facts: Facts): Scope {
  return facts.size === 0 ? scope : { ...scope, facts: new Set([...scope.facts, ...facts]) };
}

export function withBinding(scope: Scope, binding: Binding): Scope {
  return { ...scope, names: new Map([...scope.names, [binding.name, binding]]) };
}
