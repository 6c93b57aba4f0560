import type { KeywordSchema, Located, Schema } from '../../../model/index.js';
import { assertionsOf, isTrivial, type SchemaDraft } from './assertions.js';
import { comparesScalars, isInline, readsLength, type UnionPlans } from './inline.js';
import { isOfType, listedValues, type SchemaFacts } from './schema-facts.js';

/**
 * A schema that says no more of an object than which members it has and what they are, in few words: written
 * as tests of the members where the object is checked (`if (stream === true && …)`).
 */
export type MemberPart =
  | {
      readonly kind: 'conditional';
      readonly if: KeywordSchema;
      readonly then: KeywordSchema | undefined;
      readonly else: KeywordSchema | undefined;
    }
  | { readonly kind: 'not'; readonly schema: KeywordSchema; readonly keyword: Located<Schema> }
  | {
      readonly kind: 'anyOf';
      readonly branches: readonly KeywordSchema[];
      readonly keyword: Located<readonly Schema[]>;
    };

export interface SeparatedParts {
  readonly parts: readonly MemberPart[];
  /** The schema without them. */
  readonly rest: KeywordSchema;
}

/** Most members that one such schema speaks of. */
const mostMembers = 4;

/** Takes the member parts out of the schema of an object. */
export function separateMemberParts(
  ctx: UnionPlans & { readonly facts: SchemaFacts },
  schema: KeywordSchema,
): SeparatedParts {
  if (String(schema.type?.value) !== 'object') return { parts: [], rest: schema };
  return new Separation(ctx, schema).result();
}

class Separation {
  readonly #parts: MemberPart[] = [];
  /** Members whose value a part tests, and whether only the condition of an `if` does. */
  readonly #tested = new Map<string, 'condition' | 'demand'>();

  constructor(
    private readonly ctx: UnionPlans & { readonly facts: SchemaFacts },
    private readonly whole: KeywordSchema,
  ) {}

  result(): SeparatedParts {
    const rest: SchemaDraft = { ...this.whole };
    if (this.#takeConditional(rest)) ['if', 'then', 'else'].forEach((key) => delete rest[key as 'if']);
    if (rest.not !== undefined && this.#takeNot(rest.not)) delete rest.not;
    if (rest.allOf !== undefined) {
      const kept = rest.allOf.value.filter((branch) => !this.#takeBranch(branch));
      rest.allOf = { ...rest.allOf, value: kept };
      if (kept.length === 0) delete rest.allOf;
    }
    return this.#parts.length === 0 ? { parts: [], rest: this.whole } : { parts: this.#parts, rest };
  }

  /** A branch of `allOf` that is nothing but a conditional, a `not` or an `anyOf`. */
  #takeBranch(branch: Schema): boolean {
    if (branch.kind === 'boolean') return false;
    const keys = assertionsOf(branch);
    if (keys.every((key) => ['if', 'then', 'else'].includes(key))) return this.#takeConditional(branch);
    if (keys.length !== 1) return false;
    if (branch.not !== undefined) return this.#takeNot(branch.not);
    return branch.anyOf !== undefined && this.#takeAnyOf(branch.anyOf);
  }

  #takeConditional(schema: KeywordSchema): boolean {
    if (schema.if === undefined) return false;
    const [condition, consequence, alternative] = [schema.if, schema.then, schema.else].map((located) =>
      located === undefined ? undefined : this.#memberSchema(located.value),
    );
    if (condition === undefined) return false;
    if (schema.then !== undefined && consequence === undefined) return false;
    if (schema.else !== undefined && alternative === undefined) return false;
    const demands = [consequence, alternative].filter((part) => part !== undefined);
    if (!this.#claim([condition], demands)) return false;
    this.#parts.push({ kind: 'conditional', if: condition, then: consequence, else: alternative });
    return true;
  }

  #takeNot(keyword: Located<Schema>): boolean {
    const schema = this.#memberSchema(keyword.value);
    if (schema === undefined || !this.#claim([], [schema])) return false;
    this.#parts.push({ kind: 'not', schema, keyword });
    return true;
  }

  #takeAnyOf(keyword: Located<readonly Schema[]>): boolean {
    const branches = keyword.value
      .map((branch) => this.#memberSchema(branch))
      .filter((part) => part !== undefined);
    if (branches.length < keyword.value.length || !this.#claim([], branches)) return false;
    this.#parts.push({ kind: 'anyOf', branches, keyword });
    return true;
  }

  /** The schema, if it only speaks of few members and their checks are short. */
  #memberSchema(schema: Schema): KeywordSchema | undefined {
    if (schema.kind === 'boolean' || isTrivial(schema)) return undefined;
    const { type, properties = [], required = [] } = schema;
    if (!assertionsOf(schema).every((key) => ['type', 'properties', 'required'].includes(key)))
      return undefined;
    if (type?.value.includes('object') === false || properties.length + required.length > 2 * mostMembers) {
      return undefined;
    }
    const isShort = properties.every(
      ({ schema: member }) =>
        member.kind === 'boolean' || (isInline(this.ctx, member) && !readsLength(member)),
    );
    return isShort && properties.length + required.length > 0 ? schema : undefined;
  }

  /**
   * Whether the compiler follows the tests: it objects to a comparison with a literal that an earlier test
   * has ruled out. So the value of a member is tested by one part alone, or by the conditions of several.
   */
  #claim(conditions: readonly KeywordSchema[], demands: readonly KeywordSchema[]): boolean {
    const asked = new Set(conditions.flatMap((part) => testedMembers(part)));
    const demanded = demands.flatMap((part) => testedMembers(part));
    const parts = [...conditions, ...demands];
    const isFree =
      [...asked].every((name) => this.#tested.get(name) !== 'demand') &&
      demanded.every((name, index) => {
        return !this.#tested.has(name) && !asked.has(name) && demanded.indexOf(name) === index;
      });
    if (!isFree || !parts.every((part) => this.#comparesPossibleValues(part))) return false;
    asked.forEach((name) => this.#tested.set(name, 'condition'));
    demanded.forEach((name) => this.#tested.set(name, 'demand'));
    return true;
  }

  /** Whether each literal is among what the whole schema lets the member be. */
  #comparesPossibleValues(part: KeywordSchema): boolean {
    return (part.properties ?? []).every(({ name, schema }) => {
      if (!comparesScalars(schema) || schema.kind === 'boolean') return true;
      const own = this.whole.properties?.find((property) => property.name === name)?.schema;
      const member = own === undefined ? undefined : this.ctx.facts.target(own);
      if (member === undefined || member.kind === 'boolean') return true;
      const values = listedValues(schema);
      const isPlain = assertionsOf(member).every((key) => plainKeywords.has(key));
      if (values === undefined || !isPlain || member.type === undefined) return false;
      const { type } = member;
      const listed = listedValues(member);
      return values.every((value) => isOfType(value, type.value) && listed?.includes(value) !== false);
    });
  }
}

/** Keywords of a member after which the compiler knows its type or its literals, and no more. */
const plainKeywords: ReadonlySet<string> = new Set<keyof KeywordSchema>([
  'type',
  'enum',
  'const',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
]);

function testedMembers(part: KeywordSchema): readonly string[] {
  return (part.properties ?? []).filter(({ schema }) => schema.kind === 'keywords').map(({ name }) => name);
}
