import { createOrderEngine } from './order.js';
import { holds } from './order-scopes.js';
import type { OrderIssue, OrderState } from './order-types.js';
import type { IssueFacts, Mode, OrderPolicy, Repair } from './stream-types.js';
import { describe } from './issue.js';

/** An order issue; with the code `repaired`, one that a row of the repair table accepts. */
export interface CheckedIssue extends OrderIssue {
  readonly repair?: string;
  /** The code of what was mended. */
  readonly repairs?: string;
}

export interface OrderChecker {
  /** Takes the next message of the stream; returns what it breaks. */
  push(message: unknown): readonly CheckedIssue[];
  /** The stream has ended; returns what is unfulfilled. */
  end(): readonly CheckedIssue[];
  state(): CheckerState;
  /** A message has said that the stream failed. */
  failed(): boolean;
  /** The terminator has come. */
  terminated(): boolean;
}

export interface CheckerState extends OrderState {
  /** A message has said that the stream failed. */
  readonly failed: boolean;
  /** The terminator has come. */
  readonly terminated: boolean;
}

export interface CheckerOptions {
  /** Default `strict`. */
  readonly mode?: Mode;
  /** The most keys of a scope that are open at one time; default 1024. */
  readonly maxKeys?: number;
}

const nothing: readonly CheckedIssue[] = Object.freeze([]);

/** Checks the order of one stream against the rules of a policy. */
export function createPolicyChecker(policy: OrderPolicy, options: CheckerOptions = {}): OrderChecker {
  const engine = createOrderEngine(
    policy.scopes,
    options.maxKeys === undefined ? {} : { maxKeys: options.maxKeys },
  );
  const repairs = options.mode === 'tolerant' ? policy.repairs : [];
  let failed = false;
  /** The failure after which the rules have nothing more to say; how many messages came before, and since. */
  let stopped: OrderPolicy['failures'][number] | undefined;
  let before = 0;
  let later = 0;
  let terminated = false;

  const mend = (issues: readonly OrderIssue[], after: boolean): readonly CheckedIssue[] =>
    issues.length === 0 || repairs.length === 0 ? issues : mendIssues(repairs, issues, terminated, after);

  return {
    push(message) {
      const after = terminated;
      const isEnd = message === policy.terminator && policy.terminator !== undefined;
      if (stopped !== undefined) {
        later += 1;
        terminated ||= isEnd;
        if (isEnd && !after) return nothing;
        const event = before + later - 1;
        return mend([lateIssue(message, event, after, policy, stopped.spec)], after);
      }
      const failure = policy.failures.find(({ matches }) => matches(message));
      if (failure !== undefined) {
        failed = true;
        stopped = failure;
        before = engine.state().events;
        later = 1;
        return nothing;
      }
      failed ||= policy.failure?.(message, message) === true;
      terminated ||= isEnd;
      return mend(engine.push(message), after);
    },
    failed: () => failed,
    terminated: () => terminated,
    end: () => (stopped === undefined ? mend(engine.end(), false) : nothing),
    state() {
      const state = engine.state();
      if (stopped === undefined) return { ...state, failed, terminated };
      return { events: state.events + later, complete: true, open: [], failed, terminated };
    },
  };
}

/** The issues, with the code `repaired` where the table accepts one. */
function mendIssues(
  repairs: readonly Repair[],
  issues: readonly OrderIssue[],
  terminated: boolean,
  after: boolean,
): readonly CheckedIssue[] {
  return issues.map((issue) => {
    const repair = acceptance(repairs, factsOf(issue, issues.length === 1, terminated, after));
    return repair === undefined
      ? issue
      : { ...issue, code: 'repaired', repair: repair.name, repairs: issue.code };
  });
}

/** A stream that has failed does not go on: only its terminator may follow, once. */
function lateIssue(
  message: unknown,
  event: number,
  after: boolean,
  { terminator }: OrderPolicy,
  spec: string,
): OrderIssue {
  const ends = terminator === undefined || after ? [] : [terminator];
  return {
    code: 'message_after_failure',
    path: '',
    expected: [...ends, 'the end of the stream'].join(' or '),
    got: describe(message),
    spec,
    rule: '',
    rules: [],
    event,
    expectedSymbols: [],
  };
}

/** The facts of an issue that a repair's condition can ask for. */
export function factsOf(
  issue: { code: string; path: string; expected: string; got: string; rule?: string },
  alone: boolean,
  terminated: boolean,
  after: boolean,
): IssueFacts {
  const { code, path, expected, got, rule = '' } = issue;
  return { code, path, expected, got, rule, alone, terminated, after };
}

/** The repair that accepts an issue, or leaves out the event that has it. */
function acceptance(repairs: readonly Repair[], facts: IssueFacts): Repair | undefined {
  return repairs.find(
    (repair) =>
      repair.on === 'issue' &&
      (repair.effect === 'accept' || repair.effect === 'skip') &&
      holds(() => repair.when(facts)),
  );
}
