import { printable } from '../../diagnostics/index.js';
import type { Context } from '../context.js';
import { jsonText } from '../terminal-text.js';
import type { InspectedEvent, StreamIssue, Verdict } from './inspector.js';

/** Prints what an inspector finds, as it finds it. */
export interface Report {
  event(event: InspectedEvent): void;
  end(issues: readonly StreamIssue[], verdict: Verdict): void;
  /** How many issues there were that are more than warnings. */
  faults(): number;
}

/** The most issues that the last line of JSON repeats; each has been printed with its event. */
const maxRepeated = 1000;

export function jsonReport({ stdout }: Context): Report {
  const all: StreamIssue[] = [];
  const counted = countIssues();
  const keep = (issues: readonly StreamIssue[]): void => {
    counted.add(issues);
    all.push(...issues.slice(0, maxRepeated - all.length));
  };
  return {
    event({ number, offset, issues }) {
      keep(issues);
      stdout.write(jsonText({ event: number, offset, issues: issues.map(issueJson) }));
    },
    end(issues, { valid, outcome, events, error }) {
      keep(issues);
      const omitted = counted.all() - all.length;
      stdout.write(
        jsonText({
          valid,
          outcome,
          events,
          issues: all.map(issueJson),
          ...(omitted > 0 ? { omitted } : {}),
          ...(error === undefined ? {} : { error: { kind: error.kind, message: error.message } }),
        }),
      );
    },
    faults: () => counted.faults(),
  };
}

function issueJson(issue: StreamIssue): object {
  const { code, severity, event, offset, path, expected, got, spec, ...rest } = issue;
  return { code, severity, event, offset, path, message: sentence(expected, got), spec, ...rest };
}

export function textReport({ stdout }: Context, name: string): Report {
  const counted = countIssues();
  const print = (issues: readonly StreamIssue[]): void => {
    counted.add(issues);
    for (const issue of issues) stdout.write(`${issueLine(issue)}\n`);
  };
  return {
    event({ issues }) {
      print(issues);
    },
    end(issues, { outcome, events, error }) {
      print(issues);
      const what = outcome === 'failed' ? `: ${printable(error?.message ?? '', 400)}` : '';
      const size = `${plural(events, 'event')}, ${plural(counted.all(), 'issue')}`;
      stdout.write(`${printable(name, 400)}: ${verdictWords[outcome]}${what} (${size})\n`);
    },
    faults: () => counted.faults(),
  };
}

const verdictWords = {
  complete: 'complete',
  failed: "failed by the server's error",
  truncated: 'truncated',
  breach: 'in breach',
} as const;

function issueLine(issue: StreamIssue): string {
  const { severity, code, rule, repair, repairs, event, offset, path, expected, got, spec } = issue;
  const place = `event ${String(event)}, byte ${String(offset)}${path === '' ? '' : `, ${printable(path, 400)}`}`;
  const what = repair === undefined ? code : `repaired ${repairs ?? ''} by ${repair}`;
  const by = rule === undefined || rule === '' ? '' : ` [${rule}]`;
  const mark = severity === 'warning' ? 'warning: ' : '';
  return `${place}: ${mark}${printable(what, 400)}${by}: ${printable(sentence(expected, got), 1000)} (${printable(spec, 400)})`;
}

function plural(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function sentence(expected: string, got: string): string {
  return `expected ${expected}, got ${got}`;
}

function countIssues(): { add(issues: readonly StreamIssue[]): void; all(): number; faults(): number } {
  let all = 0;
  let faults = 0;
  return {
    add(issues) {
      all += issues.length;
      faults += issues.filter(({ severity }) => severity === 'error').length;
    },
    all: () => all,
    faults: () => faults,
  };
}
