import { printable } from '../../diagnostics/index.js';
import type { JsonValue, KeywordSchema, Located } from '../../model/index.js';
import {
  fault,
  mergeFaults,
  type InstanceFault,
  type InstanceJudge,
  type InstancePart,
} from './instance-fault.js';
import { matchesPattern } from './instance-scalar.js';
import { equalityKey } from './json-equality.js';
import { appendToken } from './pointer.js';

type JsonObject = Readonly<Record<string, JsonValue>>;

/** What an array breaks of the keywords for arrays; nothing for any other value. */
export function faultsOfArray(
  schema: KeywordSchema,
  part: InstancePart,
  judge: InstanceJudge,
): readonly InstanceFault[] {
  if (!Array.isArray(part.value)) return [];
  const value = part.value as readonly JsonValue[];
  const { uniqueItems, prefixItems, items } = schema;
  const places = prefixItems?.value ?? [];
  const faults = value.map((item, place) => {
    const itemSchema = places[place] ?? items?.value;
    return itemSchema ? judge(itemSchema, { pointer: appendToken(part.pointer, place), value: item }) : [];
  });
  const own = countFaults(part, value.length, 'items', schema.minItems, schema.maxItems);
  if (uniqueItems && new Set(value.map(equalityKey)).size < value.length) {
    own.push(fault(part, 'expected items that all differ', uniqueItems.at));
  }
  return mergeFaults([own, faultsOfContains(schema, part, value, judge), ...faults]);
}

function faultsOfContains(
  schema: KeywordSchema,
  part: InstancePart,
  value: readonly JsonValue[],
  judge: InstanceJudge,
): readonly InstanceFault[] {
  const { contains, minContains, maxContains } = schema;
  if (!contains) return [];
  const matching = value.filter(
    (item, place) =>
      judge(contains.value, { pointer: appendToken(part.pointer, place), value: item }).length === 0,
  ).length;
  const least = minContains ?? { value: 1, at: contains.at };
  return countFaults(part, matching, 'items that match `contains`', least, maxContains);
}

/** What an object breaks of the keywords for objects; nothing for any other value. */
export function faultsOfObject(
  schema: KeywordSchema,
  part: InstancePart,
  judge: InstanceJudge,
): readonly InstanceFault[] {
  if (typeof part.value !== 'object' || part.value === null || Array.isArray(part.value)) return [];
  const value = part.value as JsonObject;
  const names = Object.keys(value);
  const own = countFaults(part, names.length, 'properties', schema.minProperties, schema.maxProperties);
  for (const { value: name, at } of schema.required ?? []) {
    if (!Object.hasOwn(value, name)) own.push(fault(part, `expected a property "${printable(name)}"`, at));
  }
  for (const { name, required } of schema.dependentRequired ?? []) {
    if (!Object.hasOwn(value, name)) continue;
    for (const needed of required) {
      if (Object.hasOwn(value, needed.value)) continue;
      const message = `expected a property "${printable(needed.value)}" beside "${printable(name)}"`;
      own.push(fault(part, message, needed.at));
    }
  }
  const dependents = (schema.dependentSchemas ?? []).filter(({ name }) => Object.hasOwn(value, name));
  return mergeFaults([
    own,
    ...dependents.map((dependent) => judge(dependent.schema, part)),
    ...faultsOfProperties(schema, part, value, judge),
  ]);
}

function faultsOfProperties(
  schema: KeywordSchema,
  part: InstancePart,
  value: JsonObject,
  judge: InstanceJudge,
): readonly (readonly InstanceFault[])[] {
  const { patternProperties = [], additionalProperties, propertyNames } = schema;
  const declared = new Map((schema.properties ?? []).map((property) => [property.name, property.schema]));
  return Object.entries(value).flatMap(([name, member]) => {
    const inner: InstancePart = { pointer: appendToken(part.pointer, name), value: member };
    const own = declared.get(name);
    const matching = patternProperties.filter(({ pattern }) => matchesPattern(pattern.value, name));
    const judging = [...(own ? [own] : []), ...matching.map((property) => property.schema)];
    if (judging.length === 0 && additionalProperties) judging.push(additionalProperties.value);
    return [
      ...(propertyNames
        ? [judge(propertyNames.value, { pointer: inner.pointer, value: name, isName: true })]
        : []),
      ...judging.map((one) => judge(one, inner)),
    ];
  });
}

function countFaults(
  part: InstancePart,
  count: number,
  unit: string,
  least: Located<number> | undefined,
  most: Located<number> | undefined,
): InstanceFault[] {
  const faults: InstanceFault[] = [];
  if (least && count < least.value) {
    faults.push(
      fault(part, `expected at least ${String(least.value)} ${unit}, found ${String(count)}`, least.at),
    );
  }
  if (most && count > most.value) {
    faults.push(
      fault(part, `expected at most ${String(most.value)} ${unit}, found ${String(count)}`, most.at),
    );
  }
  return faults;
}
