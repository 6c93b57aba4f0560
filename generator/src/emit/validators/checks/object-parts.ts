import type { KeywordSchema, Located, Property, Schema, SpecPosition } from '../../../model/index.js';
import { pascalCase } from '../../../names/index.js';
import { isPrototypeName, propertyKey, stringLiteral } from '../../text/index.js';
import { any, compare, test, type Condition } from '../code/condition.js';
import { identifiersOf } from '../code/layout.js';
import { line, type Statement } from '../code/statement.js';
import type { LocalNames } from '../module/local-names.js';
import type { ModuleContext } from '../module/module-context.js';
import type { Place } from '../module/place.js';
import { isTrivial } from '../schema/assertions.js';
import { patternConstant } from './scalar-checks.js';
import { valueSet } from './value-checks.js';

/** A property of an object, as the functions that check it see it. */
export interface Member {
  readonly name: string;
  /** The local constant that holds its value, `undefined` where it is absent. */
  readonly local: string;
  readonly required: SpecPosition | undefined;
  /** Its schema, unless that admits everything. */
  readonly schema: Schema | undefined;
}

/** The members that a schema says something of, in the order of the schema. */
export function membersOf(schema: KeywordSchema, locals: LocalNames): readonly Member[] {
  const properties = new Map<string, Property>();
  for (const property of schema.properties ?? []) properties.set(property.name, property);
  const required = new Map((schema.required ?? []).map(({ value, at }) => [value, at] as const));
  const names = new Set([...properties.keys(), ...required.keys()]);
  return [...names].flatMap((name): readonly Member[] => {
    const inner = properties.get(name)?.schema;
    const wanted = inner === undefined || isTrivial(inner) ? undefined : inner;
    const at = required.get(name);
    if (wanted === undefined && at === undefined) return [];
    return [{ name, local: locals.localFor(name), required: at, schema: wanted }];
  });
}

/**
 * The declarations of the local constants that the statements use. Names that every object inherits are read
 * as own members.
 */
export function declarations(
  ctx: ModuleContext,
  locals: LocalNames,
  from: string,
  used: readonly Statement[],
): readonly Statement[] {
  const words = identifiersOf(used);
  const wanted = locals.entries().filter(([, local]) => words.has(local));
  const plain = wanted.filter(([name]) => !isPrototypeName(name));
  const inherited = wanted.filter(([name]) => isPrototypeName(name));
  return [
    ...(plain.length === 0
      ? []
      : [
          {
            kind: 'destructure' as const,
            names: plain.map(([name, local]) => [propertyKey(name), local] as const),
            from,
          },
        ]),
    ...inherited.map(([name, local]) =>
      line(`const ${local} = ${ctx.runtime('own')}(${from}, ${stringLiteral(name)});`),
    ),
  ];
}

/** Whether a schema says something of every name of an object. */
export function hasNameLoop(schema: KeywordSchema): boolean {
  return [schema.propertyNames, schema.patternProperties, schema.additionalProperties].some(
    (keyword) => keyword !== undefined,
  );
}

/** Names up to this number are compared one by one. */
const mostComparisons = 4;

/** Whether `name` is declared: by `properties`, or by a pattern. */
export function isDeclaredName(ctx: ModuleContext, schema: KeywordSchema, place: Place): Condition {
  const names = (schema.properties ?? []).map(({ name }) => name);
  const listed =
    names.length <= mostComparisons
      ? names.map((name) => compare('name', '===', stringLiteral(name)))
      : [test(`${valueSet(ctx, names, 'string', 'Names', place)}.has(name)`)];
  const patterns = (schema.patternProperties ?? []).map(({ pattern }) => matches(ctx, pattern, place));
  return any(...listed, ...patterns);
}

export function matches(ctx: ModuleContext, pattern: Located<string>, place: Place): Condition {
  return test(`${patternConstant(ctx, pattern.value, place)}.test(name)`);
}

/** The place of a property. */
export function memberPlace(place: Place, name: string): Place {
  return place.member(pascalCase(name) || 'Property', `.${name}`);
}
