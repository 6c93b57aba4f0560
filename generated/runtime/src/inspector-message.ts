import { mendMessage, sameIssue } from './inspector-repairs.js';
import type { Failure, RawIssue } from './inspector-state.js';
import type { InspectorOptions, StreamDefinition } from './inspector-types.js';
import type { Issue } from './issue.js';
import { failureOf } from './inspector-failure.js';
import { placesOf } from './member-paths.js';
import { createPolicyChecker } from './order-checker.js';
import type { OrderIssue, OrderKey } from './order-types.js';
import type { DialectReadings, OrderPolicy, Repair, StreamError } from './stream-types.js';
import { createCallTracker } from './tool-calls.js';
import { createGrowthTracker } from './growth.js';
import { isArray, isObject, own } from './validation.js';

export interface JudgedMessage {
  readonly issues: readonly RawIssue[];
  /** The changes that were made to the message, with what each mended. */
  readonly applied: readonly { readonly raw: RawIssue; readonly repair: Repair }[];
  /** A repair leaves the message out. */
  readonly skipped: boolean;
}

/** Judges the messages of one stream, one after the other. */
export interface MessageJudge {
  push(message: unknown): JudgedMessage;
  /** Whether the dialect reads the message as the server's failure. */
  isFailure(message: unknown): boolean;
  /** What is unfulfilled if the stream ends there. */
  end(): readonly RawIssue[];
  terminated(): boolean;
  failed(): boolean;
  failure(): Failure | undefined;
  keepText(message: unknown): void;
  partial(): StreamError['partial'];
}

const maxText = 16 * 1024 * 1024;
const documentsAlone: DialectReadings = { nullIsAbsent: [], types: [], failures: [], grows: [] };

export function createMessageJudge(
  definition: StreamDefinition,
  options: InspectorOptions,
  repairs: readonly Repair[],
): MessageJudge {
  const dialect = options.dialect === undefined ? undefined : definition.dialects[options.dialect];
  const readings = dialect ?? documentsAlone;
  const { failures, toolCalls } = readings;
  const checker = createPolicyChecker(policyOf(definition, dialect?.scopes ?? definition.scopes, failures));
  const calls = toolCalls === undefined ? undefined : createCallTracker(toolCalls.path, toolCalls.spec);
  const growths = readings.grows.map(({ path, spec }) => createGrowthTracker(path, spec));
  const text = createTextKeeper(options.partial === false ? undefined : readings.text);
  let failure: Failure | undefined;

  const judge = (message: unknown): readonly Issue[] => {
    const reading = failures.find(({ matches }) => matches(message));
    if (reading?.judge !== undefined) return reading.judge(message);
    return [...definition.judge(message), ...readings.types.flatMap((type) => judgePlaces(message, type))];
  };

  return {
    push(message) {
      for (const path of readings.nullIsAbsent) dropNulls(message, path);
      const mended = mendWhole(repairs, message, judge);
      if (mended.skipped) return { issues: [], applied: mended.applied, skipped: true };
      const order = checker.push(message).map(withRule);
      const shrunk = growths.flatMap((growth) => growth(message)).map(asError);
      const issues = [...mended.issues.map(asError), ...shrunk, ...order, ...(calls?.push(message) ?? [])];
      if (mended.failed !== undefined) failure ??= mended.failed;
      if (failure === undefined && checker.failed()) failure = failureOf(message);
      return { issues, applied: mended.applied, skipped: false };
    },
    isFailure: (message) => failures.some(({ matches }) => matches(message)),
    end: () => checker.end().map(withRule),
    terminated: () => checker.terminated(),
    failed: () => failure !== undefined,
    failure: () => failure,
    keepText(message) {
      text.keep(message);
    },
    partial: () => text.partial(),
  };
}

/** The order rules without repairs: the inspector mends what all checks of a message find together. */
function policyOf(
  { failure, terminator }: StreamDefinition,
  scopes: StreamDefinition['scopes'],
  failures: DialectReadings['failures'],
): OrderPolicy {
  return {
    scopes,
    failures,
    repairs: [],
    ...(failure === undefined ? {} : { failure }),
    ...(terminator === undefined ? {} : { terminator }),
  };
}

function asError(issue: Issue): RawIssue {
  return { ...issue, severity: 'error' };
}

function withRule({ code, path, expected, got, spec, rule, expectedSymbols }: OrderIssue): RawIssue {
  return { severity: 'error', code, path, expected, got, spec, rule, expectedSymbols };
}

function judgePlaces(message: unknown, { path, judge }: DialectReadings['types'][number]): readonly Issue[] {
  return placesOf(message, path).flatMap(({ value, path: at }) =>
    value === null ? [] : judge(value).map((issue) => ({ ...issue, path: at + issue.path })),
  );
}

function dropNulls(message: unknown, path: readonly string[]): void {
  for (const { value, holder, name } of placesOf(message, path)) {
    if (value === null && !isArray(holder)) Reflect.deleteProperty(holder, name);
  }
}

interface MendedMessage extends Omit<JudgedMessage, 'issues'> {
  readonly issues: readonly Issue[];
  readonly failed: Failure | undefined;
}

/** Applies the repairs of messages and tells what each of them mended. */
function mendWhole(
  repairs: readonly Repair[],
  message: unknown,
  judge: (message: unknown) => readonly Issue[],
): MendedMessage {
  const mended = {
    issues: judge(message),
    applied: [] as { raw: RawIssue; repair: Repair }[],
    skipped: false,
    failed: undefined as Failure | undefined,
  };
  mendMessage(repairs, message, ({ repair, effect, path, got }) => {
    const before = mended.issues;
    if (effect === 'fail') {
      // A failure is the outcome of the stream, and no repair of it.
      mended.failed ??= failureOf(message, `${repair.name}: ${got}`);
      return;
    }
    mended.skipped ||= effect === 'skip';
    mended.issues = effect === 'skip' ? [] : judge(message);
    const gone = before.find((issue) => !mended.issues.some((other) => sameIssue(issue, other)));
    const nothing: Issue = { code: 'reading', path, expected: repair.name, got, spec: repair.spec };
    mended.applied.push({ raw: asError(gone ?? nothing), repair });
  });
  return mended;
}

/** Keeps the text that stands at a path, by choice. */
function createTextKeeper(path: readonly string[] | undefined): {
  keep(message: unknown): void;
  partial(): StreamError['partial'];
} {
  const texts = new Map<OrderKey, string>();
  let length = 0;
  return {
    keep(message) {
      const [list, ...inner] = path ?? [];
      if (list === undefined) return;
      for (const { value: choice } of placesOf(message, [list, '[]'])) {
        const key = isObject(choice) ? own(choice, 'index') : undefined;
        if (typeof key !== 'number' && typeof key !== 'string') continue;
        for (const { value } of placesOf(choice, inner.slice(1))) {
          if (typeof value !== 'string' || length + value.length > maxText) continue;
          length += value.length;
          texts.set(key, (texts.get(key) ?? '') + value);
        }
      }
    },
    partial: () => Array.from(texts, ([choice, text]) => ({ choice, text })),
  };
}
