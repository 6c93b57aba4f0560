import type { KeywordSchema, Located, Schema } from '../../../model/index.js';
import { assertionsOf } from './assertions.js';
import {
  isOfType,
  isScalar,
  listedValues,
  type JsonScalar,
  type Kind,
  type SchemaFacts,
} from './schema-facts.js';

/** A property whose value tells which branches of a union an object can match. */
export interface Discriminant {
  readonly property: string;
  readonly cases: readonly DiscriminantCase[];
}

export interface DiscriminantCase {
  readonly values: readonly JsonScalar[];
  /** The branch, or a union of the branches that share the values. */
  readonly schema: Schema;
  readonly shared: boolean;
}

/**
 * More cases than that are looked up in a map, since a `switch` compares one after the other; and more branches
 * than that are tried in a function of their own, since compilers and formatters recurse once for each `||`.
 */
export const mostCases = 64;

type UnionKeyword = 'anyOf' | 'oneOf';
type Union = Located<readonly Schema[]>;

/** How an `anyOf` or `oneOf` is checked without trying every branch, as far as that is possible. */
export interface UnionPlan {
  /** All branches together, where each does nothing but list scalars. */
  readonly values: readonly JsonScalar[] | undefined;
  readonly discriminant: Discriminant | undefined;
  /** The branches that the discriminant says nothing of. */
  readonly others: readonly Schema[];
  /** Whether the kind of a value tells which of the others it can match. */
  readonly exclusive: boolean;
}

/** A property that may become the discriminant. */
interface Candidate {
  readonly property: string;
  readonly cases: readonly { readonly values: readonly JsonScalar[]; readonly branches: readonly Schema[] }[];
}

export class Unions {
  readonly #plans = new Map<readonly Schema[], UnionPlan>();

  constructor(private readonly facts: SchemaFacts) {}

  plan(union: Union, keyword: UnionKeyword): UnionPlan {
    let plan = this.#plans.get(union.value);
    if (plan === undefined) {
      plan = this.#makePlan(union, keyword);
      this.#plans.set(union.value, plan);
    }
    return plan;
  }

  /** Whether `oneOf` must try all branches and count. */
  countsMatches(schema: KeywordSchema): boolean {
    if (schema.oneOf === undefined) return false;
    const { values, discriminant, exclusive } = this.plan(schema.oneOf, 'oneOf');
    if (values !== undefined) return false;
    return !exclusive || (discriminant?.cases.some(({ shared }) => shared) ?? false);
  }

  #makePlan(union: Union, keyword: UnionKeyword): UnionPlan {
    const branches = union.value;
    const values = this.#scalarsOf(branches);
    const objects = branches.filter((branch) => this.#isObjectOnly(branch));
    const others = branches.filter((branch) => !this.#isObjectOnly(branch));
    const separable = others.every((branch) => !this.facts.kindsOf(branch).has('object'));
    const found = separable && objects.length > 1 ? this.#discriminant(objects) : undefined;
    const rest = found === undefined ? branches : others;
    const discriminant = found && {
      property: found.property,
      cases: found.cases.map((entry) => unionCase(entry, union, keyword)),
    };
    return { values, discriminant, others: rest, exclusive: this.#areExclusive(rest) };
  }

  #isObjectOnly(branch: Schema): boolean {
    const kinds = this.facts.kindsOf(branch);
    return kinds.size === 1 && kinds.has('object');
  }

  #areExclusive(branches: readonly Schema[]): boolean {
    const seen = new Set<Kind>();
    for (const kind of branches.flatMap((branch) => [...this.facts.kindsOf(branch)])) {
      if (seen.has(kind)) return false;
      seen.add(kind);
    }
    return true;
  }

  /** The scalars of branches that list nothing else, where no two list the same. */
  #scalarsOf(branches: readonly Schema[]): readonly JsonScalar[] | undefined {
    const found = new Set<JsonScalar>();
    for (const branch of branches) {
      const values = listOnly(this.facts.target(branch));
      if (values === undefined || values.some((value) => found.has(value))) return undefined;
      values.forEach((value) => found.add(value));
    }
    return [...found];
  }

  #discriminant(branches: readonly Schema[]): Candidate | undefined {
    const [first] = branches;
    if (first === undefined) return undefined;
    let best: Candidate | undefined;
    for (const property of this.#listingProperties(first)) {
      const found = this.#casesOf(branches, property);
      if (found !== undefined && (best === undefined || isBetter(found, best))) best = found;
    }
    return best;
  }

  #casesOf(branches: readonly Schema[], property: string): Candidate | undefined {
    const byValue = new Map<JsonScalar, Schema[]>();
    for (const branch of branches) {
      const values = this.#requires(branch, property) ? this.#literals(branch, property) : undefined;
      if (values === undefined) return undefined;
      for (const value of new Set(values)) {
        const sharing = byValue.get(value);
        if (sharing === undefined) byValue.set(value, [branch]);
        else sharing.push(branch);
      }
    }
    const cases = mergeCases(byValue);
    // A value that all branches share decides nothing: the union of its branches would be the same again.
    return cases.every((entry) => entry.branches.length < branches.length) ? { property, cases } : undefined;
  }

  /** The scalars that the property can be, where the schema lists them. */
  #literals(schema: Schema, property: string): readonly JsonScalar[] | undefined {
    if (schema.kind === 'boolean') return undefined;
    const own = schema.properties?.find(({ name }) => name === property);
    const values = own === undefined ? undefined : scalarList(this.facts.target(own.schema));
    if (values !== undefined) return values;
    for (const part of this.#conjuncts(schema)) {
      const found = this.#literals(part, property);
      if (found !== undefined) return found;
    }
    for (const union of [schema.anyOf?.value, schema.oneOf?.value]) {
      const lists = union?.map((branch) => this.#literals(branch, property)) ?? [];
      const found = lists.filter((list) => list !== undefined);
      if (found.length > 0 && found.length === lists.length) return found.flat();
    }
    return undefined;
  }

  #requires(schema: Schema, property: string): boolean {
    if (schema.kind === 'boolean') return false;
    if (schema.required?.some(({ value }) => value === property)) return true;
    if (this.#conjuncts(schema).some((part) => this.#requires(part, property))) return true;
    return [schema.anyOf, schema.oneOf].some(
      (union) => union?.value.every((branch) => this.#requires(branch, property)) ?? false,
    );
  }

  #listingProperties(schema: Schema): readonly string[] {
    if (schema.kind === 'boolean') return [];
    const own = (schema.properties ?? []).filter(
      (property) => scalarList(this.facts.target(property.schema)) !== undefined,
    );
    const [first] = schema.anyOf?.value ?? schema.oneOf?.value ?? [];
    const inner = first === undefined ? this.#conjuncts(schema) : [...this.#conjuncts(schema), first];
    return [...own.map(({ name }) => name), ...inner.flatMap((part) => this.#listingProperties(part))];
  }

  /** What must hold beside the keywords of the schema itself. */
  #conjuncts(schema: KeywordSchema): readonly Schema[] {
    const referred = schema.ref === undefined ? [] : [this.facts.named(schema.ref.value).schema];
    return [...referred, ...(schema.allOf?.value ?? [])];
  }
}

function unionCase(
  { values, branches }: Candidate['cases'][number],
  union: Union,
  keyword: UnionKeyword,
): DiscriminantCase {
  const [only] = branches;
  if (only !== undefined && branches.length === 1) return { values, schema: only, shared: false };
  const schema: Schema = { kind: 'keywords', at: union.at, [keyword]: { at: union.at, value: branches } };
  return { values, schema, shared: true };
}

function scalarList(schema: Schema): readonly JsonScalar[] | undefined {
  if (schema.kind === 'boolean' || schema.nullable !== undefined) return undefined;
  const values = listedValues(schema);
  return values?.every(isScalar) ? values : undefined;
}

/** The scalars of a schema that has no keyword beside `const`, `enum` and `type`. */
function listOnly(schema: Schema): readonly JsonScalar[] | undefined {
  if (schema.kind === 'boolean') return undefined;
  const others = assertionsOf(schema).filter((key) => key !== 'type');
  const values = others.length === 1 ? scalarList(schema) : undefined;
  const types = schema.type?.value;
  return types === undefined || values?.every((value) => isOfType(value, types)) ? values : undefined;
}

function mergeCases(byValue: ReadonlyMap<JsonScalar, readonly Schema[]>): Candidate['cases'] {
  const cases: { values: JsonScalar[]; branches: readonly Schema[] }[] = [];
  const last = new Map<Schema | undefined, (typeof cases)[number]>();
  for (const [value, branches] of byValue) {
    const same = branches.length === 1 ? last.get(branches[0]) : undefined;
    if (same !== undefined) {
      same.values.push(value);
      continue;
    }
    const entry = { values: [value], branches };
    cases.push(entry);
    if (branches.length === 1) last.set(branches[0], entry);
  }
  return cases;
}

/** More values that lead to one branch alone; then the name that unions are usually told apart by. */
function isBetter(found: Candidate, best: Candidate): boolean {
  const difference = decided(found) - decided(best);
  return difference > 0 || (difference === 0 && found.property === 'type' && best.property !== 'type');
}

function decided({ cases }: Candidate): number {
  return cases.filter(({ branches }) => branches.length === 1).length;
}
