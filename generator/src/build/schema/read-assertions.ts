import { diagnose, printable } from '../../diagnostics/index.js';
import type { DataNode, MappingEntry } from '../../load/index.js';
import type { JsonType, JsonValue, Located } from '../../model/index.js';
import { describeNode } from './describe-node.js';
import { hasType, jsonTypes } from './json-type.js';
import { jsonOf } from './json-value.js';
import {
  readBoolean,
  readCount,
  readNames,
  readNumber,
  readString,
  readStrings,
  refuseValue,
} from './keyword-values.js';
import { readPattern } from './read-pattern.js';
import type { KeywordReader, KeywordReaders, SchemaDraft, SchemaScope } from './scope.js';

type NumberKeyword = 'maximum' | 'exclusiveMaximum' | 'minimum' | 'exclusiveMinimum';

type CountKeyword =
  | 'maxLength'
  | 'minLength'
  | 'maxItems'
  | 'minItems'
  | 'maxProperties'
  | 'minProperties'
  | 'minContains'
  | 'maxContains';

/** Keywords that a value itself must satisfy, without a subschema. */
export const assertionReaders: KeywordReaders = new Map<string, KeywordReader>([
  ['type', readType],
  ['enum', readEnum],
  ['const', readConst],
  ['multipleOf', readMultipleOf],
  ...(['maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'] as const).map(numberReader),
  ...(['maxLength', 'minLength', 'maxItems', 'minItems'] as const).map(countReader),
  ...(['maxProperties', 'minProperties', 'minContains', 'maxContains'] as const).map(countReader),
  ['pattern', readPatternKeyword],
  ['uniqueItems', readUniqueItems],
  ['required', readRequired],
  ['dependentRequired', readDependentRequired],
  ['nullable', readNullable],
]);

function numberReader(keyword: NumberKeyword): [string, KeywordReader] {
  return [
    keyword,
    (draft, entry, scope) => {
      const limit = readNumber(entry, scope);
      if (limit) draft[keyword] = limit;
    },
  ];
}

function countReader(keyword: CountKeyword): [string, KeywordReader] {
  return [
    keyword,
    (draft, entry, scope) => {
      const count = readCount(entry, scope);
      if (count) draft[keyword] = count;
    },
  ];
}

function readMultipleOf(draft: SchemaDraft, entry: MappingEntry, scope: SchemaScope): void {
  const divisor = readNumber(entry, scope);
  if (divisor === undefined) return;
  if (divisor.value > 0) draft.multipleOf = divisor;
  else refuseValue(entry.key, entry.value, 'a number above 0', scope);
}

function readType(draft: SchemaDraft, { key, value }: MappingEntry, scope: SchemaScope): void {
  if (value.kind === 'scalar') {
    const type = jsonTypes.find((known) => known === value.value);
    if (type) draft.type = { value: [type], at: value.span };
    else refuseValue(key, value, jsonTypes.join(', '), scope);
    return;
  }
  if (value.kind === 'mapping' || value.items.length === 0) {
    refuseValue(key, value, 'a type, or a list of types', scope);
    return;
  }
  const types: JsonType[] = [];
  for (const name of readStrings(key, value, scope)) {
    const type = jsonTypes.find((known) => known === name.value);
    if (type) types.push(type);
    else refuseUnknownType(name, scope);
  }
  if (types.length > 0) draft.type = { value: types, at: value.span };
}

function refuseUnknownType(name: Located<string>, scope: SchemaScope): void {
  const message = '`type` lists something that is no JSON type.';
  const found = `"${printable(name.value)}"`;
  scope.report(diagnose('keyword-value', name.at, { message, expected: jsonTypes.join(', '), found }));
}

function readEnum(draft: SchemaDraft, { key, value }: MappingEntry, scope: SchemaScope): void {
  if (value.kind !== 'sequence' || value.items.length === 0) {
    refuseValue(key, value, 'a list of at least one value', scope);
    return;
  }
  const members = value.items.map((item) => {
    const member = jsonOf(item, scope.report);
    checkAgainstType(member, item, scope);
    return member;
  });
  draft.enum = { value: members, at: value.span };
}

function readConst(draft: SchemaDraft, { value }: MappingEntry, scope: SchemaScope): void {
  const constant = jsonOf(value, scope.report);
  draft.const = { value: constant, at: value.span };
  checkAgainstType(constant, value, scope);
}

/**
 * A listed value that `type` excludes is dead: most often YAML read a word as something else (`no`, `1.10`), or a
 * null lacks its type. The official draft-07 reading has no such check.
 */
function checkAgainstType(value: JsonValue, node: DataNode, scope: SchemaScope): void {
  const typeNode = scope.node.entries.find((entry) => entry.key === 'type')?.value;
  if (scope.dialect === 'draft-07' || typeNode === undefined || isRefusedNumber(value, node)) return;
  const listed = typeNode.kind === 'sequence' ? typeNode.items : [typeNode];
  const types = listed.flatMap((item) => (item.kind === 'scalar' ? [item.value] : []));
  const nullable = scope.node.entries.some(isNullable);
  // A name that is no type excludes nothing: it is told of where it stands.
  const known = types.map((name) => jsonTypes.find((type) => type === name));
  if (known.some((type) => type === undefined || hasType(value, type))) return;
  if (nullable && value === null) return;
  const message = 'The schema lists a value that its own `type` excludes.';
  const expected = types.map(String).join(' or ');
  scope.report(diagnose('keyword-value', node.span, { message, expected, found: describeNode(node) }));
}

/** A number that could not be taken over has been reported as such. */
function isRefusedNumber(value: JsonValue, node: DataNode): boolean {
  return value === null && node.kind === 'scalar' && typeof node.value === 'number';
}

function isNullable({ key, value }: MappingEntry): boolean {
  return key === 'nullable' && value.kind === 'scalar' && value.value === true;
}

function readPatternKeyword(draft: SchemaDraft, entry: MappingEntry, scope: SchemaScope): void {
  const pattern = readString(entry, scope);
  const checked = pattern && readPattern(pattern, scope);
  if (checked) draft.pattern = checked;
}

function readUniqueItems(draft: SchemaDraft, entry: MappingEntry, scope: SchemaScope): void {
  const unique = readBoolean(entry, scope);
  if (unique?.value === true) draft.uniqueItems = { value: true, at: unique.at };
}

function readRequired(draft: SchemaDraft, { key, value }: MappingEntry, scope: SchemaScope): void {
  draft.required = readNames(key, value, scope);
}

function readDependentRequired(draft: SchemaDraft, { key, value }: MappingEntry, scope: SchemaScope): void {
  if (value.kind !== 'mapping') {
    refuseValue(key, value, 'an object of lists of names', scope);
    return;
  }
  draft.dependentRequired = value.entries.map((entry) => ({
    name: entry.key,
    at: entry.keySpan,
    required: readNames(key, entry.value, scope),
  }));
}

function readNullable(draft: SchemaDraft, entry: MappingEntry, scope: SchemaScope): void {
  const nullable = readBoolean(entry, scope);
  if (nullable?.value === true) draft.nullable = { value: true, at: nullable.at };
}
