import type { JsonValue } from '../../../model/index.js';
import { isList, isObject, partAt, withPart } from '../json.js';
import { faultsOf, type World } from '../world.js';
import type { BreakingStream } from './breaking.js';
import { judgeStream } from './judge-stream.js';
import { valueAt, type NamedRule, type OrderView } from './view.js';

interface Occurrence {
  readonly index: number;
  readonly way: readonly (string | number)[];
}

/** Where the messages of a stream have the value that a rule of a named kind compares. */
export function occurrences(
  view: OrderView,
  named: NamedRule,
  messages: readonly JsonValue[],
): readonly Occurrence[] {
  const scope = view.scopes.find((candidate) => candidate.named.includes(named));
  return messages.flatMap((message, index) =>
    (scope?.events(message) ?? []).flatMap((part) => {
      const key = part.kind === 'enter' ? part.key : '0';
      const prefix = part.kind === 'enter' ? part.path.split('/').slice(1) : [];
      return named.paths.flatMap((path) => {
        const { value, way } = valueAt(view, path, message, part.event, key);
        return value === undefined ? [] : [{ index, way: [...prefix, ...way] }];
      });
    }),
  );
}

/** A conforming stream in which one value is another one, so that the rule alone is broken. */
export function namedBreach(
  world: World,
  view: OrderView,
  named: NamedRule,
  valid: readonly (readonly JsonValue[])[],
): BreakingStream | undefined {
  let fewest: BreakingStream | undefined;
  for (const messages of valid) {
    for (const { index, way } of [...occurrences(view, named, messages)].reverse()) {
      const message = messages[index];
      const part = message === undefined ? undefined : partAt(message, way);
      const other =
        typeof part === 'number' ? part - 1 : typeof part === 'string' ? `${part}other` : undefined;
      if (message === undefined || other === undefined) continue;
      const larger = typeof part === 'number' ? [part + 1] : [];
      for (const value of [other, ...larger]) {
        const changed = withPart(message, way, value);
        if (changed === undefined || faultsOf(world, view.message, changed).length > 0) continue;
        const stream = messages.map((old, place) => (place === index ? changed : old));
        const faults = judgeStream(view, stream);
        if (!faults.some(({ rule }) => rule === named.rule.name)) continue;
        if (faults.length === 1) return { messages: stream, faults };
        if (fewest === undefined || faults.length < fewest.faults.length)
          fewest = { messages: stream, faults };
      }
    }
  }
  return fewest;
}

/**
 * The stream with parts that can be told apart and the whole that they add up to; undefined where the rule is of
 * another kind, or the messages have no place for the whole.
 */
export function withWhole(
  world: World,
  view: OrderView,
  named: NamedRule,
  messages: readonly JsonValue[],
): readonly JsonValue[] | undefined {
  const [part, whole] = named.paths;
  if (named.kind !== 'concatenates' || part === undefined || whole === undefined) return undefined;
  const scope = view.scopes.find((candidate) => candidate.named.includes(named));
  let text = '';
  const wholes: string[] = [];
  const stream = messages.map((message, index) =>
    (scope?.events(message) ?? []).reduce<JsonValue>((value, event) => {
      const prefix = event.kind === 'enter' ? event.path.split('/').slice(1) : [];
      const key = event.kind === 'enter' ? event.key : '0';
      const { value: known, way } = valueAt(view, part, value, event.event, key);
      if (typeof known === 'string') {
        text += `part${String(index)} `;
        return withPart(value, [...prefix, ...way], `part${String(index)} `) ?? value;
      }
      if (
        whole.symbol !== undefined &&
        view.symbols.get(whole.symbol)?.matches(value, event.event) !== true
      ) {
        return value;
      }
      wholes.push(text);
      return withValue(value, [...prefix, ...whole.segments], text);
    }, message),
  );
  const isValid =
    stream.every((message) => faultsOf(world, view.message, message).length === 0) &&
    judgeStream(view, stream).length === 0;
  return wholes.some((joined) => joined !== '') && isValid ? stream : undefined;
}

/** A value with a text at the end of a path, and whatever is missing on the way; `[]` is the item of index 0. */
function withValue(value: JsonValue | undefined, path: readonly string[], text: string): JsonValue {
  const [name, ...rest] = path;
  if (name === undefined) return text;
  if (name === '[]') {
    const items: readonly JsonValue[] = isList(value) ? value : [];
    const item = items.find((other) => isObject(other) && other['index'] === 0) ?? { index: 0 };
    return [...items.filter((other) => other !== item), withValue(item, rest, text)];
  }
  const members = isObject(value) ? value : {};
  return { ...members, [name]: withValue(members[name], rest, text) };
}
