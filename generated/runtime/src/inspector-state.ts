import { mendIssue } from './inspector-repairs.js';
import type { Issue } from './issue.js';
import { factsOf } from './order-checker.js';
import type { Outcome, Repair, StreamError, StreamIssue, IssueFacts, Verdict } from './stream-types.js';

/** An issue before it is known where in the stream it stands. */
export interface RawIssue extends Issue {
  readonly severity: 'error' | 'warning';
  readonly rule?: string;
  readonly expectedSymbols?: readonly string[];
}

interface Flags {
  readonly terminated: boolean;
  readonly after: boolean;
}

/** What the server says of its failure. */
export type Failure = Omit<StreamError, 'kind' | 'partial'>;

/** What is counted along a stream, and what follows from it. */
export class InspectorState {
  events = 0;
  /** Why the stream has failed, where a repair says that it has. */
  failure: Failure | undefined;
  readonly #repairs: readonly Repair[];
  #first: StreamIssue | undefined;
  #firstAtEnd: StreamIssue | undefined;

  constructor(repairs: readonly Repair[]) {
    this.#repairs = repairs;
  }

  fail(failure: Failure): void {
    this.failure ??= failure;
  }

  facts(raw: RawIssue, alone: boolean, { terminated, after }: Flags): IssueFacts {
    return factsOf(raw, alone, terminated, after);
  }

  plain(raw: RawIssue, offset: number): StreamIssue {
    return { ...raw, event: this.events, offset };
  }

  repaired(raw: RawIssue, { name }: Repair, offset: number): StreamIssue {
    return { ...raw, event: this.events, offset, code: 'repaired', repair: name, repairs: raw.code };
  }

  /** The issues of an event as they are reported, and what the repairs make of the event. */
  mend(
    raws: readonly RawIssue[],
    offset: number,
    flags: Flags,
  ): { readonly issues: readonly StreamIssue[]; readonly skipped: boolean; readonly failed: boolean } {
    let skipped = false;
    let failed = false;
    const alone = raws.filter(({ severity }) => severity === 'error').length === 1;
    const issues = raws.map((raw) => {
      const repair = mendIssue(this.#repairs, this.facts(raw, alone, flags));
      if (repair === undefined || repair.effect === 'dispatch') return this.plain(raw, offset);
      failed ||= repair.effect === 'fail';
      skipped ||= repair.effect === 'skip';
      return this.repaired(raw, repair, offset);
    });
    return { issues, skipped, failed };
  }

  /** Counts an issue of an event towards the verdict. */
  count(issue: StreamIssue): void {
    if (isFault(issue)) this.#first ??= issue;
  }

  /** Counts an issue that the end of the stream has. */
  countAtEnd(issue: StreamIssue): void {
    if (isFault(issue)) this.#firstAtEnd ??= issue;
  }

  verdict(end: {
    readonly failure: Failure | undefined;
    readonly terminated: boolean;
    readonly partial: StreamError['partial'];
  }): Verdict {
    const { failure, terminated, partial } = end;
    const issue = this.#first ?? this.#firstAtEnd;
    const valid = issue === undefined;
    const outcome = this.#outcome(failure !== undefined, terminated);
    const base = { valid, outcome, events: this.events };
    switch (outcome) {
      case 'complete':
        return base;
      case 'failed':
        return { ...base, error: { kind: 'server', ...(failure ?? { message: '' }), partial } };
      case 'truncated':
      case 'breach':
        return { ...base, error: { kind: outcome, message: sentence(issue), partial } };
    }
  }

  #outcome(failed: boolean, terminated: boolean): Outcome {
    if (failed) return 'failed';
    if (this.#first !== undefined) return 'breach';
    if (this.#firstAtEnd === undefined) return 'complete';
    return terminated ? 'breach' : 'truncated';
  }
}

function isFault({ severity, repair }: StreamIssue): boolean {
  return severity === 'error' && repair === undefined;
}

function sentence(issue: StreamIssue | undefined): string {
  return issue === undefined ? '' : `${issue.code}: expected ${issue.expected}, got ${issue.got}`;
}
