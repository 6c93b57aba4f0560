import type { JsonValue, OrderRule } from '../../../model/index.js';
import type { Recorder } from '../recorder.js';
import type { World } from '../world.js';
import { streamBreaking, type BreakingStream } from './breaking.js';
import { judgeStream } from './judge-stream.js';
import { namedBreach, occurrences, withWhole } from './named-streams.js';
import { poolOf, type PoolMessage } from './pool.js';
import { StreamGraph } from './stream-graph.js';
import { orderViewOf, type NamedRule, type OrderView } from './view.js';

/** So many streams that end in a breach are vectors beside the one of each rule. */
const maxBreaching = 600;

/** Vectors of kind `order`: streams that take every transition, and for each rule the shortest that breaks it. */
export function recordOrder(world: World, recorder: Recorder): void {
  const view = orderViewOf(world);
  if (view === undefined) return;
  const pool = poolOf(world, view);
  const graph = new StreamGraph(view, pool);
  const valuesOf = (path: readonly number[]): readonly JsonValue[] =>
    path.flatMap((index) => pool[index]?.value ?? []);
  const valid = graph
    .coveringStreams()
    .map(valuesOf)
    .filter((messages) => judgeStream(view, messages).length === 0);
  const breaching = graph
    .breachingStreams()
    .slice(0, maxBreaching)
    .map(valuesOf)
    .map((messages): BreakingStream => ({ messages, faults: judgeStream(view, messages) }));
  for (const rule of world.profile.orderRules)
    recordRule(world, view, { pool, valid, breaching }, rule, recorder);
}

interface Streams {
  readonly pool: readonly PoolMessage[];
  readonly valid: readonly (readonly JsonValue[])[];
  readonly breaching: readonly BreakingStream[];
}

function recordRule(
  world: World,
  view: OrderView,
  streams: Streams,
  rule: OrderRule,
  recorder: Recorder,
): void {
  const draft = recorder.rule({ rule: rule.name, kind: 'order', at: rule.at });
  const named = view.scopes.flatMap((scope) => scope.named).find((candidate) => candidate.rule === rule);
  const whole = named && firstOf(streams.valid, (messages) => withWhole(world, view, named, messages));
  const concerned = streams.valid.filter((messages) => concerns(view, rule, named, messages));
  const valid = whole === undefined ? concerned : [whole, ...concerned];
  for (const messages of valid.length > 0 ? valid : streams.valid.slice(0, 1)) {
    draft.validStream(view.message, messages);
  }
  if (streams.valid.length === 0) draft.miss('no stream of messages was found that keeps all order rules');
  const alone =
    named === undefined
      ? streamBreaking(view, streams.pool, rule.name)
      : namedBreach(world, view, named, whole === undefined ? streams.valid : [whole, ...streams.valid]);
  if (alone === undefined) {
    draft.miss('no stream of messages was found that breaks it');
    return;
  }
  draft.invalidStream(view.message, alone.messages, issuesOf(alone), alone.faults.length === 1);
  for (const stream of streams.breaching) {
    if (stream.faults[0]?.rule === rule.name) {
      draft.invalidStream(view.message, stream.messages, issuesOf(stream), true);
    }
  }
}

function issuesOf({ faults }: BreakingStream): readonly { code: string; path: string; event: number }[] {
  return faults.map(({ code, path, event }) => ({ code, path, event }));
}

/** Whether a stream has what the rule speaks of. */
function concerns(
  view: OrderView,
  rule: OrderRule,
  named: NamedRule | undefined,
  messages: readonly JsonValue[],
): boolean {
  if (named !== undefined) return occurrences(view, named, messages).length > 1;
  const scope = view.scopes.find((candidate) => candidate.scope === rule.scope);
  const compiled = scope?.automaton?.rules.find(({ name }) => name === rule.name);
  const symbols = compiled?.symbols.map((symbol) => scope?.automaton?.symbols[symbol]) ?? [];
  return messages.some((message) =>
    (scope?.events(message) ?? []).some(({ event }) =>
      scope?.symbols(message, event).some((symbol) => symbols.includes(symbol)),
    ),
  );
}

function firstOf<T, U>(items: readonly T[], find: (item: T) => U | undefined): U | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
