import type { DataRule, JsonValue, NamedSchema, Profile, SchemaId } from '../../model/index.js';
import { celTypeOf, checkCel, type CelReferences } from '../../rules/cel/index.js';
import { recipeRequest } from '../adapter/recipe-request.js';
import { SchemaFacts } from '../validators/schema/schema-facts.js';
import { Unions } from '../validators/schema/unions.js';
import { conditionEvaluator } from './cel-evaluator.js';
import { judgeNamed, type Fault, type JudgedRule, type Judging, type Keyword } from './judge.js';
import { equalityKey } from './json.js';
import { Sampler } from './sampler.js';

/** A data rule of the profile, ready to be evaluated. */
export interface EvaluatedRule extends JudgedRule {
  readonly rule: DataRule;
  readonly references: CelReferences;
}

/** Everything that vectors of one profile are made from. */
export interface World {
  readonly profile: Profile;
  readonly judging: Judging;
  readonly sampler: Sampler;
  readonly rules: readonly EvaluatedRule[];
  /** Values that the documents themselves give for a type: worked examples, capability documents, recipes. */
  examplesOf(id: SchemaId): readonly JsonValue[];
}

export function worldOf(profile: Profile): World {
  const facts = new SchemaFacts(profile.schemas);
  const rules = profile.dataRules.flatMap((rule) => evaluatedRule(rule, profile) ?? []);
  const bySchema = new Map<SchemaId, EvaluatedRule[]>();
  for (const rule of rules) {
    const known = bySchema.get(rule.rule.schema);
    if (known === undefined) bySchema.set(rule.rule.schema, [rule]);
    else known.push(rule);
  }
  const judging: Judging = {
    facts,
    unions: new Unions(facts),
    rules: bySchema,
    valid: new WeakMap(),
    work: { done: 0 },
  };
  const examples = examplesOf(profile);
  return {
    profile,
    judging,
    sampler: new Sampler(judging),
    rules,
    examplesOf: (id) => examples.get(id) ?? [],
  };
}

export function faultsOf(
  { judging }: World,
  named: NamedSchema,
  value: JsonValue,
  without?: Keyword,
): readonly Fault[] {
  return judgeNamed({ ...judging, without }, named, value);
}

function evaluatedRule(rule: DataRule, profile: Profile): EvaluatedRule | undefined {
  const { condition, code, at } = rule;
  const type = celTypeOf({ kind: 'keywords', at, ref: { value: rule.schema, at } }, profile.schemas);
  const { references } = checkCel(condition.value, condition.at, [{ name: 'this', type, validated: false }]);
  if (references === undefined) return undefined;
  const evaluate = conditionEvaluator(condition.value, [{ name: 'this', type }]);
  return { rule, references, code, at, holds: remembering(evaluate) };
}

/** Values share most of their parts, as the same objects. */
function remembering(
  evaluate: (values: Readonly<Record<string, JsonValue>>) => boolean | undefined,
): (value: JsonValue) => boolean | undefined {
  const known = new WeakMap<object, { readonly verdict: boolean | undefined }>();
  return (value) => {
    if (typeof value !== 'object' || value === null) return evaluate({ this: value });
    let entry = known.get(value);
    if (entry === undefined) known.set(value, (entry = { verdict: evaluate({ this: value }) }));
    return entry.verdict;
  };
}

function examplesOf(profile: Profile): ReadonlyMap<SchemaId, readonly JsonValue[]> {
  const found = new Map<SchemaId, Map<string, JsonValue>>();
  const add = (id: SchemaId | undefined, value: JsonValue): void => {
    if (id === undefined) return;
    const known = found.get(id) ?? new Map<string, JsonValue>();
    known.set(equalityKey(value), value);
    found.set(id, known);
  };
  for (const message of profile.stream?.messages ?? []) {
    for (const { value } of message.examples) add(message.schema, value);
  }
  for (const envelope of envelopesOf(profile)) add(profile.envelope?.schema, envelope);
  for (const { document } of profile.capabilities) add(profile.capabilityType?.schema, document);
  for (const { id, schema } of profile.schemas.values()) {
    if (schema.kind === 'keywords') schema.examples?.forEach(({ value }) => add(id, value));
  }
  return new Map([...found].map(([id, values]) => [id, [...values.values()]] as const));
}

/** The requests of the recipes in their envelopes. */
function envelopesOf(profile: Profile): readonly JsonValue[] {
  const fields = new Set((profile.envelope?.fields ?? []).map(({ name }) => name));
  const version = profile.identity.find(({ name }) => name === 'Schema version')?.value;
  return profile.recipes.flatMap((recipe) => {
    const request = recipeRequest(recipe);
    if (request === undefined) return [];
    const { body, nnrp } = request;
    const members: [string, JsonValue | undefined][] = [
      ['schema_version', version],
      ['operation', recipe.operation],
      ['request_id', recipe.id],
      ['body', body],
      ['nnrp', nnrp],
    ];
    const stated = members.filter((member): member is [string, JsonValue] => member[1] !== undefined);
    return [Object.fromEntries(stated.filter(([name]) => fields.has(name)))];
  });
}
