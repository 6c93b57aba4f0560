import { child, describe, type Issue } from './issue.js';
import { nullForNan, splitJson } from './lenient-json.js';
import { holds } from './order-scopes.js';
import type { IssueFacts, Repair } from './stream-types.js';
import { isArray, isObject, own } from './validation.js';

/** What became of data that is not JSON. */
export interface MendedData {
  readonly repair: Repair;
  readonly effect: 'skip' | 'split' | 'null-for-nan' | 'fail';
  /** The values of the data, where the repair finds any. */
  readonly values: readonly unknown[];
}

/** The first repair of the table that makes something of data that is not JSON. */
export function mendData(repairs: readonly Repair[], data: string): MendedData | undefined {
  for (const repair of repairs) {
    if (repair.on !== 'data' || !holds(() => repair.when(data))) continue;
    const { effect } = repair;
    if (effect === 'skip' || effect === 'fail') return { repair, effect, values: [] };
    const values = parseAll(effect === 'split' ? splitJson(data) : [nullForNan(data)]);
    if (values !== undefined) return { repair, effect, values };
  }
  return undefined;
}

function parseAll(texts: readonly string[] | undefined): readonly unknown[] | undefined {
  try {
    return texts?.map((text) => JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** A change that was made to a message. */
export interface AppliedRepair {
  readonly repair: Repair;
  readonly effect: 'skip' | 'fail' | 'change';
  readonly path: string;
  /** What stood there before. */
  readonly got: string;
}

/** Applies the repairs of messages and choices, in the order of the table, to the message itself. */
export function mendMessage(
  repairs: readonly Repair[],
  message: unknown,
  applied: (repair: AppliedRepair) => void,
): void {
  for (const repair of repairs) {
    if (repair.on === 'message') {
      if (!holds(() => repair.when(message))) continue;
      const got = describe(message);
      if (repair.effect === 'change' && isObject(message)) repair.change?.(message);
      applied({ repair, effect: repair.effect, path: '', got });
    } else if (repair.on === 'choice') {
      const choices = isObject(message) ? own(message, 'choices') : undefined;
      if (!isObject(message) || !isArray(choices)) continue;
      for (const [place, choice] of choices.entries()) {
        if (!isObject(choice) || !holds(() => repair.when(message, choice))) continue;
        const got = describe(choice);
        if (repair.effect === 'change') repair.change?.(message, choice);
        applied({ repair, effect: repair.effect, path: child('/choices', String(place)), got });
      }
    }
  }
}

/** The first repair of the table for an issue. */
export function mendIssue(
  repairs: readonly Repair[],
  facts: IssueFacts,
): Extract<Repair, { on: 'issue' }> | undefined {
  for (const repair of repairs) {
    if (repair.on === 'issue' && holds(() => repair.when(facts))) return repair;
  }
  return undefined;
}

/** Whether two issues say the same. */
export function sameIssue(a: Issue, b: Issue): boolean {
  return a.code === b.code && a.path === b.path && a.spec === b.spec;
}
