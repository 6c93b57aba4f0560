import type { JsonValue, KeywordSchema, Located, Schema } from '../../model/index.js';
import { isScalar, kindOf, listedValues } from '../validators/schema/schema-facts.js';
import type { Discriminant } from '../validators/schema/unions.js';
import { fault, type Fault, type JudgeContext } from './judge.js';
import { areEqual, isObject, type JsonObject, type Way } from './json.js';

type UnionKeyword = 'anyOf' | 'oneOf';
type Union = Located<readonly Schema[]>;

/**
 * `anyOf` or `oneOf`. A value that matches no branch has the faults of the branch that it means, where a
 * discriminant or its kind tells which; else one fault of the union.
 */
export function judgeUnion(
  context: JudgeContext,
  schema: KeywordSchema,
  keyword: UnionKeyword,
  value: JsonValue,
  way: Way,
): readonly Fault[] {
  const union = schema[keyword];
  if (union === undefined || !context.has(schema, keyword)) return [];
  const meant = soleBranch(context, union, keyword, value);
  if (meant !== undefined) return context.judge(meant, value, way);
  const { discriminant } = context.judging.unions.plan(union, keyword);
  const judge = remembering((branch) => context.judge(branch, value, way));
  const matching = union.value.filter(
    (branch) => !statesOther(context, branch, discriminant, value) && judge(branch).length === 0,
  ).length;
  if (matching === 1 || (matching > 1 && keyword === 'anyOf')) return [];
  return new UnionFaults(context, keyword, judge).of(union, value, way);
}

/** The one branch that an object can match, as its discriminant tells. */
function soleBranch(
  context: JudgeContext,
  union: Union,
  keyword: UnionKeyword,
  value: JsonValue,
): Schema | undefined {
  const { unions, without } = context.judging;
  // Without one of these keywords the discriminant may not tell the branches apart.
  if (without !== undefined && ['const', 'enum', 'required'].includes(without.name)) return undefined;
  const { discriminant } = unions.plan(union, keyword);
  if (discriminant === undefined || !isObject(value) || !Object.hasOwn(value, discriminant.property))
    return undefined;
  const stated = value[discriminant.property];
  const found = discriminant.cases.find(
    ({ values }) => stated !== undefined && isScalar(stated) && values.includes(stated),
  );
  return found === undefined || found.shared ? undefined : found.schema;
}

type JudgeBranch = (branch: Schema) => readonly Fault[];

/** Each branch is judged once: unions in unions would else take time that doubles with each level. */
function remembering(judge: JudgeBranch): JudgeBranch {
  const known = new Map<Schema, readonly Fault[]>();
  return (branch) => {
    let faults = known.get(branch);
    if (faults === undefined) known.set(branch, (faults = judge(branch)));
    return faults;
  };
}

/** Whether the branch itself lists other values of the discriminant: a short way to say that it does not match. */
function statesOther(
  { judging: { without } }: JudgeContext,
  branch: Schema,
  discriminant: Discriminant | undefined,
  value: JsonValue,
): boolean {
  if (discriminant === undefined || branch.kind === 'boolean' || !isObject(value)) return false;
  const { property } = discriminant;
  const listing = branch.properties?.find(({ name }) => name === property)?.schema;
  if (listing === undefined || listing.kind === 'boolean' || listing === without?.schema) return false;
  const stated = Object.hasOwn(value, property) ? value[property] : undefined;
  if (stated === undefined || (stated === null && listing.nullable !== undefined)) return false;
  return listedValues(listing)?.every((listed) => !areEqual(listed, stated)) ?? false;
}

class UnionFaults {
  readonly #code: string;

  constructor(
    private readonly context: JudgeContext,
    private readonly keyword: UnionKeyword,
    private readonly judge: JudgeBranch,
  ) {
    this.#code = keyword === 'anyOf' ? 'any_of' : 'one_of';
  }

  of(union: Union, value: JsonValue, way: Way): readonly Fault[] {
    const plan = this.context.judging.unions.plan(union, this.keyword);
    if (plan.values !== undefined) return [fault(this.#code, way, union.at)];
    if (plan.discriminant !== undefined && isObject(value)) {
      return this.#byDiscriminant(plan.discriminant, union, value, way);
    }
    const matching = plan.others.filter((branch) => this.judge(branch).length === 0);
    if (matching.length > 1) return [fault(this.#code, way, union.at)];
    return this.#byKind(plan.others, union, value, way);
  }

  #byKind(branches: readonly Schema[], union: Union, value: JsonValue, way: Way): readonly Fault[] {
    const { facts } = this.context.judging;
    const [only, ...more] = branches.filter((branch) => facts.kindsOf(branch).has(kindOf(value)));
    if (only === undefined || more.length > 0) return [fault(this.#code, way, union.at)];
    return this.judge(only);
  }

  #byDiscriminant(
    { property, cases }: Discriminant,
    union: Union,
    value: JsonObject,
    way: Way,
  ): readonly Fault[] {
    const stated = Object.hasOwn(value, property) ? value[property] : undefined;
    const found = cases.find(
      ({ values }) => stated !== undefined && isScalar(stated) && values.includes(stated),
    );
    if (found === undefined) return [fault(this.#code, [...way, property], union.at)];
    if (!found.shared) return this.judge(found.schema);
    const branches = found.schema.kind === 'keywords' ? (found.schema[this.keyword]?.value ?? []) : [];
    return this.of({ value: branches, at: union.at }, value, way);
  }
}
