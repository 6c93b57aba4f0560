import { not, type Condition } from './condition.js';

/** A statement of emitted code; the layout decides where lines break. */
export type Statement =
  | { readonly kind: 'line'; readonly text: string }
  /** A call as a statement; its arguments stand on lines of their own where they do not fit on one. */
  | { readonly kind: 'call'; readonly callee: string; readonly args: readonly string[] }
  | { readonly kind: 'return'; readonly condition: Condition }
  | {
      readonly kind: 'if';
      readonly condition: Condition;
      readonly then: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  /** `for (…) { … }`, or another head with a block. */
  | { readonly kind: 'block'; readonly head: string; readonly body: readonly Statement[] }
  | { readonly kind: 'switch'; readonly subject: string; readonly cases: readonly SwitchCase[] }
  /** `const { id, 'x-id': xId } = value;`: pairs of property key and local name. */
  | {
      readonly kind: 'destructure';
      readonly names: readonly (readonly [string, string])[];
      readonly from: string;
    };

export interface SwitchCase {
  /** Literals of the cases; empty for `default`. */
  readonly labels: readonly string[];
  readonly body: readonly Statement[];
}

export function line(text: string): Statement {
  return { kind: 'line', text };
}

export function call(callee: string, ...args: readonly string[]): Statement {
  return { kind: 'call', callee, args };
}

export function returns(condition: Condition): Statement {
  return { kind: 'return', condition };
}

/** Decided at once where the condition is constant; nothing where there is nothing to do. */
export function when(
  condition: Condition,
  then: readonly Statement[],
  otherwise: readonly Statement[] = [],
): readonly Statement[] {
  if (condition.kind === 'constant') return condition.value ? then : otherwise;
  if (then.length === 0) return otherwise.length === 0 ? [] : when(not(condition), otherwise);
  return [{ kind: 'if', condition, then, otherwise }];
}

export function block(head: string, body: readonly Statement[]): readonly Statement[] {
  return body.length === 0 ? [] : [{ kind: 'block', head, body }];
}
