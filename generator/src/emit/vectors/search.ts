import type { JsonValue } from '../../model/index.js';
import type { CelReferences } from '../../rules/cel/index.js';
import { isList, isObject, partAt, withPart, type Way } from './json.js';

/** What may stand somewhere; undefined is nothing. */
type Candidate = JsonValue | undefined;

/** How many values a search looks at. */
const searchLimit = 3000;
/** At so many places one search tries other parts; at so many items of a list. */
const maxPlaces = 12;
const maxItems = 4;
/** No text or map is made larger than that to reach a number of a rule. */
const maxSize = 5000;

/** A part of a value and what else may stand there. */
interface Place {
  readonly way: Way;
  readonly candidates: readonly Candidate[];
}

/**
 * Looks for a value that is like one of the bases and passes the test: first the bases as they are, then with one part
 * exchanged, then with two and three. The parts are those that conditions read; what is tried there comes from the
 * constants that they compare with, and from what other bases have there.
 */
export function searchValue(
  bases: readonly JsonValue[],
  references: readonly CelReferences[],
  test: (value: JsonValue) => boolean,
): JsonValue | undefined {
  for (const base of bases) if (test(base)) return base;
  let budget = searchLimit;
  for (const changes of [1, 2, 3]) {
    for (const base of bases) {
      const places = placesOf(base, bases, references);
      for (const value of variations(base, places, changes)) {
        if (test(value)) return value;
        budget -= 1;
        if (budget <= 0) return undefined;
      }
    }
  }
  return undefined;
}

/** A value with one part exchanged at a time: the parts that conditions read, for what they are compared with. */
export function* neighboursOf(
  base: JsonValue,
  others: readonly JsonValue[],
  references: readonly CelReferences[],
): Generator<JsonValue> {
  const constants = new Map<string, Set<Candidate>>();
  for (const { fields, literals } of references) {
    for (const field of fields) constants.set(field, constants.get(field) ?? new Set());
    for (const { field, value } of literals) {
      for (const constant of constantsNear(value)) constants.get(field ?? '')?.add(constant);
    }
  }
  for (const [field, compared] of constants) {
    for (const way of waysOf(field, base).filter(({ length }) => length > 0)) {
      const elsewhere = others.flatMap((other) => partAt(other, way) ?? []).slice(0, 4);
      yield* variations(base, [{ way, candidates: [undefined, null, '', [], ...compared, ...elsewhere] }], 1);
    }
  }
}

function* variations(
  base: JsonValue,
  places: readonly Place[],
  changes: number,
  from = 0,
): Generator<JsonValue> {
  for (let index = from; index < places.length; index += 1) {
    const place = places[index];
    if (place === undefined) continue;
    for (const candidate of place.candidates) {
      const changed = withPart(base, place.way, candidate);
      if (changed === undefined) continue;
      if (changes === 1) yield changed;
      else yield* variations(changed, places, changes - 1, index + 1);
    }
  }
}

/** Every part of a value that the conditions read, with what may stand there instead. */
function placesOf(
  base: JsonValue,
  bases: readonly JsonValue[],
  references: readonly CelReferences[],
): readonly Place[] {
  const paths = new Map<string, Set<Candidate>>();
  for (const { fields, literals } of references) {
    for (const field of fields) {
      const known = paths.get(field) ?? new Set<Candidate>();
      for (const literal of literals) constantsNear(literal.value).forEach((value) => known.add(value));
      paths.set(field, known);
    }
  }
  const places = [...paths].flatMap(([field, constants]) =>
    waysOf(field, base).map((way) => ({ way, candidates: candidatesAt(base, bases, way, [...constants]) })),
  );
  return places.slice(0, maxPlaces);
}

/** `this.choices[].delta` as the ways that there are in a value. */
function waysOf(field: string, base: JsonValue): readonly Way[] {
  const steps = [...field.matchAll(/\.([A-Za-z_]\w*)|\["((?:[^"\\]|\\.)*)"\]|(\[\])/g)].map(
    ([, name, quoted, item]) => (item === undefined ? (name ?? quoted ?? '') : undefined),
  );
  if (!field.startsWith('this')) return [];
  let ways: Way[] = [[]];
  for (const step of steps) {
    ways = ways.flatMap((way): Way[] => {
      if (step !== undefined) return [[...way, step]];
      const part = partAt(base, way);
      if (isList(part)) return part.slice(0, maxItems).map((_item, index) => [...way, index]);
      return isObject(part)
        ? Object.keys(part)
            .slice(0, maxItems)
            .map((name) => [...way, name])
        : [];
    });
  }
  return ways;
}

function constantsNear(value: unknown): readonly JsonValue[] {
  if (typeof value === 'bigint') return [Number(value), Number(value) + 1, Number(value) - 1];
  if (typeof value === 'number') return [value, value + 1, value - 1];
  if (typeof value === 'string') return [value, `${value} other`];
  return typeof value === 'boolean' || value === null ? [value] : [];
}

function candidatesAt(
  base: JsonValue,
  bases: readonly JsonValue[],
  way: Way,
  constants: readonly Candidate[],
): readonly Candidate[] {
  const part = partAt(base, way);
  const elsewhere = bases.flatMap((other) => partAt(other, way) ?? []);
  const general: readonly Candidate[] =
    way.length === 0 ? [] : [undefined, null, '', 'other', true, false, 0, 1, 2];
  return [...resized(part, constants), ...constants, ...elsewhere, ...general].filter(
    (candidate) => candidate === undefined || candidate !== part,
  );
}

/** Texts, lists and maps of the sizes, and with the names, that a condition speaks of. */
function resized(part: JsonValue | undefined, constants: readonly Candidate[]): readonly JsonValue[] {
  const sizes = constants.filter(
    (size): size is number => typeof size === 'number' && size > 0 && size <= maxSize,
  );
  const names = constants.filter((name): name is string => typeof name === 'string');
  if (typeof part === 'string') {
    return [...sizes.map((size) => 'a'.repeat(size)), ...names.map((name) => `${part} ${name}`)];
  }
  if (isList(part)) {
    const [first] = part;
    const shorter = part
      .map((_item, place) => part.filter((_other, index) => index !== place))
      .slice(0, maxItems);
    const longer = first === undefined ? [] : sizes.map((size) => Array.from({ length: size }, () => first));
    return [[], ...shorter, ...longer];
  }
  if (!isObject(part)) return [];
  const members = (size: number): JsonValue =>
    Object.fromEntries(Array.from({ length: size }, (_item, place) => [`key${String(place)}`, 'text']));
  return [
    ...sizes.map(members),
    ...sizes.flatMap((size): JsonValue[] => [{ ['k'.repeat(size)]: 'text' }, { key: 'a'.repeat(size) }]),
    ...names.map((name) => ({ ...part, [name]: 'text' })),
  ];
}
