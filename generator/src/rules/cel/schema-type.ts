import type { JsonType, JsonValue, KeywordSchema, Schema, SchemaId, SchemaSet } from '../../model/index.js';
import { celInt, type CelField, type CelObjectType, type CelType } from './types.js';

const dyn: CelType = { kind: 'dyn' };

/**
 * How an `integer` without bounds inside the safe integers is seen. `int`: as what it is meant to be, to check
 * a rule. `dyn`: as a number that may have lost its last digits, to print one; code for ints would go on
 * counting where CEL reports an error.
 */
export type UnboundedIntegers = 'int' | 'dyn';

export interface CelTypeOptions {
  /** By default `int`. */
  readonly unbounded?: UnboundedIntegers;
  /** Whether strings are told apart by the values that a schema lists: comparing with another one is then an error. */
  readonly listsValues?: boolean;
}

/**
 * What a CEL rule knows of the values of a schema. The type admits at least what the schema admits: keywords
 * that only exclude values (`not`, `if`, `contains`) are left out, so that a rule is never refused for a
 * value that may occur.
 */
export function celTypeOf(schema: Schema, schemas: SchemaSet, options: CelTypeOptions = {}): CelType {
  return new CelTypes(schemas, options.unbounded ?? 'int', options.listsValues === true).of(schema);
}

class CelTypes {
  readonly #named = new Map<SchemaId, CelType>();

  constructor(
    private readonly schemas: SchemaSet,
    private readonly unbounded: UnboundedIntegers,
    private readonly listsValues: boolean,
  ) {}

  of(schema: Schema): CelType {
    if (schema.kind === 'boolean') return dyn;
    const parts = this.#parts(schema).filter((part) => part.kind !== 'dyn');
    const type = parts.length === 0 ? dyn : parts.reduce((a, b) => intersect(a, b));
    return schema.nullable === undefined ? type : union([type, { kind: 'null' }]);
  }

  /** The types that a value must have all at once. */
  #parts(schema: KeywordSchema): readonly CelType[] {
    const alternatives = (schemas: readonly Schema[]): CelType =>
      union(schemas.map((member) => this.of(member)));
    return [
      this.#own(schema),
      ...(schema.ref === undefined ? [] : [this.#reference(schema.ref.value)]),
      ...(schema.allOf?.value ?? []).map((member) => this.of(member)),
      ...(schema.anyOf === undefined ? [] : [alternatives(schema.anyOf.value)]),
      ...(schema.oneOf === undefined ? [] : [alternatives(schema.oneOf.value)]),
    ];
  }

  #own(schema: KeywordSchema): CelType {
    if (schema.const !== undefined) return this.#literals([schema.const.value]);
    if (schema.enum !== undefined) return this.#literals(schema.enum.value);
    const types = schema.type?.value ?? (schema.properties === undefined ? undefined : ['object' as const]);
    return types === undefined ? dyn : union(types.map((type) => this.#typed(type, schema)));
  }

  #literals(values: readonly JsonValue[]): CelType {
    const strings = values.filter((value) => typeof value === 'string');
    const others = values.filter((value) => typeof value !== 'string').map(literal);
    const listed: CelType = { kind: 'string', ...(this.listsValues ? { values: strings } : {}) };
    return union(strings.length === 0 ? others : [listed, ...others]);
  }

  #typed(type: JsonType, schema: KeywordSchema): CelType {
    switch (type) {
      case 'integer':
        return this.#integer(schema);
      case 'number':
        return { kind: 'double' };
      case 'boolean':
        return { kind: 'bool' };
      case 'null':
        return { kind: 'null' };
      case 'string':
        return { kind: 'string' };
      case 'array':
        return this.#list(schema);
      case 'object':
        return this.#object(schema);
    }
  }

  #integer(schema: KeywordSchema): CelType {
    const lower = schema.minimum?.value ?? schema.exclusiveMinimum?.value;
    const upper = schema.maximum?.value ?? schema.exclusiveMaximum?.value;
    const bounded = Number.isSafeInteger(lower) && Number.isSafeInteger(upper);
    return bounded || this.unbounded === 'int' ? celInt(lower, upper) : dyn;
  }

  #list(schema: KeywordSchema): CelType {
    const { items, prefixItems } = schema;
    if (items === undefined || prefixItems !== undefined) return { kind: 'list', items: dyn };
    const of = (): CelType => this.of(items.value);
    return {
      kind: 'list',
      get items() {
        return of();
      },
    };
  }

  #object(schema: KeywordSchema): CelType {
    const extra = schema.additionalProperties?.value;
    const open = schema.patternProperties !== undefined || extra?.kind !== 'boolean' || extra.value;
    if (schema.properties === undefined) {
      return { kind: 'map', keys: { kind: 'string' }, values: extra === undefined ? dyn : this.of(extra) };
    }
    const required = new Set((schema.required ?? []).map((name) => name.value));
    return {
      kind: 'object',
      open,
      fields: schema.properties.map((property) => this.#field(property.name, property.schema, required)),
    };
  }

  #field(name: string, schema: Schema, required: ReadonlySet<string>): CelField {
    const of = (): CelType => this.of(schema);
    return {
      name,
      optional: !required.has(name),
      get type() {
        return of();
      },
    };
  }

  #reference(id: SchemaId): CelType {
    const known = this.#named.get(id);
    if (known !== undefined) return known;
    const named = this.schemas.get(id);
    if (named === undefined) return dyn;
    // Fields and items are read lazily, so only a reference that leads straight to itself could loop here.
    this.#named.set(id, dyn);
    const type = this.of(named.schema);
    this.#named.set(id, type);
    return type;
  }
}

function literal(value: JsonValue): CelType {
  if (value === null) return { kind: 'null' };
  if (typeof value === 'boolean') return { kind: 'bool' };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? celInt(value, value) : { kind: 'double' };
  return dyn;
}

function union(members: readonly CelType[]): CelType {
  if (members.some((member) => member.kind === 'dyn')) return dyn;
  const [only] = members;
  return members.length === 1 && only !== undefined ? only : { kind: 'union', members };
}

/** Two types that hold at once: objects join their fields; of other pairs the first says enough. */
function intersect(a: CelType, b: CelType): CelType {
  if (a.kind !== 'object' || b.kind !== 'object') return a.kind === 'map' && b.kind === 'object' ? b : a;
  const fields = [...a.fields];
  for (const field of b.fields) {
    const place = fields.findIndex((candidate) => candidate.name === field.name);
    const known = fields[place];
    if (known === undefined) fields.push(field);
    else if (known.optional && !field.optional) fields[place] = field;
  }
  return { kind: 'object', fields, open: a.open && b.open } satisfies CelObjectType;
}
