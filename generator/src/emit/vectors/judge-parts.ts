import type { JsonValue, KeywordSchema, Schema } from '../../model/index.js';
import { fault, type Fault, type JudgeContext } from './judge.js';
import { equalityKey, isList, isObject, type JsonObject, type Way } from './json.js';

/** The keywords on arrays; the value is one. */
export function judgeArray(
  context: JudgeContext,
  schema: KeywordSchema,
  value: JsonValue,
  way: Way,
): readonly Fault[] {
  if (!isList(value)) return [];
  const { minItems, maxItems, uniqueItems, prefixItems } = schema;
  const faults: Fault[] = [];
  if (minItems && value.length < minItems.value && context.has(schema, 'minItems'))
    faults.push(fault('min_items', way, minItems.at));
  if (maxItems && value.length > maxItems.value && context.has(schema, 'maxItems'))
    faults.push(fault('max_items', way, maxItems.at));
  const isUnique = new Set(value.map(equalityKey)).size === value.length;
  if (uniqueItems && !isUnique && context.has(schema, 'uniqueItems'))
    faults.push(fault('unique_items', way, uniqueItems.at));
  const places = prefixItems?.value ?? [];
  const first = places.flatMap((inner, place) => {
    const item = value[place];
    return item === undefined ? [] : context.judge(inner, item, [...way, place]);
  });
  return [
    ...faults,
    ...first,
    ...judgeItems(context, schema, value, places.length, way),
    ...judgeContains(context, schema, value, way),
  ];
}

function judgeItems(
  context: JudgeContext,
  schema: KeywordSchema,
  value: readonly JsonValue[],
  start: number,
  way: Way,
): readonly Fault[] {
  const { items } = schema;
  if (items === undefined) return [];
  const rest = value.slice(start);
  if (items.value.kind === 'keywords') {
    return rest.flatMap((item, place) => context.judge(items.value, item, [...way, start + place]));
  }
  const isBroken = !items.value.value && rest.length > 0 && context.has(schema, 'items');
  return isBroken ? [fault('items', way, items.at)] : [];
}

function judgeContains(
  context: JudgeContext,
  schema: KeywordSchema,
  value: readonly JsonValue[],
  way: Way,
): readonly Fault[] {
  const { contains, minContains, maxContains } = schema;
  if (contains === undefined) return [];
  const matching = value.filter(
    (item, place) => context.judge(contains.value, item, [...way, place]).length === 0,
  ).length;
  const faults: Fault[] = [];
  const least = minContains?.value ?? 1;
  if (matching < least && context.has(schema, minContains ? 'minContains' : 'contains')) {
    faults.push(fault(minContains ? 'min_contains' : 'contains', way, minContains?.at ?? contains.at));
  }
  if (maxContains && matching > maxContains.value && context.has(schema, 'maxContains')) {
    faults.push(fault('max_contains', way, maxContains.at));
  }
  return faults;
}

/** The keywords on objects; the value is one. */
export function judgeObject(
  context: JudgeContext,
  schema: KeywordSchema,
  value: JsonValue,
  way: Way,
): readonly Fault[] {
  if (!isObject(value)) return [];
  return [
    ...judgeSize(context, schema, value, way),
    ...judgeMembers(context, schema, value, way),
    ...judgeDependents(context, schema, value, way),
    ...judgeNames(context, schema, value, way),
  ];
}

function judgeSize(
  context: JudgeContext,
  schema: KeywordSchema,
  value: JsonObject,
  way: Way,
): readonly Fault[] {
  const { minProperties, maxProperties } = schema;
  const size = Object.keys(value).length;
  const faults: Fault[] = [];
  if (minProperties && size < minProperties.value && context.has(schema, 'minProperties'))
    faults.push(fault('min_properties', way, minProperties.at));
  if (maxProperties && size > maxProperties.value && context.has(schema, 'maxProperties'))
    faults.push(fault('max_properties', way, maxProperties.at));
  return faults;
}

function judgeMembers(
  context: JudgeContext,
  schema: KeywordSchema,
  value: JsonObject,
  way: Way,
): readonly Fault[] {
  const faults: Fault[] = [];
  for (const { value: name, at } of schema.required ?? []) {
    if (!Object.hasOwn(value, name) && context.has(schema, 'required', name)) {
      faults.push(fault('required', [...way, name], at));
    }
  }
  if (schema.properties === undefined) return faults;
  const declared = propertiesOf(schema);
  for (const name of Object.keys(value)) {
    const inner = declared.get(name);
    if (inner !== undefined) faults.push(...context.judge(inner, value[name] ?? null, [...way, name]));
  }
  return faults;
}

const known = new WeakMap<KeywordSchema, ReadonlyMap<string, Schema>>();

/** The declared members by name; kept, because a schema is judged many times. */
function propertiesOf(schema: KeywordSchema): ReadonlyMap<string, Schema> {
  let properties = known.get(schema);
  if (properties === undefined) {
    properties = new Map((schema.properties ?? []).map((property) => [property.name, property.schema]));
    known.set(schema, properties);
  }
  return properties;
}

function judgeDependents(
  context: JudgeContext,
  schema: KeywordSchema,
  value: JsonObject,
  way: Way,
): readonly Fault[] {
  const required = (schema.dependentRequired ?? [])
    .filter(({ name }) => Object.hasOwn(value, name))
    .flatMap(({ name, required: names }) =>
      names
        .filter((other) => !Object.hasOwn(value, other.value))
        .filter((other) => context.has(schema, 'dependentRequired', `${name}/${other.value}`))
        .map((other) => fault('dependent_required', [...way, other.value], other.at)),
    );
  const schemas = (schema.dependentSchemas ?? []).filter(({ name }) => Object.hasOwn(value, name));
  return [...required, ...schemas.flatMap((dependent) => context.judge(dependent.schema, value, way))];
}

/** `propertyNames`, `patternProperties` and `additionalProperties`. */
function judgeNames(
  context: JudgeContext,
  schema: KeywordSchema,
  value: JsonObject,
  way: Way,
): readonly Fault[] {
  const { propertyNames, patternProperties = [], additionalProperties } = schema;
  if ((propertyNames ?? additionalProperties) === undefined && patternProperties.length === 0) return [];
  const declared = propertiesOf(schema);
  return Object.keys(value).flatMap((name) => {
    const inner = [...way, name];
    const member = value[name] ?? null;
    const faults: Fault[] = [];
    if (propertyNames && context.has(schema, 'propertyNames')) {
      const isValid = context.judge(propertyNames.value, name, inner).length === 0;
      if (!isValid) faults.push(fault('property_names', inner, propertyNames.at));
    }
    const matching = patternProperties.filter(({ pattern }) => new RegExp(pattern.value, 'u').test(name));
    faults.push(...matching.flatMap((entry) => context.judge(entry.schema, member, inner)));
    if (additionalProperties === undefined || declared.has(name) || matching.length > 0) return faults;
    if (additionalProperties.value.kind === 'keywords') {
      faults.push(...context.judge(additionalProperties.value, member, inner));
    } else if (!additionalProperties.value.value && context.has(schema, 'additionalProperties')) {
      faults.push(fault('additional_properties', inner, additionalProperties.at));
    }
    return faults;
  });
}
