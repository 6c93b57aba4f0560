import { diagnose, printable, type Span } from '../diagnostics/index.js';
import { type MappingEntry, valueOf } from '../load/index.js';
import type { SchemaId } from '../model/index.js';
import type { LinkContext } from './link-context.js';
import type { LoadedFolder } from './load-folder.js';
import type { SchemaRoot } from './schema/index.js';

/** A field that a table names, with the event type or envelope that it belongs to. */
export interface FieldUse {
  readonly owner: string;
  readonly field: string;
  readonly span: Span;
}

/** The owner of the fields of the request envelope. */
export const envelopeOwner = 'RequestEnvelope';

/** Entries of `types.schema.json`: PascalCase names are types, the others give fields their types. */
export function isTypeKey(key: string): boolean {
  return /^[A-Z]/.test(key);
}

export function definitionsOf(loaded: LoadedFolder): readonly MappingEntry[] {
  const definitions = valueOf(loaded.types?.root, '$defs') ?? valueOf(loaded.types?.root, 'definitions');
  return definitions?.kind === 'mapping' ? definitions.entries : [];
}

/** The definition that types a field: that of its owner (`response.usage.usage`) before the common one (`usage`). */
function definitionOf(loaded: LoadedFolder, { owner, field }: FieldUse): string | undefined {
  const keys = definitionsOf(loaded).map((entry) => entry.key);
  return [`${owner}.${field}`, field].find((key) => keys.includes(key));
}

export function fieldRoots(loaded: LoadedFolder, uses: readonly FieldUse[]): readonly SchemaRoot[] {
  const used = new Set(uses.flatMap((use) => definitionOf(loaded, use) ?? []));
  return [...used].map((key) => ({ file: loaded.types?.file ?? '', pointer: pointerOf(loaded, key) }));
}

/** The schema that types a field; one that has none is reported at its cell. */
export function fieldSchema(context: LinkContext, use: FieldUse): SchemaId | undefined {
  const { loaded } = context;
  const key = definitionOf(loaded, use);
  if (key !== undefined) return `${loaded.types?.file ?? ''}#${pointerOf(loaded, key)}`;
  // A type document that cannot be read is reported as such; each field would only repeat it.
  if (loaded.types !== undefined || loaded.folder.types === undefined) {
    const file = loaded.folder.types ?? `${loaded.folder.id}/types.schema.json`;
    context.report(
      diagnose('missing-type', use.span, {
        message: `The field "${printable(use.field)}" of ${printable(use.owner)} has no type.`,
        expected: `"${printable(use.field)}" or "${printable(`${use.owner}.${use.field}`)}" under $defs in ${file}`,
      }),
    );
  }
  return undefined;
}

/** Definitions that type no field and are no types: a table row that is gone leaves them behind. */
export function unusedDefinitions(
  loaded: LoadedFolder,
  uses: readonly FieldUse[],
  isReferenced: (id: SchemaId) => boolean,
): readonly { readonly name: string; readonly at: Span }[] {
  const used = new Set(uses.flatMap((use) => definitionOf(loaded, use) ?? []));
  return definitionsOf(loaded)
    .filter(({ key }) => !isTypeKey(key) && !used.has(key))
    .filter(({ key }) => !isReferenced(`${loaded.types?.file ?? ''}#${pointerOf(loaded, key)}`))
    .map(({ key, keySpan }) => ({ name: key, at: keySpan }));
}

export function pointerOf(loaded: LoadedFolder, key: string): string {
  const section = valueOf(loaded.types?.root, '$defs') === undefined ? 'definitions' : '$defs';
  return `/${section}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
