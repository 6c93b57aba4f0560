import type {
  JsonType,
  JsonValue,
  KeywordSchema,
  NamedSchema,
  Schema,
  SchemaId,
  SchemaSet,
} from '../../../model/index.js';
import { isPureReference } from './assertions.js';

/** What a JSON value is at first sight; every number is one kind. */
export type Kind = Exclude<JsonType, 'integer'>;

export const kinds: readonly Kind[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

/** A value that `===` compares as JSON does. */
export type JsonScalar = null | boolean | number | string;

export function kindOf(value: JsonValue): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as 'boolean' | 'number' | 'string' | 'object';
}

export function isScalar(value: JsonValue): value is JsonScalar {
  return value === null || typeof value !== 'object';
}

export function isOfType(value: JsonValue, types: readonly JsonType[]): boolean {
  return types.some((type) => (type === 'integer' ? Number.isInteger(value) : type === kindOf(value)));
}

/** The values that a schema lists, by `const` or `enum`. */
export function listedValues(schema: KeywordSchema): readonly JsonValue[] | undefined {
  return schema.const === undefined ? schema.enum?.value : [schema.const.value];
}

/** What can be told of schemas without a value. */
export class SchemaFacts {
  readonly #kinds = new Map<Schema, ReadonlySet<Kind>>();

  constructor(readonly schemas: SchemaSet) {}

  named(id: SchemaId): NamedSchema {
    const named = this.schemas.get(id);
    if (named === undefined) throw new Error(`The schema set has no schema ${id}.`);
    return named;
  }

  /** The schema itself, or the one that it is nothing but a reference to. */
  target(schema: Schema): Schema {
    return isPureReference(schema) ? this.named(schema.ref.value).schema : schema;
  }

  /** The kinds of the values that may be valid; never too few. */
  kindsOf(schema: Schema): ReadonlySet<Kind> {
    const known = this.#kinds.get(schema);
    if (known !== undefined) return known;
    // Until it is known; read only if a reference leads back here without a value in between.
    this.#kinds.set(schema, new Set(kinds));
    const found = schema.kind === 'boolean' ? new Set(schema.value ? kinds : []) : this.#keywordKinds(schema);
    this.#kinds.set(schema, found);
    return found;
  }

  #keywordKinds(schema: KeywordSchema): ReadonlySet<Kind> {
    const limits: Iterable<Kind>[] = [];
    if (schema.type !== undefined) limits.push(schema.type.value.map(kindOfType));
    if (schema.enum !== undefined) limits.push(schema.enum.value.map(kindOf));
    if (schema.const !== undefined) limits.push([kindOf(schema.const.value)]);
    if (schema.ref !== undefined) limits.push(this.kindsOf(this.named(schema.ref.value).schema));
    limits.push(...(schema.allOf?.value ?? []).map((branch) => this.kindsOf(branch)));
    for (const union of [schema.anyOf, schema.oneOf]) {
      if (union !== undefined) limits.push(union.value.flatMap((branch) => [...this.kindsOf(branch)]));
    }
    const found = limits.reduce<ReadonlySet<Kind>>(
      (left, right) => intersection(left, right),
      new Set(kinds),
    );
    return schema.nullable === undefined ? found : new Set<Kind>([...found, 'null']);
  }

  /**
   * Whether the emitted check of a schema is false for `undefined` as well, so that a required property needs
   * no check of its own.
   */
  rejectsAbsence(schema: Schema, seen: ReadonlySet<Schema> = new Set()): boolean {
    if (schema.kind === 'boolean' || seen.has(schema)) return false;
    if (schema.type !== undefined || listedValues(schema) !== undefined) return true;
    const inner = new Set([...seen, schema]);
    const rejects = (branch: Schema): boolean => this.rejectsAbsence(branch, inner);
    if (schema.ref !== undefined && rejects(this.named(schema.ref.value).schema)) return true;
    if (schema.allOf?.value.some(rejects)) return true;
    return [schema.anyOf, schema.oneOf].some((union) => union?.value.every(rejects) ?? false);
  }
}

export function kindOfType(type: JsonType): Kind {
  return type === 'integer' ? 'number' : type;
}

function intersection(left: ReadonlySet<Kind>, right: Iterable<Kind>): ReadonlySet<Kind> {
  return new Set([...right].filter((kind) => left.has(kind)));
}
