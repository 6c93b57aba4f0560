import type { JsonValue, NamedSchema } from '../../model/index.js';
import { repair } from './bases.js';
import type { Route } from './places.js';
import type { Recorder } from './recorder.js';
import { searchValue } from './search.js';
import { faultsOf, type EvaluatedRule, type World } from './world.js';

/** Vectors for every data rule: a value that keeps it and one that breaks it, and if possible nothing else. */
export function recordData(world: World, recorder: Recorder): void {
  for (const evaluated of world.rules) {
    const { rule } = evaluated;
    const host = world.profile.schemas.get(rule.schema);
    const draft = recorder.rule({ rule: rule.name, kind: 'data', at: rule.at });
    if (host?.exported !== true) {
      draft.miss('no exported type has it');
      continue;
    }
    const bases = basesOf(world, host);
    const kept = keeping(world, evaluated, host, bases);
    kept.forEach((value) => {
      draft.valid(host, value);
    });
    if (kept.length === 0) draft.miss('no valid value was found');
    const broken = breaking(world, evaluated, host, [...kept, ...bases]);
    if (broken === undefined) draft.miss('no value was found that breaks it');
    else draft.invalid(host, broken, faultsOf(world, host, broken), isAlone(world, evaluated, host, broken));
  }
}

/** Values of the type to start from: of each branch of a union, with and without what is optional. */
function basesOf(world: World, host: NamedSchema): readonly JsonValue[] {
  const { schema } = host;
  const branches =
    schema.kind === 'boolean'
      ? []
      : [...(schema.anyOf?.value ?? []).keys(), ...(schema.oneOf?.value ?? []).keys()];
  const keyword = schema.kind === 'keywords' && schema.oneOf !== undefined ? 'oneOf' : 'anyOf';
  const routes: Route['steps'][] = [[], ...branches.map((index) => [{ kind: keyword, index } as const])];
  const samples = routes.flatMap((steps) =>
    [false, true].flatMap((full) => world.sampler.sample([{ schema, route: steps }], { full }) ?? []),
  );
  return [...world.examplesOf(host.id), ...samples];
}

/** A valid value for which the condition is read as deep as can be, and one that leaves out what it may. */
function keeping(
  world: World,
  { references }: EvaluatedRule,
  host: NamedSchema,
  bases: readonly JsonValue[],
): readonly JsonValue[] {
  const isValid = (value: JsonValue): boolean => faultsOf(world, host, value).length === 0;
  const valid = bases.filter(isValid);
  const found =
    valid.length > 0 ? undefined : (searchValue(bases, [references], isValid) ?? repair(world, host, bases));
  return found === undefined ? valid.slice(0, 3) : [found];
}

/** The first value that breaks this rule alone; else one that breaks it beside others. */
function breaking(
  world: World,
  evaluated: EvaluatedRule,
  host: NamedSchema,
  bases: readonly JsonValue[],
): JsonValue | undefined {
  const { references } = evaluated;
  return (
    searchValue(bases, [references], (value) => isAlone(world, evaluated, host, value)) ??
    searchValue(bases, [references], (value) => evaluated.holds(value) === false)
  );
}

function isAlone(world: World, { code, holds }: EvaluatedRule, host: NamedSchema, value: JsonValue): boolean {
  if (holds(value) !== false) return false;
  const [only, ...more] = faultsOf(world, host, value);
  return only !== undefined && more.length === 0 && only.code === code;
}
