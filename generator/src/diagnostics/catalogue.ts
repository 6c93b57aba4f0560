/** `error`: nothing is written. `warning`: a smell, reported by `lint`. `note`: a documented reading. */
export type Severity = 'error' | 'warning' | 'note';

interface CatalogueEntry {
  readonly severity: Severity;
  /** What the code means, for `profilegen explain` and the documentation. */
  readonly summary: string;
}

function entries<const Codes extends Record<string, CatalogueEntry>>(codes: Codes): Codes {
  return codes;
}

const error = (summary: string): CatalogueEntry => ({ severity: 'error', summary });
const warning = (summary: string): CatalogueEntry => ({ severity: 'warning', summary });
const note = (summary: string): CatalogueEntry => ({ severity: 'note', summary });

/** Every finding that profilegen can report. A code is stable: users filter and ignore by it. */
export const catalogue = entries({
  // Reading files
  'file-unreadable': error('The file cannot be read.'),
  'file-too-large': error('The file is larger than profilegen reads.'),
  'line-too-long': error('A line of a Markdown document is longer than profilegen reads.'),
  'no-specification': error('The specs folder holds no specification.'),
  'file-encoding': error('The file is not valid UTF-8, or holds control characters.'),
  syntax: error('The text is not well-formed JSON, YAML or Markdown.'),
  'duplicate-key': error('A mapping states the same key twice.'),
  'depth-limit': error('The document is nested deeper than profilegen reads.'),
  'size-limit': error('A mapping or list has more members than profilegen reads.'),
  'alias-limit': error('The document repeats itself through aliases beyond the limit.'),
  'document-kind': error('The document is not of the kind that its name or place says.'),
  'invalid-document': error('The document breaks the schema of its own kind.'),
  // Tables
  'unknown-header': error('A table has a header that nearly matches a known one.'),
  'row-width': error('A table row has more or fewer cells than its header.'),
  'cell-form': error('A table cell is not written in the form that its column takes.'),
  'duplicate-row': error('Two rows of a table state the same thing twice or contradict each other.'),
  'name-form': error('A name does not follow the grammar of its kind.'),
  // References and schemas
  'ref-outside': error('A $ref leaves the folder of its specification, or names a network address.'),
  'ref-unresolved': error('A $ref points at nothing.'),
  'ref-cycle': error('A $ref leads back to itself without a value in between.'),
  'unsupported-keyword': error('A schema keyword that profilegen does not compile.'),
  'keyword-value': error('A schema keyword has a value that it does not take.'),
  'pattern-invalid': error('A pattern is not an ECMA-262 regular expression.'),
  'pattern-backtracking': error('A pattern takes cubic to exponential time on some input.'),
  'ref-expansion': error('References multiply: one value would be checked against too many schemas.'),
  'number-range': error('A number cannot be represented exactly.'),
  'unsatisfiable-schema': error('No value can satisfy the schema.'),
  'example-invalid': error('An example breaks the schema that it illustrates.'),
  // Linking
  'missing-type': error('A field that a table names has no type.'),
  'missing-property': error('A required property is not among the properties of its schema.'),
  'missing-fields': error('An event type states no fields.'),
  'missing-operation': error('A level or capability needs an operation that is not declared.'),
  'missing-code': error('A rule states no code.'),
  'unknown-name': error('A name refers to nothing that is declared.'),
  'name-collision': error('Two names become the same identifier.'),
  'package-name': error('The folder of a specification is not a usable package name.'),
  'identity-conflict': error('Two places state different identities for one profile.'),
  // Rules
  'rule-syntax': error('A rule condition or constraint cannot be parsed.'),
  'rule-type': error('A rule condition has a type error.'),
  'rule-constant': error('A comparison in a rule has the same result for every value.'),
  'rule-unsupported': error('A rule uses a function or template that profilegen does not compile.'),
  'rule-unknown-field': error('A rule refers to a field that its type does not declare.'),
  'rule-unknown-symbol': error('An order rule refers to a symbol that is not declared.'),
  'rule-conflict': error('The order rules admit no trace.'),
  'rule-limit': error('The order rules of a scope combine in more ways than profilegen compiles.'),
  'rule-unmatched-symbol': error('No message matches a symbol that order rules name.'),
  'rule-vacuous': error('No trace can break an order rule.'),
  'recipe-parameter': error('A recipe uses a parameter that it does not define.'),
  // Configuration and output
  config: error('The configuration file is not valid.'),
  'output-unsafe': error('The output folder cannot be written safely.'),
  'output-foreign': error('A file that profilegen did not write stands in the way.'),
  'output-unwritable': error('The output folder cannot be read or written.'),
  'output-locked': error('Another run is writing the output folder.'),
  'internal-type-check': error('An emitted file does not type-check; this is a fault of profilegen.'),
  'hook-missing': note('A file of the user lacks a hook that the generated code offers.'),
  // Documented readings
  'nullable-enum': note('`nullable: true` admits null although the enum does not list it.'),
  'renamed-identifier': note('A name was changed to become a usable identifier.'),
  'ignored-format': note('`format` is an annotation: it is documented and not checked.'),
  // Rows that outlived what they speak of
  'dangling-reference': warning(
    'A row refers to an operation, event or value that the document no longer has; it is left out.',
  ),
  // Conformance vectors
  'adapter-left-out': warning('An adapter is left out: its profile lacks what it is made of.'),
  'rule-without-vector': warning(
    'No conformance vector covers a rule: nothing valid reaches it, or nothing breaks it.',
  ),
  // Smells
  'lint-undescribed': warning('A public name has no description.'),
  'lint-untyped': warning('A schema states no type.'),
  'lint-unused-type': warning('A type is declared and never used.'),
  'lint-ref-sibling': warning('A keyword beside `$ref` has no effect in this dialect.'),
  'lint-pattern-quadratic': warning('A pattern takes quadratic time on some input.'),
  'lint-naming': warning('A name departs from the style of its neighbours.'),
});

export type DiagnosticCode = keyof typeof catalogue;
