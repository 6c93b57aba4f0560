import {
  diagnose,
  printable,
  type Diagnostic,
  type DiagnosticDetails,
  type Span,
} from '../../diagnostics/index.js';
import { entryOf, type MappingEntry } from '../../load/index.js';
import type { Schema, SchemaId } from '../../model/index.js';
import { checkRanges } from './check-ranges.js';
import { describeNode } from './describe-node.js';
import { isIgnorable, keywordsOf, referenceHidesSiblings, replacementFor } from './dialect.js';
import { maxDepth, tooDeep } from './json-value.js';
import { readString } from './keyword-values.js';
import { annotationReaders } from './read-annotations.js';
import { applicatorReaders } from './read-applicators.js';
import { assertionReaders } from './read-assertions.js';
import { readDiscriminator } from './read-discriminator.js';
import type { SchemaIndex } from './schema-index.js';
import type { SchemaPlace } from './schema-place.js';
import type { KeywordReaders, SchemaDraft, SchemaScope } from './scope.js';

export interface BuildContext {
  readonly index: SchemaIndex;
  readonly report: (diagnostic: Diagnostic) => void;
  /** The different patterns of the run so far. */
  readonly patterns: Set<string>;
  /** The id of the schema that a reference inside `from` names, which is built too; undefined when reported. */
  readonly refer: (from: SchemaPlace, reference: string, span: Span) => SchemaId | undefined;
}

const readers: KeywordReaders = new Map([
  ...annotationReaders,
  ...assertionReaders,
  ...applicatorReaders,
  ['discriminator', readDiscriminator],
]);

/** Reads the schema at a place, with the schemas inside it; references become ids. */
export function buildSchema(place: SchemaPlace, context: BuildContext, depth = 0): Schema {
  const { node } = place;
  if (node.kind === 'scalar' && typeof node.value === 'boolean') {
    return { kind: 'boolean', value: node.value, at: node.span };
  }
  if (node.kind !== 'mapping' || depth > maxDepth) {
    const expected = 'an object, `true` or `false`';
    const details = { message: 'This is no schema.', expected, found: describeNode(node) };
    context.report(
      node.kind === 'mapping' ? tooDeep(node.span) : diagnose('keyword-value', node.span, details),
    );
    return { kind: 'boolean', value: true, at: node.span };
  }
  const { dialect, file } = place.document;
  const scope: SchemaScope = {
    node,
    dialect,
    isYaml: /\.ya?ml$/i.test(file),
    report: context.report,
    patterns: context.patterns,
    subschema: (child, ...tokens) =>
      buildSchema(context.index.inside(place, child, tokens), context, depth + 1),
    reference: (reference, span) => context.refer(place, reference, span),
  };
  const draft: SchemaDraft = { kind: 'keywords', at: node.span };
  if (readReference(draft, scope) && referenceHidesSiblings(dialect)) {
    for (const entry of node.entries) reportHidden(entry, scope);
    return draft;
  }
  for (const entry of node.entries) readKeyword(draft, entry, scope);
  finish(draft, scope);
  return draft;
}

/** Returns whether the schema has a reference, sound or not. */
function readReference(draft: SchemaDraft, scope: SchemaScope): boolean {
  const entry = entryOf(scope.node, '$ref');
  const reference = entry && readString(entry, scope);
  if (reference === undefined) return false;
  const id = scope.reference(reference.value, reference.at);
  if (id !== undefined) draft.ref = { value: id, at: reference.at };
  return true;
}

function readKeyword(draft: SchemaDraft, entry: MappingEntry, scope: SchemaScope): void {
  if (keywordsOf(scope.dialect).has(entry.key)) {
    readers.get(entry.key)?.(draft, entry, scope);
  } else if (!isIgnorable(entry.key, scope.dialect)) {
    const details: DiagnosticDetails = {
      message: `\`${printable(entry.key)}\` is not a keyword that is compiled here.`,
    };
    const expected = replacementFor(entry.key);
    scope.report(
      diagnose('unsupported-keyword', entry.keySpan, expected ? { ...details, expected } : details),
    );
  }
}

/** What stands beside a reference and would constrain has no effect in draft-07, which few authors expect. */
function reportHidden(entry: MappingEntry, scope: SchemaScope): void {
  if (!assertionReaders.has(entry.key) && !applicatorReaders.has(entry.key)) return;
  if (!keywordsOf(scope.dialect).has(entry.key) || keywordsOf(scope.dialect).get(entry.key) === 'definitions')
    return;
  const message = `\`${entry.key}\` has no effect beside \`$ref\`.`;
  const expected = '`allOf` with the reference and the keyword';
  scope.report(diagnose('lint-ref-sibling', entry.keySpan, { message, expected }));
}

function finish(draft: SchemaDraft, scope: SchemaScope): void {
  checkRanges(draft, scope);
  // Without `if`, the branches apply to nothing (draft-07 validation, section 6.6).
  if (draft.if === undefined) {
    delete draft.then;
    delete draft.else;
  }
  if (draft.nullable && draft.enum && !draft.enum.value.includes(null)) {
    const message = '`nullable` admits null although the enum does not list it.';
    const related = [{ span: draft.enum.at, message: 'the enum' }];
    scope.report(diagnose('nullable-enum', draft.nullable.at, { message, related }));
  }
}
