import { NO_BRANCHES } from './facts.js';
import { fieldNamesOf, lookupField } from './fields.js';
import { elementPath, fieldPath, formatPath } from './path.js';
import type { Scope } from './scope.js';
import type { Binding, Typed } from './typed.js';
import {
  BOOL,
  describeType,
  DYN,
  joinTypes,
  kindsOf,
  membersOf,
  soleKindOf,
  withoutNull,
  type CelKind,
  type CelType,
} from './types.js';

/** A variable, or a field of `this` under its own name. */
export function checkName(name: string, offset: number, scope: Scope): Typed {
  const binding = scope.names.get(name);
  if (binding !== undefined) return variable(binding, offset, scope);
  if (scope.self !== undefined && lookupDeclared(scope.self.type, name) !== undefined) {
    return checkSelect(variable(scope.self, offset, scope), name, offset, scope);
  }
  const names = [...scope.names.keys(), ...(scope.self === undefined ? [] : fieldNamesOf(scope.self.type))];
  scope.report('rule-unknown-field', offset, {
    message: `There is no variable or field "${name}".`,
    expected: `one of ${names.join(', ')}`,
    found: name,
  });
  return unknownValue(offset);
}

function lookupDeclared(type: CelType, name: string): unknown {
  return fieldNamesOf(type).includes(name) ? lookupField(type, name) : undefined;
}

/** Stands for what could not be checked; nothing more is reported about it. */
export function unknownValue(offset: number): Typed {
  return {
    kind: 'literal',
    value: null,
    offset,
    type: DYN,
    known: DYN,
    fallible: true,
    branches: NO_BRANCHES,
  };
}

function variable(binding: Binding, offset: number, scope: Scope): Typed {
  const { type, known, path, key } = binding;
  return {
    kind: 'variable',
    binding,
    offset,
    ...narrowed(type, known, key, scope),
    fallible: false,
    branches: NO_BRANCHES,
    ...(path !== undefined && { path }),
    key,
  };
}

/** A value that was compared with null before is not null here. */
function narrowed(
  type: CelType,
  known: CelType,
  key: string | undefined,
  scope: Scope,
): Pick<Typed, 'type' | 'known'> {
  if (key === undefined || !scope.facts.has(`nonnull:${key}`)) return { type, known };
  return { type: withoutNull(type), known: withoutNull(known) };
}

type Place = Pick<Typed, 'path' | 'key'>;

function placeOf(operand: Typed, name: string): Place {
  const { path, key } = operand;
  return {
    ...(path !== undefined && { path: fieldPath(path, name) }),
    ...(key !== undefined && { key: `${key}.${JSON.stringify(name)}` }),
  };
}

/** `operand.field`, and `operand["field"]`, which may also name an undeclared key of an open object. */
export function checkSelect(
  operand: Typed,
  field: string,
  offset: number,
  scope: Scope,
  byText = false,
): Typed {
  const declared = lookupField(operand.type, field) ?? undeclared(operand, field, offset, scope, byText);
  if (declared === undefined) return { ...unknownValue(offset), ...placeOf(operand, field) };
  const known = lookupField(operand.known, field);
  const place = placeOf(operand, field);
  const present =
    known?.optional === false || (place.key !== undefined && scope.facts.has(`present:${place.key}`));
  return {
    kind: 'select',
    operand,
    field,
    offset,
    ...narrowed(declared.type, known?.sure === true ? known.type : DYN, place.key, scope),
    fallible: operand.fallible || !present,
    branches: NO_BRANCHES,
    ...place,
  };
}

function isOpen(type: CelType): boolean {
  return membersOf(type).some((member) => member.kind === 'object' && member.open);
}

/** Reports a field that the type cannot have; a text may name a key that an open object does not declare. */
function undeclared(
  operand: Typed,
  field: string,
  offset: number,
  scope: Scope,
  byText: boolean,
): { readonly type: CelType } | undefined {
  if (byText && isOpen(operand.type)) return { type: DYN };
  const names = fieldNamesOf(operand.type);
  const found = describeType(operand.type);
  if (!kindsOf(operand.type).has('map')) {
    const message = `A value of type ${found} has no fields.`;
    scope.report('rule-type', offset, { message, expected: 'an object or map', found });
    return undefined;
  }
  const object = operand.path === undefined ? 'the object' : formatPath(operand.path);
  const hint = isOpen(operand.type)
    ? ` (for an undeclared key write ${JSON.stringify(field)} in ${object})`
    : '';
  scope.report('rule-unknown-field', offset, {
    message: `There is no field "${field}" in ${object}${hint}.`,
    expected: names.length === 0 ? 'an object with that field' : `one of ${names.join(', ')}`,
    found: field,
  });
  return undefined;
}

/** `has(operand.field)`, and `"field" in operand` where the operand is an object. */
export function checkHas(operand: Typed, field: string, offset: number, scope: Scope, byText = false): Typed {
  if (lookupField(operand.type, field) === undefined) undeclared(operand, field, offset, scope, byText);
  const place = placeOf(operand, field);
  const fact = (state: string): ReadonlySet<string> =>
    new Set(place.key === undefined ? [] : [`${state}:${place.key}`]);
  return {
    kind: 'has',
    operand,
    field,
    offset,
    type: BOOL,
    known: BOOL,
    fallible: operand.fallible,
    branches: { whenTrue: fact('present'), whenFalse: fact('absent') },
    ...(place.path !== undefined && { path: place.path }),
  };
}

/** `operand[index]`: an item of a list, or an entry of a map. */
export function checkIndex(operand: Typed, index: Typed, offset: number, scope: Scope): Typed {
  const constant = index.kind === 'literal' ? index.value : undefined;
  if (typeof constant === 'string' && kindsOf(operand.type).has('map')) {
    return checkSelect(operand, constant, index.offset, scope, true);
  }
  const type = elementType(operand.type, index.type);
  if (type === undefined) {
    scope.report('rule-type', offset, {
      message: `A value of type ${describeType(operand.type)} cannot be indexed by ${describeType(index.type)}.`,
      expected: 'list[int] or map[key]',
      found: `${describeType(operand.type)}[${describeType(index.type)}]`,
    });
    return unknownValue(offset);
  }
  const { path, key } = operand;
  return {
    kind: 'index',
    operand,
    index,
    offset,
    type,
    known: elementType(operand.known, index.known) ?? DYN,
    fallible: operand.fallible || !isKeyOf(index, operand),
    branches: NO_BRANCHES,
    ...(path !== undefined && { path: elementPath(path) }),
    ...(key !== undefined && constant !== undefined && { key: `${key}[${String(constant)}]` }),
  };
}

/** `operand.all(k, operand[k] ...)`: a key of the map is there. */
function isKeyOf(index: Typed, operand: Typed): boolean {
  return index.kind === 'variable' && operand.key !== undefined && index.binding.keysOf === operand.key;
}

const LIST_INDEXES: readonly CelKind[] = ['int', 'dyn'];

/** Undefined when no alternative of the operand takes an index of that type. */
function elementType(operand: CelType, index: CelType): CelType | undefined {
  const indexes = [...kindsOf(index)];
  const found: CelType[] = [];
  for (const member of membersOf(operand)) {
    if (member.kind === 'dyn') found.push(DYN);
    if (member.kind === 'list' && indexes.some((kind) => LIST_INDEXES.includes(kind)))
      found.push(member.items);
    if (member.kind === 'map' && haveCommonKind(member.keys, index)) found.push(member.values);
    if (member.kind === 'object' && indexes.some((kind) => kind === 'string' || kind === 'dyn'))
      found.push(DYN);
  }
  return found.length === 0 ? undefined : joinTypes(found);
}

function haveCommonKind(keys: CelType, index: CelType): boolean {
  const kinds = kindsOf(index);
  return soleKindOf(keys) === 'dyn' || kinds.has('dyn') || [...kindsOf(keys)].some((kind) => kinds.has(kind));
}
