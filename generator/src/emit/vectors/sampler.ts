import type { JsonValue, KeywordSchema, Schema } from '../../model/index.js';
import { kindOf, listedValues, type Kind } from '../validators/schema/schema-facts.js';
import { judgeValue, type Judging } from './judge.js';
import { equalityKey, type JsonObject } from './json.js';
import { textMatching } from './pattern-text.js';
import { sampleNumber, sampleText } from './sample-scalar.js';
import { undeclaredName, type Step } from './schema-parts.js';

/** What a sample has to satisfy: a schema, and the steps from it that must be taken. */
export interface Demand {
  readonly schema: Schema;
  readonly route?: readonly Step[] | undefined;
}

export interface SampleOptions {
  /** Optional members are there as well. */
  readonly full?: boolean;
  /** Tells one sample from another of the same schema: items that must differ have different ones. */
  readonly variant?: number;
}

/** Deeper than that only what is required is made. */
const maxOptionalDepth = 7;
const maxDepth = 24;
/** A union that leads to itself without a value in between would bring more and more. */
const maxUnions = 100;

/** A part of the value that a route leads into. */
interface Forced {
  readonly step: Step;
  readonly owner: KeywordSchema;
  readonly rest: readonly Step[];
}

/** Every schema that holds at one place, and what a route asks for there. */
interface Conjunction {
  readonly schemas: KeywordSchema[];
  readonly forced: Forced[];
  /** Unions of which no branch is chosen yet. */
  readonly unions: (readonly Schema[])[];
  impossible: boolean;
}

/**
 * Makes values of schemas: small ones, always the same ones. A sample satisfies types, sizes, listed values and
 * members; whether it satisfies the whole schema is for the judge to say.
 */
export class Sampler {
  readonly #known = new Map<Schema, Map<string, { readonly value: JsonValue | undefined }>>();

  constructor(private readonly judging: Judging) {}

  sample(demands: readonly Demand[], options: SampleOptions = {}, depth = 0): JsonValue | undefined {
    const [only, ...more] = demands;
    if (only === undefined || more.length > 0 || (only.route?.length ?? 0) > 0) {
      return this.#sample(demands, options, depth);
    }
    const level = options.full === true ? Math.min(depth, maxOptionalDepth) : maxOptionalDepth;
    const key = `${String(options.variant ?? 0)} ${String(level)} ${String(depth > maxDepth / 2)}`;
    const known =
      this.#known.get(only.schema) ?? new Map<string, { readonly value: JsonValue | undefined }>();
    this.#known.set(only.schema, known);
    let entry = known.get(key);
    if (entry === undefined) known.set(key, (entry = { value: this.#sample(demands, options, depth) }));
    return entry.value;
  }

  #sample(demands: readonly Demand[], options: SampleOptions, depth: number): JsonValue | undefined {
    const found = this.#conjunction(demands, depth);
    const value = found && this.#build(found, options, depth);
    const conditional = found?.schemas.filter((schema) => schema.if !== undefined) ?? [];
    if (value === undefined || conditional.length === 0) return value;
    const isValid = (other: JsonValue): boolean =>
      conditional.every((schema) => judgeValue(this.judging, schema, other).length === 0);
    if (isValid(value)) return value;
    // A condition mostly asks for something special: a full sample is the general case.
    for (const branch of options.full === true ? (['else', 'then'] as const) : (['then', 'else'] as const)) {
      const added = conditional.flatMap((schema): Demand[] => {
        const test = branch === 'then' && schema.if !== undefined ? [{ schema: schema.if.value }] : [];
        return schema[branch] === undefined ? [] : [...test, { schema: schema[branch].value }];
      });
      const beside = this.#conjunction([...demands, ...added], depth);
      const other = beside && this.#build(beside, options, depth);
      if (other !== undefined && isValid(other)) return other;
    }
    return value;
  }

  #conjunction(demands: readonly Demand[], depth: number): Conjunction | undefined {
    if (depth > maxDepth) return undefined;
    const found: Conjunction = { schemas: [], forced: [], unions: [], impossible: false };
    for (const demand of demands) this.#flatten(demand, found);
    // Last, so that everything else that holds there has a say in which branch fits; a branch may bring more unions.
    for (const branches of found.unions) {
      const schema = this.#fittingBranch(branches, found.schemas);
      if (schema !== undefined) this.#flatten({ schema }, found);
    }
    return found.impossible ? undefined : found;
  }

  #build(found: Conjunction, options: SampleOptions, depth: number): JsonValue | undefined {
    const listed = found.schemas.flatMap((schema) => listedValues(schema) ?? []);
    if (found.forced.length === 0 && listed.length > 0) return this.#listed(listed, found.schemas, options);
    switch (this.#kindOf(found)) {
      case 'object':
        return this.#object(found, options, depth);
      case 'array':
        return this.#array(found, options, depth);
      case 'string':
        return sampleText(found.schemas, options.variant ?? 0);
      case 'number':
        return sampleNumber(found.schemas, options.variant ?? 0);
      case 'boolean':
        return (options.variant ?? 0) % 2 === 1;
      case 'null':
        return null;
      case undefined:
        return undefined;
    }
  }

  /** Collects the schemas that hold together; of each union one branch, that of the route or the first that fits. */
  #flatten({ schema, route = [] }: Demand, found: Conjunction, nesting = 0): void {
    if (nesting > maxDepth) found.impossible = true;
    if (schema.kind === 'boolean') found.impossible ||= !schema.value;
    if (schema.kind === 'boolean' || nesting > maxDepth) return;
    found.schemas.push(schema);
    const [step, ...rest] = route;
    const go = (inner: Schema | undefined, taken: boolean): void => {
      if (inner !== undefined) {
        this.#flatten({ schema: inner, route: taken ? rest : undefined }, found, nesting + 1);
      }
    };
    if (schema.ref !== undefined) {
      go(this.judging.facts.named(schema.ref.value).schema, step?.kind === 'ref');
    }
    schema.allOf?.value.forEach((branch, index) => {
      go(branch, step?.kind === 'allOf' && step.index === index);
    });
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const branches = schema[keyword]?.value;
      if (branches === undefined) continue;
      if (step?.kind === keyword) go(branches[step.index], true);
      else if (found.unions.length < maxUnions) found.unions.push(branches);
    }
    if (step?.kind === 'then') go(schema.if?.value, false);
    if (step?.kind === 'then' || step?.kind === 'else') go(schema[step.kind]?.value, true);
    if (step?.kind === 'dependent') {
      go(schema.dependentSchemas?.find(({ name }) => name === step.name)?.schema, true);
    }
    if (step !== undefined && entersValue(step)) found.forced.push({ step, owner: schema, rest });
  }

  #fittingBranch(branches: readonly Schema[], beside: readonly KeywordSchema[]): Schema | undefined {
    const { facts } = this.judging;
    const fits = (branch: Schema): boolean =>
      beside.every((schema) => [...facts.kindsOf(branch)].some((kind) => facts.kindsOf(schema).has(kind)));
    return branches.find(fits) ?? branches[0];
  }

  #listed(
    values: readonly JsonValue[],
    schemas: readonly KeywordSchema[],
    { variant = 0 }: SampleOptions,
  ): JsonValue | undefined {
    const fitting = values.filter((value) =>
      schemas.every(
        (schema) => schema.ref !== undefined || judgeValue(this.judging, schema, value).length === 0,
      ),
    );
    const known = fitting.filter((value) => value !== null);
    const usable = known.length > 0 ? known : fitting;
    return usable[variant % Math.max(usable.length, 1)];
  }

  #kindOf({ schemas, forced }: Conjunction): Kind | undefined {
    const { facts } = this.judging;
    const possible = order.filter((kind) => schemas.every((schema) => facts.kindsOf(schema).has(kind)));
    const [first] = forced;
    if (first !== undefined) return first.step.kind === 'item' ? 'array' : 'object';
    if (possible.length < order.length) return possible[0];
    return schemas.map(impliedKind).find((kind) => kind !== undefined) ?? 'string';
  }

  #object(found: Conjunction, options: SampleOptions, depth: number): JsonObject | undefined {
    const { schemas, forced } = found;
    const members = new Map<string, JsonValue>();
    const required = this.#requiredNames(found);
    const optional = options.full === true && depth < maxOptionalDepth ? declaredNames(schemas) : [];
    const names = new Set([...required, ...optional]);
    this.judging.work.done += names.size * schemas.length;
    for (const name of names) {
      const demands = schemas.flatMap((schema) => memberDemands(schema, name, forced));
      const member = this.sample(demands, options, depth + 1);
      if (member !== undefined) members.set(name, member);
      else if (required.has(name)) return undefined;
    }
    const least = Math.max(0, ...schemas.map((schema) => schema.minProperties?.value ?? 0));
    for (let extra = 0; members.size < least && extra < 1000; extra += 1) {
      const name = this.#extraName(schemas, extra);
      const member = this.sample(
        schemas.flatMap((schema) => memberDemands(schema, name, [])),
        options,
        depth + 1,
      );
      if (member !== undefined) members.set(name, member);
    }
    return Object.fromEntries(members);
  }

  #extraName(schemas: readonly KeywordSchema[], extra: number): string {
    const names = schemas.flatMap(({ propertyNames }) =>
      propertyNames === undefined ? [] : [propertyNames.value],
    );
    const sampled = this.sample(
      names.map((schema) => ({ schema })),
      { variant: extra },
    );
    return names.length > 0 && typeof sampled === 'string'
      ? sampled
      : `${undeclaredName}${String(extra || '')}`;
  }

  #requiredNames({ schemas, forced }: Conjunction): Set<string> {
    const names = new Set(schemas.flatMap((schema) => (schema.required ?? []).map(({ value }) => value)));
    for (const { step } of forced) {
      const name = nameOfStep(step);
      if (name !== undefined) names.add(name);
    }
    // A set yields what is added while it is walked.
    for (const name of names) {
      for (const dependent of schemas.flatMap((schema) => schema.dependentRequired ?? [])) {
        if (dependent.name === name) dependent.required.forEach(({ value }) => names.add(value));
      }
    }
    return names;
  }

  #array({ schemas, forced }: Conjunction, options: SampleOptions, depth: number): JsonValue | undefined {
    const indexes = forced.flatMap(({ step }) => (step.kind === 'item' ? [step.index + 1] : []));
    const contained = schemas.map(({ contains, minContains }) =>
      contains === undefined ? 0 : (minContains?.value ?? 1),
    );
    const optional = options.full === true && depth < maxOptionalDepth ? 1 : 0;
    const most = Math.min(...schemas.map(({ maxItems }) => maxItems?.value ?? Number.POSITIVE_INFINITY));
    const least = Math.max(
      0,
      ...schemas.map(({ minItems }) => minItems?.value ?? 0),
      ...indexes,
      ...contained,
    );
    const items: JsonValue[] = [];
    for (let index = 0; index < Math.min(Math.max(least, optional), most, 1000); index += 1) {
      const demands = schemas.flatMap((schema) => itemDemands(schema, index, forced));
      const wanted = schemas.flatMap(({ contains }, place) =>
        contains !== undefined && index < (contained[place] ?? 0) ? [{ schema: contains.value }] : [],
      );
      const item = this.#itemBeside(items, [...demands, ...wanted], options, depth);
      if (item === undefined && index < least) return undefined;
      if (item !== undefined) items.push(item);
    }
    return items;
  }

  /** An item that none of the others equals, as far as there is one. */
  #itemBeside(
    items: readonly JsonValue[],
    demands: readonly Demand[],
    options: SampleOptions,
    depth: number,
  ): JsonValue | undefined {
    const known = new Set(items.map(equalityKey));
    const start = (options.variant ?? 0) + items.length;
    for (let variant = start; variant < start + 4; variant += 1) {
      const item = this.sample(demands, { ...options, variant }, depth + 1);
      if (item === undefined || !known.has(equalityKey(item))) return item;
    }
    return this.sample(demands, options, depth + 1);
  }
}

const order: readonly Kind[] = ['object', 'array', 'string', 'number', 'boolean', 'null'];

function impliedKind(schema: KeywordSchema): Kind | undefined {
  if (schema.properties ?? schema.required ?? schema.additionalProperties ?? schema.minProperties)
    return 'object';
  if (schema.items ?? schema.prefixItems ?? schema.minItems ?? schema.contains) return 'array';
  if (schema.minimum ?? schema.maximum ?? schema.multipleOf ?? schema.exclusiveMinimum) return 'number';
  const [example] = schema.examples ?? [];
  return example === undefined ? undefined : kindOf(example.value);
}

function entersValue(step: Step): boolean {
  return step.kind === 'item' || nameOfStep(step) !== undefined;
}

/** The name of the member that a step needs; of a pattern, one that it matches. */
export function nameOfStep(step: Step): string | undefined {
  if (step.kind === 'property' || step.kind === 'additional' || step.kind === 'dependent') return step.name;
  return step.kind === 'pattern' ? (textMatching(step.name) ?? step.name) : undefined;
}

function declaredNames(schemas: readonly KeywordSchema[]): readonly string[] {
  return schemas.flatMap((schema) => (schema.properties ?? []).map(({ name }) => name));
}

type Properties = NonNullable<KeywordSchema['properties']>;

/** The properties of a schema by their names: a wide one would else be walked once for each of them. */
const propertiesByName = new WeakMap<KeywordSchema, ReadonlyMap<string, Properties[number]>>();

function propertyOf(schema: KeywordSchema, name: string): Properties[number] | undefined {
  let known = propertiesByName.get(schema);
  if (known === undefined) {
    known = new Map((schema.properties ?? []).map((property) => [property.name, property]));
    propertiesByName.set(schema, known);
  }
  return known.get(name);
}

function memberDemands(schema: KeywordSchema, name: string, forced: readonly Forced[]): readonly Demand[] {
  const routeTo = (matches: (step: Step) => boolean): readonly Step[] | undefined =>
    forced.find(({ owner, step }) => owner === schema && matches(step) && nameOfStep(step) === name)?.rest;
  const own = propertyOf(schema, name);
  const patterns = (schema.patternProperties ?? []).filter(({ pattern }) =>
    new RegExp(pattern.value, 'u').test(name),
  );
  const demands = [
    ...(own === undefined ? [] : [{ schema: own.schema, route: routeTo(({ kind }) => kind === 'property') }]),
    ...patterns.map((entry) => ({
      schema: entry.schema,
      route: routeTo((step) => step.kind === 'pattern' && step.name === entry.pattern.value),
    })),
  ];
  if (demands.length > 0 || schema.additionalProperties === undefined) return demands;
  return [{ schema: schema.additionalProperties.value, route: routeTo(({ kind }) => kind === 'additional') }];
}

function itemDemands(schema: KeywordSchema, index: number, forced: readonly Forced[]): readonly Demand[] {
  const places = schema.prefixItems?.value ?? [];
  const inner = places[index] ?? schema.items?.value;
  if (inner === undefined) return [];
  const taken = forced.find(
    ({ owner, step }) => owner === schema && step.kind === 'item' && step.index === index,
  );
  return [{ schema: inner, route: taken?.rest }];
}
