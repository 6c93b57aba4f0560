import type { JsonValue, KeywordSchema } from '../../model/index.js';
import { areEqual, isList, isObject, withPart, type JsonObject } from './json.js';
import type { Keyword } from './judge.js';
import type { Sampler } from './sampler.js';
import { undeclaredName } from './schema-parts.js';

/** Values of every kind, to break what speaks of kinds. */
const strangers: readonly JsonValue[] = [
  null,
  true,
  1,
  0.5,
  -1,
  'other',
  '',
  [],
  [[]],
  {},
  { unexpected: true },
];

/** Of a long list the first values stand for the others. */
const maxListed = 64;

/** No text or list is made longer than that to break a bound. */
const maxSize = 20_000;

/** Candidates for a value that breaks one keyword and else is like a valid one; the judge decides which does. */
export function breaches(keyword: Keyword, value: JsonValue, sampler: Sampler): readonly JsonValue[] {
  const { schema, name, member = '' } = keyword;
  if (schema.kind === 'boolean') return [];
  switch (name) {
    case 'type':
      return strangers;
    case 'ref':
      return [...strangers, ...otherMembers(value)];
    case 'enum':
    case 'const':
      return [...unlike(value), ...strangers];
    case 'anyOf':
    case 'oneOf':
    case 'not':
      return [...otherwise(schema, name, value, sampler), ...strangers];
    case 'required':
      return [withPart(value, [member], undefined)].filter((other) => other !== undefined);
    case 'dependentRequired':
      return [withPart(value, [member.slice(member.indexOf('/') + 1)], undefined)].filter(
        (other) => other !== undefined,
      );
    default:
      if (typeof value === 'number') return numbers(schema, name, value);
      if (typeof value === 'string') return texts(schema, name, value);
      if (isList(value)) return lists(schema, name, value, sampler);
      return isObject(value) ? objects(schema, name, value, sampler) : [];
  }
}

function unlike(value: JsonValue): readonly JsonValue[] {
  if (typeof value === 'string') return [`${value}-other`, `other-${value}`];
  if (typeof value === 'number') return [value + 1, value - 1, value + 0.5];
  if (typeof value === 'boolean') return [!value];
  return [];
}

/** For keywords that apply whole schemas: each member of an object left out, or another one. */
function otherwise(
  schema: KeywordSchema,
  name: 'anyOf' | 'oneOf' | 'not',
  value: JsonValue,
  sampler: Sampler,
): readonly JsonValue[] {
  const inner = name === 'not' ? [schema.not?.value] : (schema[name]?.value ?? []);
  const sampled = inner.slice(0, maxListed).flatMap((branch) => {
    if (branch === undefined) return [];
    const alone = sampler.sample([{ schema: branch }]);
    const beside = sampler.sample([{ schema: { ...schema, [name]: undefined } }, { schema: branch }]);
    return [alone, beside].filter((sample) => sample !== undefined);
  });
  const merged = sampled.flatMap((sample) =>
    isObject(sample) && isObject(value) ? [{ ...value, ...sample }] : [],
  );
  if (!isObject(value)) return [...unlike(value), ...(name === 'anyOf' ? [] : sampled)];
  return [...(name === 'anyOf' ? [] : [...merged, ...sampled]), ...otherMembers(value)];
}

/** An object with one member left out, or another one in its place. */
function otherMembers(value: JsonValue): readonly JsonValue[] {
  if (!isObject(value)) return [];
  return Object.entries(value)
    .flatMap(([key, member]) => [
      ...unlike(member).map((other) => withPart(value, [key], other)),
      withPart(value, [key], undefined),
    ])
    .filter((other) => other !== undefined);
}

function numbers(schema: KeywordSchema, name: string, value: number): readonly JsonValue[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  switch (name) {
    case 'minimum':
      return minimum === undefined ? [] : [minimum.value - 1, minimum.value - 0.5];
    case 'maximum':
      return maximum === undefined ? [] : [maximum.value + 1, maximum.value + 0.5];
    case 'exclusiveMinimum':
      return exclusiveMinimum === undefined ? [] : [exclusiveMinimum.value, exclusiveMinimum.value - 1];
    case 'exclusiveMaximum':
      return exclusiveMaximum === undefined ? [] : [exclusiveMaximum.value, exclusiveMaximum.value + 1];
    case 'multipleOf':
      return multipleOf === undefined ? [] : [value + 1, value + multipleOf.value / 2];
    default:
      return [];
  }
}

function texts(schema: KeywordSchema, name: string, value: string): readonly JsonValue[] {
  const { minLength, maxLength } = schema;
  switch (name) {
    case 'minLength':
      return minLength === undefined
        ? []
        : [
            Array.from(value)
              .slice(0, minLength.value - 1)
              .join(''),
            '',
          ];
    case 'maxLength':
      return maxLength === undefined || maxLength.value > maxSize
        ? []
        : [value.padEnd(maxLength.value + 1, 'a')];
    case 'pattern':
      return ['', 'other', ' ', `${value} `, ` ${value}`, '\n', '0', 'A', '~'];
    default:
      return [];
  }
}

function lists(
  schema: KeywordSchema,
  name: string,
  value: readonly JsonValue[],
  sampler: Sampler,
): readonly JsonValue[] {
  const sample = (variant: number): JsonValue => {
    const inner = schema.items?.value;
    return (
      (inner === undefined ? undefined : sampler.sample([{ schema: inner }], { variant })) ??
      `item${String(variant)}`
    );
  };
  switch (name) {
    case 'minItems':
      return [value.slice(0, (schema.minItems?.value ?? 1) - 1)];
    case 'maxItems': {
      const size = (schema.maxItems?.value ?? 0) + 1;
      if (size > maxSize) return [];
      return [
        [
          ...value,
          ...Array.from({ length: size - value.length }, (_item, place) => sample(value.length + place)),
        ],
      ];
    }
    case 'uniqueItems': {
      const first = value[0] ?? sample(0);
      return [
        [...value, first],
        [first, first],
        [first, ...value],
      ];
    }
    case 'items':
      return [[...value, 'surplus']];
    case 'contains':
    case 'minContains':
      return [
        [],
        value.slice(1),
        value.map((_item, place) => sample(place)),
        ...strangers.map((item) => [item]),
      ];
    case 'maxContains': {
      const matching =
        schema.contains === undefined ? undefined : sampler.sample([{ schema: schema.contains.value }]);
      const count = (schema.maxContains?.value ?? 0) + 1;
      return matching === undefined ? [] : [Array.from({ length: count }, () => matching)];
    }
    default:
      return [];
  }
}

function objects(
  schema: KeywordSchema,
  name: string,
  value: JsonObject,
  sampler: Sampler,
): readonly JsonValue[] {
  const inner = schema.additionalProperties?.value;
  const extra = (variant: number): JsonValue =>
    (inner?.kind === 'keywords' ? sampler.sample([{ schema: inner }], { variant }) : undefined) ?? true;
  switch (name) {
    case 'additionalProperties':
      return [
        { ...value, [undeclaredName]: true },
        { ...value, [undeclaredName]: 'text' },
      ];
    case 'propertyNames':
      return ['', ' ', undeclaredName, 'UNEXPECTED', '0', 'a'.repeat(300)].map((key) => ({
        ...value,
        [key]: extra(0),
      }));
    case 'minProperties': {
      const kept = Object.entries(value).slice(0, (schema.minProperties?.value ?? 1) - 1);
      return [Object.fromEntries(kept)];
    }
    case 'maxProperties': {
      const size = (schema.maxProperties?.value ?? 0) + 1 - Object.keys(value).length;
      if (size > maxSize) return [];
      const added = Array.from({ length: Math.max(size, 1) }, (_item, place): [string, JsonValue] => [
        `${undeclaredName}${String(place)}`,
        extra(place),
      ]);
      return [{ ...value, ...Object.fromEntries(added) }];
    }
    default:
      return [];
  }
}

/** Further values that break a keyword in another way: an integer is a number and has no fraction. */
export function furtherBreaches({ schema, name }: Keyword): readonly JsonValue[] {
  const types = schema.kind === 'keywords' && name === 'type' ? (schema.type?.value ?? []) : [];
  return types.includes('integer') && !types.includes('number') ? [0.5] : [];
}

/** Valid values at the very limits of a keyword, beside the one that is there. */
export function limits(keyword: Keyword, value: JsonValue, sampler: Sampler): readonly JsonValue[] {
  const { schema, name } = keyword;
  if (schema.kind === 'boolean') return [];
  const candidates: (JsonValue | undefined)[] = [];
  if (name === 'minimum' || name === 'maximum') candidates.push(schema[name]?.value);
  if (name === 'exclusiveMinimum') candidates.push((schema.exclusiveMinimum?.value ?? 0) + 1);
  if (name === 'exclusiveMaximum') candidates.push((schema.exclusiveMaximum?.value ?? 0) - 1);
  if (name === 'enum') candidates.push(...(schema.enum?.value.slice(0, maxListed) ?? []));
  if (name === 'type') candidates.push(...(schema.type?.value ?? []).flatMap((type) => ofType[type]));
  if (name === 'type' && schema.nullable !== undefined) candidates.push(null);
  if (typeof value === 'string') {
    const { minLength, maxLength } = schema;
    if (name === 'minLength' && minLength !== undefined)
      candidates.push(
        'a'.repeat(Math.min(minLength.value, maxSize)),
        '😀'.repeat(Math.min(minLength.value, maxSize)),
      );
    if (name === 'maxLength' && maxLength !== undefined && maxLength.value <= maxSize)
      candidates.push('a'.repeat(maxLength.value), '😀'.repeat(maxLength.value));
  }
  if (isList(value)) {
    if (name === 'minItems') candidates.push(value.slice(0, schema.minItems?.value));
    const more = breaches({ schema, name: 'maxItems' }, value, sampler)[0];
    if (name === 'maxItems' && isList(more)) candidates.push(more.slice(0, -1));
  }
  return candidates
    .filter((candidate) => candidate !== undefined)
    .filter((candidate) => !areEqual(candidate, value));
}

const ofType: Readonly<Record<string, readonly JsonValue[]>> = {
  null: [null],
  boolean: [true, false],
  integer: [7],
  number: [7, 0.5],
  string: ['text'],
  array: [[]],
  object: [{}],
};
