import type { Diagnostic } from '../diagnostics/index.js';
import type { NamedSchema, Schema, SchemaId } from '../model/index.js';
import type { LoadedFolder } from './load-folder.js';
import type { NameTable } from './name-table.js';

/** What the linking steps of one profile share: they add schemas and diagnostics, each for its own tables. */
export interface LinkContext {
  readonly loaded: LoadedFolder;
  readonly names: NameTable;
  /** Every schema so far; steps add those that tables state. */
  readonly schemas: Map<SchemaId, NamedSchema>;
  readonly report: (diagnostic: Diagnostic) => void;
}

/** The exported schema of that type name. */
export function schemaOfType(context: LinkContext, name: string): NamedSchema | undefined {
  return [...context.schemas.values()].find((named) => named.exported && named.name === name);
}

/** The schema behind a chain of references; undefined where it leads to nothing. The builder refuses cycles. */
export function behindReferences(context: LinkContext, schema: Schema | undefined): Schema | undefined {
  let current = schema;
  while (current?.kind === 'keywords' && current.ref !== undefined && current.type === undefined) {
    current = context.schemas.get(current.ref.value)?.schema;
  }
  return current;
}
