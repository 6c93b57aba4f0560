import type { JsonValue, NamedSchema } from '../../model/index.js';
import { breaches, furtherBreaches, limits } from './breaches.js';
import { Bases, repair, searchByRules, type Base } from './bases.js';
import { areEqual, partAt, withPart } from './json.js';
import type { Fault } from './judge.js';
import { placesOf, type Place } from './places.js';
import type { Recorder } from './recorder.js';
import { isOfType, listedValues } from '../validators/schema/schema-facts.js';
import { faultsOf, type World } from './world.js';

/** A value that breaks a keyword, with everything that it breaks. */
interface Breach {
  readonly host: NamedSchema;
  readonly value: JsonValue;
  readonly faults: readonly Fault[];
  readonly alone: boolean;
}

/** Vectors for every keyword that a value of an exported type can break. */
export function recordShape(world: World, recorder: Recorder): void {
  recordWholeValues(world, recorder);
  const made = new Bases(world);
  for (const place of placesOf(world)) {
    const head = { rule: place.rule, kind: undefined, at: place.at };
    if (recorder.isFull(head)) continue;
    const bases = made.of(place.routes);
    const breach = breachOf(world, place, bases);
    // Without it, the same values are valid.
    if (breach === undefined && isImplied(place)) continue;
    const rule = recorder.rule(head);
    const [base] = made.of(place.routes);
    if (base === undefined) {
      rule.miss('no valid value was found that reaches it');
      continue;
    }
    rule.valid(base.host, base.value);
    for (const part of limits(place.keyword, partAt(base.value, base.way) ?? null, world.sampler)) {
      const value = withPart(base.value, base.way, part);
      if (value !== undefined && faultsOf(world, base.host, value).length === 0) rule.valid(base.host, value);
    }
    if (breach === undefined)
      rule.miss('no value was found that breaks it and would be valid, or less invalid, without it');
    else rule.invalid(breach.host, breach.value, breach.faults, breach.alone);
    for (const part of furtherBreaches(place.keyword)) {
      const value = withPart(base.value, base.way, part);
      const faults = value === undefined ? [] : faultsOf(world, base.host, value);
      if (value !== undefined && faults.length > 0)
        rule.invalid(base.host, value, faults, faults.length === 1);
    }
  }
}

/** Each exported type with the members that it must have, with all that it may have, and as the documents show it. */
function recordWholeValues(world: World, recorder: Recorder): void {
  for (const named of world.profile.schemas.values()) {
    if (!named.exported) continue;
    const demands = [{ schema: named.schema }];
    const samples = [
      ...world.examplesOf(named.id),
      world.sampler.sample(demands),
      world.sampler.sample(demands, { full: true }),
    ];
    const made = samples.filter((value) => value !== undefined);
    const valid = made.filter((value) => faultsOf(world, named, value).length === 0);
    const repaired = valid.length > 0 ? undefined : repair(world, named, made);
    for (const value of repaired === undefined ? valid : [repaired]) recorder.example(named, value);
  }
}

/**
 * Whether the keyword can be beside others that demand the same: a type beside listed values of that type, or a
 * reference to a schema whose own keywords are rules of their own.
 */
function isImplied({ keyword: { schema, name } }: Place): boolean {
  if (name === 'ref') return true;
  const types = schema.type?.value;
  if (name !== 'type' || types === undefined) return false;
  return listedValues(schema)?.every((value) => isOfType(value, types)) ?? false;
}

/** The first candidate that breaks the keyword and nothing else, or the first one that breaks it at all. */
function breachOf(world: World, place: Place, bases: Iterable<Base>): Breach | undefined {
  let second: Breach | undefined;
  for (const { host, value, way } of bases) {
    const part = partAt(value, way);
    if (part === undefined) continue;
    for (const candidate of breaches(place.keyword, part, world.sampler)) {
      const broken = withPart(value, way, candidate);
      if (broken === undefined) continue;
      const faults = faultsOf(world, host, broken);
      if (faults.length === 0) continue;
      const others = faultsOf(world, host, broken, place.keyword);
      if (others.length === 0) return { host, value: broken, faults, alone: true };
      if (second !== undefined || areSame(faults, others)) continue;
      second = withRulesKept(world, place, { host, value: broken, way }) ?? {
        host,
        value: broken,
        faults,
        alone: faults.length === 1,
      };
      if (second.alone) return second;
    }
  }
  return second;
}

/** The same breach in a value that keeps the data rules: a negative count, and a total that it adds up to. */
function withRulesKept(world: World, { keyword }: Place, { host, value, way }: Base): Breach | undefined {
  const part = partAt(value, way);
  if (part === undefined) return undefined;
  const kept = searchByRules(world, host, [value], (other) => {
    const same = partAt(other, way);
    return same !== undefined && areEqual(same, part) && faultsOf(world, host, other, keyword).length === 0;
  });
  if (kept === undefined) return undefined;
  return { host, value: kept, faults: faultsOf(world, host, kept), alone: true };
}

function areSame(faults: readonly Fault[], others: readonly Fault[]): boolean {
  const key = (list: readonly Fault[]): string =>
    JSON.stringify(list.map(({ code, path, at }) => [code, path, at]));
  return key(faults) === key(others);
}
