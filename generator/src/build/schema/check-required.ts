import { diagnose, printable, type Diagnostic } from '../../diagnostics/index.js';
import type { SchemaId } from '../../model/index.js';
import type { DeclaredProperties, UndeclaredName } from './declared-properties.js';
import type { SchemaDialect } from './dialect.js';

/**
 * Reports a required property that no schema of the same value declares: a misspelt name, or one that was renamed in
 * one place only. Plain draft-07 documents may require what they do not describe.
 */
export function checkRequired(
  declared: DeclaredProperties,
  dialectOf: (id: SchemaId) => SchemaDialect | undefined,
  report: (diagnostic: Diagnostic) => void,
): void {
  for (const [id, compositions] of declared.compositions) {
    if (dialectOf(id) === 'draft-07') continue;
    for (const composition of compositions) {
      for (const name of composition.undeclared) {
        if (!declared.isDeclared(name.name, composition)) report(missingProperty(name));
      }
    }
  }
}

function missingProperty({ name, at, schema }: UndeclaredName): Diagnostic {
  const [first] = schema.properties ?? [];
  const message = `The schema requires "${printable(name)}" and does not declare it.`;
  const expected = 'a property of the schema';
  const details = { message, expected, found: printable(name) };
  const related = first && [{ span: first.at, message: 'the properties of the schema start here' }];
  return diagnose('missing-property', at, related ? { ...details, related } : details);
}
