import { diagnose, printable, type Diagnostic } from '../../diagnostics/index.js';
import type { KeywordSchema, Located, Schema, SchemaId, SchemaSet } from '../../model/index.js';
import type { DeclaredProperties } from './declared-properties.js';
import type { SchemaDialect } from './dialect.js';
import { schemasOfParts, schemasOfSameValue } from './subschemas.js';

/**
 * Reports a discriminator that names no declared property: of each member, where the schema is a union, else of the
 * schema itself (AsyncAPI 2.6 and OpenAPI 3.1, discriminator). AsyncAPI also wants it required.
 */
export function checkDiscriminators(
  schemas: SchemaSet,
  declared: DeclaredProperties,
  dialectOf: (id: SchemaId) => SchemaDialect | undefined,
  report: (diagnostic: Diagnostic) => void,
): void {
  for (const { id, schema } of schemas.values()) {
    const waiting: Schema[] = [schema];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next.kind === 'boolean') continue;
      for (const inner of [...schemasOfSameValue(next), ...schemasOfParts(next)]) waiting.push(inner);
      if (next.discriminator) checkDiscriminator(next, next.discriminator, declared, dialectOf(id), report);
    }
  }
}

function checkDiscriminator(
  schema: KeywordSchema,
  discriminator: Located<string>,
  declared: DeclaredProperties,
  dialect: SchemaDialect | undefined,
  report: (diagnostic: Diagnostic) => void,
): void {
  const name = discriminator.value;
  const members = [...(schema.oneOf?.value ?? []), ...(schema.anyOf?.value ?? [])];
  const lacking = members.filter((member) => !declared.declares(name, member));
  if (members.length > 0 ? lacking.length > 0 : !declared.declares(name, schema)) {
    const message = `The discriminator "${printable(name)}" is no declared property.`;
    const expected = members.length > 0 ? 'a property of every member' : 'a property of the schema';
    const related = lacking.map((member) => ({
      span: member.at,
      message: 'this member does not declare it',
    }));
    const details = { message, expected, found: printable(name) };
    report(
      diagnose('unknown-name', discriminator.at, related.length > 0 ? { ...details, related } : details),
    );
  } else if (dialect === 'asyncapi-2' && members.length === 0 && !isRequired(schema, name)) {
    const message = `The discriminator "${printable(name)}" is not required.`;
    report(
      diagnose('keyword-value', discriminator.at, { message, expected: 'a name that `required` lists' }),
    );
  }
}

/** In the schema or in a part of its `allOf`; a referenced part may list it too, and is not looked into. */
function isRequired(schema: KeywordSchema, name: string): boolean {
  if (schema.required?.some((required) => required.value === name)) return true;
  return (schema.allOf?.value ?? []).some(
    (part) => part.kind === 'keywords' && (part.ref !== undefined || isRequired(part, name)),
  );
}
