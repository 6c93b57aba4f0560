import { diagnose, printable } from '../../diagnostics/index.js';
import type { MappingEntry } from '../../load/index.js';
import type { SchemaDialect } from './dialect.js';
import { jsonOf } from './json-value.js';
import { readBoolean, readString, refuseValue } from './keyword-values.js';
import type { KeywordReader, KeywordReaders, SchemaDraft, SchemaScope } from './scope.js';

/** What `$schema` may name in each dialect, without an empty fragment. */
const metaschemas: Readonly<Record<SchemaDialect, readonly string[]>> = {
  'draft-07': ['http://json-schema.org/draft-07/schema', 'https://json-schema.org/draft-07/schema'],
  'asyncapi-2': ['http://json-schema.org/draft-07/schema', 'https://json-schema.org/draft-07/schema'],
  '2020-12': ['https://json-schema.org/draft/2020-12/schema'],
  'openapi-3.1': [
    'https://spec.openapis.org/oas/3.1/dialect/base',
    'https://json-schema.org/draft/2020-12/schema',
  ],
};

/** Keywords that describe and do not constrain. Those that no emitter prints are checked for their form only. */
export const annotationReaders: KeywordReaders = new Map<string, KeywordReader>([
  ['title', textReader('title')],
  ['description', textReader('description')],
  ['deprecated', readDeprecated],
  ['default', readDefault],
  ['examples', readExamples],
  ['example', readExample],
  ['format', readFormat],
  ['$schema', readMetaschema],
  ['$comment', formOnly(readString)],
  ['contentEncoding', formOnly(readString)],
  ['contentMediaType', formOnly(readString)],
  ['readOnly', formOnly(readBoolean)],
  ['writeOnly', formOnly(readBoolean)],
  ['externalDocs', objectOnly],
  ['xml', objectOnly],
]);

function textReader(keyword: 'title' | 'description'): KeywordReader {
  return (draft, entry, scope) => {
    const text = readString(entry, scope);
    if (text) draft[keyword] = text.value;
  };
}

function readDeprecated(draft: SchemaDraft, entry: MappingEntry, scope: SchemaScope): void {
  const deprecated = readBoolean(entry, scope);
  if (deprecated) draft.deprecated = deprecated.value;
}

function formOnly(read: (entry: MappingEntry, scope: SchemaScope) => unknown): KeywordReader {
  return (_draft, entry, scope) => {
    read(entry, scope);
  };
}

function objectOnly(_draft: SchemaDraft, entry: MappingEntry, scope: SchemaScope): void {
  if (entry.value.kind !== 'mapping') refuseValue(entry.key, entry.value, 'an object', scope);
}

function readDefault(draft: SchemaDraft, { value }: MappingEntry, scope: SchemaScope): void {
  draft.default = { value: jsonOf(value, scope.report), at: value.span };
}

function readExamples(draft: SchemaDraft, { key, value }: MappingEntry, scope: SchemaScope): void {
  if (value.kind !== 'sequence') {
    refuseValue(key, value, 'a list', scope);
    return;
  }
  const examples = value.items.map((item) => ({ value: jsonOf(item, scope.report), at: item.span }));
  draft.examples = [...(draft.examples ?? []), ...examples];
}

function readExample(draft: SchemaDraft, { value }: MappingEntry, scope: SchemaScope): void {
  draft.examples = [...(draft.examples ?? []), { value: jsonOf(value, scope.report), at: value.span }];
}

function readFormat(draft: SchemaDraft, entry: MappingEntry, scope: SchemaScope): void {
  const format = readString(entry, scope);
  if (format === undefined) return;
  draft.format = format;
  const message = `The format "${printable(format.value)}" is documented; validators do not check it.`;
  scope.report(diagnose('ignored-format', format.at, { message }));
}

function readMetaschema(_draft: SchemaDraft, entry: MappingEntry, scope: SchemaScope): void {
  const named = readString(entry, scope);
  const accepted = metaschemas[scope.dialect];
  if (named === undefined || accepted.includes(named.value.replace(/#$/, ''))) return;
  refuseValue('$schema', entry.value, `"${accepted[0] ?? ''}"`, scope);
}
