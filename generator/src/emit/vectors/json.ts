import type { JsonValue } from '../../model/index.js';

export type JsonObject = Readonly<Record<string, JsonValue>>;

/** The way to a part of a value: names of members and places of items. */
export type Way = readonly (string | number)[];

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The part that a way leads to; undefined where it leads nowhere. */
export function partAt(value: JsonValue, way: Way): JsonValue | undefined {
  let part: JsonValue | undefined = value;
  for (const step of way) {
    if (isList(part)) part = part[Number(step)];
    else if (isObject(part) && Object.hasOwn(part, step)) part = part[step];
    else return undefined;
  }
  return part;
}

/** A copy with another part there, or without it; undefined where the way leads nowhere. */
export function withPart(value: JsonValue, way: Way, part: JsonValue | undefined): JsonValue | undefined {
  const [step, ...rest] = way;
  if (step === undefined) return part;
  if (isList(value)) return withItem(value, Number(step), rest, part);
  if (!isObject(value)) return undefined;
  const name = String(step);
  const members = Object.entries(value);
  const known = Object.hasOwn(value, name) ? value[name] : undefined;
  if (rest.length > 0 && known === undefined) return undefined;
  const next = rest.length === 0 ? part : withPart(known ?? null, rest, part);
  if (next === undefined && rest.length > 0) return undefined;
  const kept = members.flatMap(([key, member]): [string, JsonValue][] => {
    if (key !== name) return [[key, member]];
    return next === undefined ? [] : [[key, next]];
  });
  const added: [string, JsonValue][] = next === undefined || known !== undefined ? [] : [[name, next]];
  return Object.fromEntries([...kept, ...added]);
}

function withItem(
  items: readonly JsonValue[],
  place: number,
  rest: Way,
  part: JsonValue | undefined,
): JsonValue | undefined {
  if (rest.length === 0) {
    if (part === undefined) return items.filter((_item, index) => index !== place);
    return place >= items.length
      ? [...items, part]
      : items.map((item, index) => (index === place ? part : item));
  }
  const item = items[place];
  const next = item === undefined ? undefined : withPart(item, rest, part);
  return next === undefined ? undefined : items.map((other, index) => (index === place ? next : other));
}

/** JSON pointer (RFC 6901) of a way. */
export function pointerOf(way: Way): string {
  return way.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Equal for values that are equal as JSON, whatever the order of their members. */
export function equalityKey(value: JsonValue): string {
  if (isList(value)) return `[${value.map(equalityKey).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${equalityKey(value[name] ?? null)}`);
  return `{${members.join(',')}}`;
}

export function areEqual(left: JsonValue, right: JsonValue): boolean {
  return left === right || (typeof left === 'object' && equalityKey(left) === equalityKey(right));
}

/** In Unicode code points. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}
