import type { JsonValue, NamedSchema } from '../../model/index.js';
import { partAt, withPart, type Way } from './json.js';
import type { Route } from './places.js';
import { nameOfStep } from './sampler.js';
import { searchValue } from './search.js';
import { faultsOf, type World } from './world.js';

/** A valid value of an exported type, and the way to the part of it that is meant. */
export interface Base {
  readonly host: NamedSchema;
  readonly value: JsonValue;
  readonly way: Way;
}

/** Valid values that routes lead into, made when they are asked for and kept for the next keyword of the schema. */
export class Bases {
  readonly #known = new Map<readonly Route[], { readonly made: Base[]; readonly more: Iterator<Base> }>();

  constructor(private readonly world: World) {}

  *of(routes: readonly Route[]): Generator<Base> {
    let entry = this.#known.get(routes);
    if (entry === undefined) {
      entry = { made: [], more: this.#make(routes) };
      this.#known.set(routes, entry);
    }
    for (let index = 0; ; index += 1) {
      const known = entry.made[index];
      if (known !== undefined) {
        yield known;
        continue;
      }
      const next = entry.more.next();
      if (next.done === true) return;
      entry.made.push(next.value);
      yield next.value;
    }
  }

  *#make(routes: readonly Route[]): Generator<Base> {
    for (const route of routes) {
      const way = wayOf(route);
      const samples: JsonValue[] = [];
      for (const value of this.#candidates(route, way, samples)) {
        if (partAt(value, way) === undefined) continue;
        if (faultsOf(this.world, route.host, value).length === 0) yield { host: route.host, value, way };
      }
      const repaired = repair(this.world, route.host, samples, way);
      if (repaired !== undefined) yield { host: route.host, value: repaired, way };
    }
  }

  /** The small sample first: the full one of a wide schema is large, and seldom asked for. Samples are added to the list. */
  *#candidates(route: Route, way: Way, samples: JsonValue[]): Generator<JsonValue> {
    for (const full of [false, true]) {
      const demand = { schema: route.host.schema, route: route.steps };
      const value = this.world.sampler.sample([demand], { full });
      if (value === undefined) continue;
      samples.push(value);
      yield value;
    }
    yield* this.#grafted(route, way, samples);
  }

  /** The values that the documents give, with the sampled part where they lack one. */
  #grafted({ host }: Route, way: Way, samples: readonly JsonValue[]): readonly JsonValue[] {
    const [part] = samples.map((sample) => partAt(sample, way)).filter((found) => found !== undefined);
    return this.world.examplesOf(host.id).flatMap((example) => {
      const grafted = part === undefined ? undefined : withPart(example, way, part);
      return [example, ...(grafted === undefined ? [] : [grafted])];
    });
  }
}

/** A value near the samples that keeps the data rules too; it has a part at the end of the way. */
export function repair(
  world: World,
  host: NamedSchema,
  samples: readonly JsonValue[],
  way: Way = [],
): JsonValue | undefined {
  return searchByRules(
    world,
    host,
    samples,
    (value) => partAt(value, way) !== undefined && faultsOf(world, host, value).length === 0,
  );
}

/** A value near the samples that passes the test, found by what the data rules of the type read; without rules, none. */
export function searchByRules(
  world: World,
  host: NamedSchema,
  samples: readonly JsonValue[],
  test: (value: JsonValue) => boolean,
): JsonValue | undefined {
  const rules = world.rules.filter(({ rule }) => rule.schema === host.id);
  if (rules.length === 0) return undefined;
  return searchValue(
    samples,
    rules.map(({ references }) => references),
    test,
  );
}

function wayOf({ steps }: Route): Way {
  return steps.flatMap((step): Way => {
    if (step.kind === 'item') return [step.index];
    const name = step.kind === 'dependent' ? undefined : nameOfStep(step);
    return name === undefined ? [] : [name];
  });
}
