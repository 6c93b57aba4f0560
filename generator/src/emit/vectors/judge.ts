import type {
  JsonValue,
  KeywordSchema,
  NamedSchema,
  Schema,
  SchemaId,
  SpecPosition,
} from '../../model/index.js';
import { kindOf, type SchemaFacts } from '../validators/schema/schema-facts.js';
import type { Unions } from '../validators/schema/unions.js';
import { judgeArray, judgeObject } from './judge-parts.js';
import { judgeScalar, hasType } from './judge-scalar.js';
import { pointerOf, type Way } from './json.js';
import { judgeUnion } from './judge-union.js';

/** A departure of a value from a schema or rule, in the words of the issues of emitted validators. */
export interface Fault {
  readonly code: string;
  readonly path: string;
  readonly at: SpecPosition;
}

/** A keyword of one schema; of `required` and the like, one of its names. */
export interface Keyword {
  readonly schema: Schema;
  readonly name: string;
  readonly member?: string;
}

/** A data rule that can be evaluated. */
export interface JudgedRule {
  readonly code: string;
  readonly at: SpecPosition;
  /** True, false, or undefined when the evaluation is an error. */
  readonly holds: (value: JsonValue) => boolean | undefined;
}

/** What a schema is judged with. */
export interface Judging {
  readonly facts: SchemaFacts;
  readonly unions: Unions;
  readonly rules: ReadonlyMap<SchemaId, readonly JudgedRule[]>;
  /** Parts that are known to be valid, by the schemas that they were judged by: candidates share most parts. */
  readonly valid: WeakMap<object, Set<Schema>>;
  /** Counts schemas that were judged or sampled: the measure by which the search for vectors ends. */
  readonly work: { done: number };
  /** This keyword is left out: what the value breaks beside it. */
  readonly without?: Keyword | undefined;
}

/** Judges the part of a value that stands at the end of a way. */
export type Judge = (schema: Schema, value: JsonValue, way: Way) => readonly Fault[];

/**
 * Interprets a schema as the emitted validators are meant to judge: a value of the wrong type is one fault, a fault in
 * the branch that a value means is reported there, and rules come after shape. It is a second implementation of the
 * same reading, so that a fault in the emitted code is not repeated in the vectors.
 */
export function judgeValue(judging: Judging, schema: Schema, value: JsonValue): readonly Fault[] {
  const context = new JudgeContext(judging);
  return withoutRepeats(context.judge(schema, value, []));
}

/** Judges by a schema of the set, with the rules on it. */
export function judgeNamed(judging: Judging, named: NamedSchema, value: JsonValue): readonly Fault[] {
  const context = new JudgeContext(judging);
  return withoutRepeats(context.judgeNamed(named.id, value, []));
}

function withoutRepeats(faults: readonly Fault[]): readonly Fault[] {
  const seen = new Set<string>();
  return faults.filter(({ code, path, at }) => {
    const key = JSON.stringify([code, path, at.file, at.line, at.column]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

const maxNesting = 200;

export class JudgeContext {
  #nesting = 0;

  constructor(readonly judging: Judging) {}

  /** Whether a keyword counts. */
  has(schema: Schema, name: string, member?: string): boolean {
    const { without } = this.judging;
    return without?.schema !== schema || without.name !== name || without.member !== member;
  }

  readonly judge: Judge = (schema, value, way) => {
    this.judging.work.done += 1;
    if (schema.kind === 'boolean') {
      return schema.value ? [] : [fault('false_schema', way, schema.at)];
    }
    if (schema.nullable !== undefined && value === null) return [];
    const isStructure = typeof value === 'object' && value !== null;
    const { valid, without } = this.judging;
    if (isStructure && valid.get(value)?.has(schema) === true) return [];
    if (this.#nesting >= maxNesting) return [fault('depth', way, schema.at)];
    this.#nesting += 1;
    const faults = this.#judgeKeywords(schema, value, way);
    this.#nesting -= 1;
    if (isStructure && faults.length === 0 && without === undefined) {
      const schemas = valid.get(value);
      if (schemas === undefined) valid.set(value, new Set([schema]));
      else schemas.add(schema);
    }
    return faults;
  };

  judgeNamed(id: SchemaId, value: JsonValue, way: Way): readonly Fault[] {
    const { schema } = this.judging.facts.named(id);
    const shape = this.judge(schema, value, way);
    const rules = this.judging.rules.get(id) ?? [];
    const kinds = this.judging.facts.kindsOf(schema);
    if (rules.length === 0 || (value === null && kinds.size > 1 && kinds.has('null'))) return shape;
    const faults = [...shape];
    for (const rule of rules) {
      const holds = rule.holds(value);
      // A rule that cannot be evaluated is a fault only where nothing else is.
      if (holds === false || (holds === undefined && faults.length === 0)) {
        faults.push(fault(rule.code, way, rule.at));
      }
    }
    return faults;
  }

  #judgeKeywords(schema: KeywordSchema, value: JsonValue, way: Way): readonly Fault[] {
    const { type } = schema;
    if (type !== undefined && this.has(schema, 'type') && !hasType(value, type.value)) {
      return [fault('type', way, type.at)];
    }
    const kind = kindOf(value);
    const own = [
      ...(kind === 'array' ? judgeArray(this, schema, value, way) : []),
      ...(kind === 'object' ? judgeObject(this, schema, value, way) : []),
      ...judgeScalar(this, schema, value, way),
    ];
    return hasBranches(schema) ? [...own, ...this.#judgeBranches(schema, value, way)] : own;
  }

  #judgeBranches(schema: KeywordSchema, value: JsonValue, way: Way): readonly Fault[] {
    const { allOf, ref, not } = schema;
    const excluded =
      not !== undefined && this.has(schema, 'not') && this.judge(not.value, value, way).length === 0;
    return [
      ...(allOf?.value ?? []).flatMap((branch) => this.judge(branch, value, way)),
      ...(ref === undefined || !this.has(schema, 'ref') ? [] : this.judgeNamed(ref.value, value, way)),
      ...judgeUnion(this, schema, 'anyOf', value, way),
      ...judgeUnion(this, schema, 'oneOf', value, way),
      ...(excluded ? [fault('not', way, not.at)] : []),
      ...this.#judgeConditional(schema, value, way),
    ];
  }

  #judgeConditional(schema: KeywordSchema, value: JsonValue, way: Way): readonly Fault[] {
    if (schema.if === undefined) return [];
    const branch = this.judge(schema.if.value, value, way).length === 0 ? schema.then : schema.else;
    return branch === undefined ? [] : this.judge(branch.value, value, way);
  }
}

function hasBranches({ ref, allOf, anyOf, oneOf, not, if: test }: KeywordSchema): boolean {
  return (ref ?? allOf ?? anyOf ?? oneOf ?? not ?? test) !== undefined;
}

export function fault(code: string, way: Way, at: SpecPosition): Fault {
  return { code, path: pointerOf(way), at };
}
