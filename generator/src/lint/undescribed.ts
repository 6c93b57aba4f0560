import { diagnose, printable, type Diagnostic } from '../diagnostics/index.js';
import type { NamedSchema, Profile, Schema } from '../model/index.js';
import { writtenSchemas } from './schemas.js';

/** Types, properties, events and rules that readers of the package meet without a word of explanation. */
export function undescribed(profile: Profile): readonly Diagnostic[] {
  const types = [...profile.schemas.values()].filter(
    (named) => named.exported && !isBody(named) && !isDescribed(named.schema),
  );
  const properties = writtenSchemas(profile)
    .flatMap((schema) => schema.properties ?? [])
    .filter((property) => !isDescribed(property.schema) && !isConstant(property.schema));
  const rows = [...profile.events, ...profile.dataRules, ...profile.orderRules, ...profile.symbols];
  return [
    ...types.map((named) => finding(`The type ${named.name}`, named.at)),
    ...properties.map((property) => finding(`The property "${printable(property.name)}"`, property.at)),
    ...rows.filter((row) => row.description === '').map((row) => finding('The row', row.at)),
  ];
}

/** A body that stands in its operation or response is described by these. */
function isBody({ id }: NamedSchema): boolean {
  return /#\/(?:paths|components\/(?:responses|requestBodies))\//.test(id);
}

/** A reference is described where it leads. */
function isDescribed(schema: Schema): boolean {
  if (schema.kind === 'boolean' || schema.ref !== undefined) return true;
  return schema.description !== undefined || schema.title !== undefined;
}

function isConstant(schema: Schema): boolean {
  return schema.kind === 'keywords' && schema.const !== undefined;
}

function finding(what: string, at: Diagnostic['span']): Diagnostic {
  return diagnose('lint-undescribed', at, { message: `${what} has no description.` });
}
