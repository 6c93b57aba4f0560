/**
 * What a rule knows of the values it reads: a small structural type language, derived from a JSON Schema.
 *
 * Every type describes a JSON value as `JSON.parse` returns it. A recursive schema is a cycle: make `fields` or
 * `items` a getter; nothing here walks deeper than a rule reads.
 */
export type CelType =
  | CelIntType
  | CelStringType
  | CelListType
  | CelMapType
  | CelObjectType
  | CelUnionType
  | { readonly kind: 'double' | 'bool' | 'null' | 'dyn' };

/** A JSON integer (`type: integer`); bounds are inclusive and lie within the safe integers. */
export interface CelIntType {
  readonly kind: 'int';
  readonly minimum: bigint;
  readonly maximum: bigint;
}

export interface CelStringType {
  readonly kind: 'string';
  /** The only strings that occur (`enum`, `const`): comparing with another one is a type error. */
  readonly values?: readonly string[];
  /** Set by the checker for literals: two of them may well differ. */
  readonly constant?: true;
}

export interface CelListType {
  readonly kind: 'list';
  readonly items: CelType;
}

/** An object without declared properties (`additionalProperties: <values>`), or a CEL map literal. */
export interface CelMapType {
  readonly kind: 'map';
  /** `string` for every JSON object; a map literal may have other keys. */
  readonly keys: CelType;
  readonly values: CelType;
}

export interface CelObjectType {
  readonly kind: 'object';
  readonly fields: readonly CelField[];
  /**
   * Whether keys beyond `fields` may occur. A select of an undeclared field (`this.x`, `has(this.x)`) is an error
   * in both cases, since it is nearly always a misspelling; an open object may be asked by text: `"x" in this`.
   */
  readonly open: boolean;
}

export interface CelField {
  readonly name: string;
  /** The type of the value when the field is there; a nullable field is a union with `null`. */
  readonly type: CelType;
  readonly optional: boolean;
}

/** One of several types: `anyOf`, `oneOf`, several `type` names, `nullable`. */
export interface CelUnionType {
  readonly kind: 'union';
  readonly members: readonly CelType[];
}

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** `type: integer` with the bounds of its schema, if any: clamped to the safe integers. */
export function celInt(minimum?: number, maximum?: number): CelIntType {
  return {
    kind: 'int',
    minimum: minimum === undefined ? -SAFE : toSafe(Math.ceil(minimum)),
    maximum: maximum === undefined ? SAFE : toSafe(Math.floor(maximum)),
  };
}

function toSafe(bound: number): bigint {
  if (Number.isSafeInteger(bound)) return BigInt(bound);
  return bound < 0 ? -SAFE : SAFE;
}

/** What CEL tells apart at run time, plus `dyn`: anything. A JSON object is a map, with or without declared fields. */
export type CelKind = 'int' | 'double' | 'string' | 'bool' | 'null' | 'list' | 'map' | 'dyn';

export const DYN: CelType = { kind: 'dyn' };
export const BOOL: CelType = { kind: 'bool' };
export const STRING: CelType = { kind: 'string' };
export const DOUBLE: CelType = { kind: 'double' };

/** The alternatives of a type; none of them is a union, and there is at least one. */
export function membersOf(type: CelType): readonly CelType[] {
  if (type.kind !== 'union') return [type];
  const members = type.members.flatMap(membersOf);
  return members.length === 0 ? [DYN] : members;
}

export function kindOf(type: Exclude<CelType, CelUnionType>): CelKind {
  return type.kind === 'object' ? 'map' : type.kind;
}

export function kindsOf(type: CelType): ReadonlySet<CelKind> {
  return new Set(membersOf(type).map((member) => (member.kind === 'union' ? 'dyn' : kindOf(member))));
}

/** The kind of a type that has only one, `dyn` otherwise. */
export function soleKindOf(type: CelType): CelKind {
  const [first, second] = [...kindsOf(type)];
  return first === undefined || second !== undefined ? 'dyn' : first;
}

/** The type without `null`, for where a value is known not to be null. */
export function withoutNull(type: CelType): CelType {
  if (type.kind !== 'union') return type;
  const members = membersOf(type).filter((member) => member.kind !== 'null');
  const [only] = members;
  return members.length === 1 && only !== undefined ? only : { kind: 'union', members };
}

/** How many levels of lists and maps two types are compared in before their contents count as `dyn`. */
const MAX_JOIN_DEPTH = 8;

/** The least type that admits the values of all. */
export function joinTypes(types: readonly CelType[], depth = 0): CelType {
  const [first] = types;
  if (first === undefined || depth > MAX_JOIN_DEPTH) return DYN;
  if (types.every((type) => type === first)) return first;
  const members = types.flatMap(membersOf);
  if (members.some((member) => member.kind === 'dyn')) return DYN;
  const joined: CelType[] = [];
  for (const member of members) {
    const place = joined.findIndex((other) => other.kind === member.kind && isMergeable(other, member));
    const other = joined[place];
    if (other === undefined) joined.push(member);
    else joined[place] = merge(other, member, depth + 1);
  }
  const [only] = joined;
  return joined.length === 1 && only !== undefined ? only : { kind: 'union', members: joined };
}

function isMergeable(a: CelType, b: CelType): boolean {
  return a.kind !== 'object' || a === b;
}

function merge(a: CelType, b: CelType, depth: number): CelType {
  if (a.kind === 'int' && b.kind === 'int') {
    const minimum = a.minimum < b.minimum ? a.minimum : b.minimum;
    return { kind: 'int', minimum, maximum: a.maximum > b.maximum ? a.maximum : b.maximum };
  }
  if (a.kind === 'string' && b.kind === 'string') {
    const known = a.values !== undefined && b.values !== undefined;
    const constant = a.constant === true && b.constant === true;
    const values = known ? [...new Set([...a.values, ...b.values])] : undefined;
    return { kind: 'string', ...(values !== undefined && { values }), ...(constant && { constant }) };
  }
  if (a.kind === 'list' && b.kind === 'list') {
    return { kind: 'list', items: joinTypes([a.items, b.items], depth) };
  }
  if (a.kind === 'map' && b.kind === 'map') {
    const keys = joinTypes([a.keys, b.keys], depth);
    return { kind: 'map', keys, values: joinTypes([a.values, b.values], depth) };
  }
  return a;
}

/** As messages name a type: `list(int)`, `string or null`, `object`. */
export function describeType(type: CelType, depth = 0): string {
  if (depth > 3) return 'dyn';
  const describe = (part: CelType): string => describeType(part, depth + 1);
  if (type.kind === 'list') return `list(${describe(type.items)})`;
  if (type.kind === 'map') return `map(${describe(type.keys)}, ${describe(type.values)})`;
  if (type.kind === 'union') return [...new Set(membersOf(type).map(describe))].join(' or ');
  return type.kind;
}
