/**
 * The DECLARE templates by quantifiers over the positions of a trace, as slow and as close to their definitions
 * as can be. An event is the set of symbols that it matches. Nothing here is shared with the implementation.
 */
export type OracleTrace = readonly (readonly string[])[];

export interface OracleRule {
  readonly template: string;
  readonly count?: number;
  readonly symbols: readonly string[];
}

type Relation = (a: readonly number[], b: readonly number[], length: number, count: number) => boolean;

const every = (list: readonly number[], holds: (i: number) => boolean): boolean => list.every(holds);
const some = (list: readonly number[], holds: (i: number) => boolean): boolean => list.some(holds);

/** No position strictly between two others is in the list. */
const noneBetween = (list: readonly number[], from: number, to: number): boolean =>
  !list.some((k) => from < k && k < to);

const response: Relation = (a, b) => every(a, (i) => some(b, (j) => j >= i));
const precedence: Relation = (a, b) => every(b, (j) => some(a, (i) => i <= j));
const alternateResponse: Relation = (a, b) => every(a, (i) => some(b, (j) => j > i && noneBetween(a, i, j)));
const alternatePrecedence: Relation = (a, b) =>
  every(b, (j) => some(a, (i) => i < j && noneBetween(b, i, j)));
const chainResponse: Relation = (a, b) => every(a, (i) => b.includes(i + 1));
const chainPrecedence: Relation = (a, b) => every(b, (j) => a.includes(j - 1));
const occurs = (list: readonly number[]): boolean => list.length > 0;

const relations: Readonly<Record<string, Relation>> = {
  init: (a) => a.includes(0),
  last: (a, _b, length) => a.includes(length - 1),
  existence: (a, _b, _length, count) => a.length >= count,
  absence: (a, _b, _length, count) => a.length < count,
  exactly: (a, _b, _length, count) => a.length === count,
  'responded-existence': (a, b) => !occurs(a) || occurs(b),
  'co-existence': (a, b) => occurs(a) === occurs(b),
  response,
  precedence,
  succession: (...x) => response(...x) && precedence(...x),
  'alternate-response': alternateResponse,
  'alternate-precedence': alternatePrecedence,
  'alternate-succession': (...x) => alternateResponse(...x) && alternatePrecedence(...x),
  'chain-response': chainResponse,
  'chain-precedence': chainPrecedence,
  'chain-succession': (...x) => chainResponse(...x) && chainPrecedence(...x),
  choice: (a, b) => occurs(a) || occurs(b),
  'exclusive-choice': (a, b) => occurs(a) !== occurs(b),
  'not-co-existence': (a, b) => !(occurs(a) && occurs(b)),
  'not-succession': (a, b) => every(a, (i) => !some(b, (j) => j > i)),
  'not-chain-succession': (a, b) => every(a, (i) => !b.includes(i + 1)),
};

export const oracleTemplates = Object.keys(relations);

function positions(trace: OracleTrace, symbol: string | undefined): readonly number[] {
  return trace.flatMap((event, i) => (symbol !== undefined && event.includes(symbol) ? [i] : []));
}

/** Whether a trace fulfils a rule. */
export function holds(rule: OracleRule, trace: OracleTrace): boolean {
  const relation = relations[rule.template];
  if (relation === undefined) throw new Error(`no oracle for ${rule.template}`);
  const [a, b] = rule.symbols;
  return relation(positions(trace, a), positions(trace, b), trace.length, rule.count ?? 1);
}

export function holdAll(rules: readonly OracleRule[], trace: OracleTrace): boolean {
  return rules.every((rule) => holds(rule, trace));
}

type Faults = (a: readonly number[], b: readonly number[], length: number, count: number) => number[];

const range = (length: number): number[] => Array.from({ length }, (_, i) => i);
const endIf = (unmet: boolean, length: number): number[] => (unmet ? [length] : []);

const precedenceFaults: Faults = (a, b) => b.filter((j) => !some(a, (i) => i <= j));
const responseFaults: Faults = (a, b, length) => endIf(!response(a, b, length, 1), length);

/** Whether an a before the position still waits for its b. */
const waits = (a: readonly number[], b: readonly number[], at: number): boolean =>
  some(a, (i) => i < at && noneBetween(b, i, at));

const alternateResponseFaults: Faults = (a, b, length) => [
  ...a.filter((j) => !b.includes(j) && waits(a, b, j)),
  ...endIf(waits(a, b, length), length),
];
const alternatePrecedenceFaults: Faults = (a, b) =>
  b.filter((j) => !some(a, (i) => i < j && noneBetween(b, i, j)));
const chainResponseFaults: Faults = (a, b, length) => [
  ...range(length).filter((j) => a.includes(j - 1) && !b.includes(j)),
  ...endIf(a.includes(length - 1), length),
];
const chainPrecedenceFaults: Faults = (a, b) => b.filter((j) => !a.includes(j - 1));
const notCoExistenceFaults: Faults = (a, b, length) => {
  const first = range(length).find((i) => a.includes(i) !== b.includes(i)) ?? length;
  const both = range(first).filter((i) => a.includes(i) && b.includes(i));
  const later = range(length).filter((i) => i > first);
  return [...both, ...later.filter((i) => (a.includes(first) ? b : a).includes(i))];
};

const faults: Readonly<Record<string, Faults>> = {
  init: (a, _b, length) => (a.includes(0) ? [] : [0].slice(0, Math.max(1, length))),
  last: (a, _b, length) => endIf(!a.includes(length - 1), length),
  existence: (a, _b, length, count) => endIf(a.length < count, length),
  absence: (a, _b, _length, count) => a.slice(count - 1),
  exactly: (a, _b, length, count) => [...a.slice(count), ...endIf(a.length < count, length)],
  'responded-existence': (a, b, length) => endIf(occurs(a) && !occurs(b), length),
  'co-existence': (a, b, length) => endIf(occurs(a) !== occurs(b), length),
  response: responseFaults,
  precedence: precedenceFaults,
  succession: (...x) => [...responseFaults(...x), ...precedenceFaults(...x)],
  'alternate-response': alternateResponseFaults,
  'alternate-precedence': alternatePrecedenceFaults,
  'alternate-succession': (...x) => [...alternateResponseFaults(...x), ...alternatePrecedenceFaults(...x)],
  'chain-response': chainResponseFaults,
  'chain-precedence': chainPrecedenceFaults,
  'chain-succession': (...x) => [...chainResponseFaults(...x), ...chainPrecedenceFaults(...x)],
  choice: (a, b, length) => endIf(!occurs(a) && !occurs(b), length),
  'exclusive-choice': (a, b, length, count) => [
    ...notCoExistenceFaults(a, b, length, count),
    ...endIf(!occurs(a) && !occurs(b), length),
  ],
  'not-co-existence': notCoExistenceFaults,
  'not-succession': (a, b) => b.filter((j) => some(a, (i) => i < j)),
  'not-chain-succession': (a, b) => b.filter((j) => a.includes(j - 1)),
};

/**
 * The events at which a checker that goes on after a breach reports the rule, each event once; the length of the
 * trace stands for its end.
 */
export function faultsOf(rule: OracleRule, trace: OracleTrace): readonly number[] {
  const [a, b] = rule.symbols;
  const list = faults[rule.template]?.(
    positions(trace, a),
    positions(trace, b),
    trace.length,
    rule.count ?? 1,
  );
  return [...new Set(list)].sort((one, other) => one - other);
}

/** Every event over some symbols: all their subsets. */
export function eventsOver(symbols: readonly string[]): readonly (readonly string[])[] {
  return symbols.reduce<readonly (readonly string[])[]>(
    (events, symbol) => [...events, ...events.map((event) => [...event, symbol])],
    [[]],
  );
}

/** Every trace over some events, up to a length, shortest first. */
export function* tracesOver(
  events: readonly (readonly string[])[],
  length: number,
): Generator<OracleTrace, void, undefined> {
  let layer: OracleTrace[] = [[]];
  yield [];
  for (let size = 1; size <= length; size += 1) {
    layer = layer.flatMap((trace) => events.map((event) => [...trace, event]));
    yield* layer;
  }
}
