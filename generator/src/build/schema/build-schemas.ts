import { diagnose, printable, sortDiagnostics, type Diagnostic, type Span } from '../../diagnostics/index.js';
import type { NamedSchema, Schema, SchemaId, SchemaSet } from '../../model/index.js';
import { buildSchema, type BuildContext } from './build-schema.js';
import { checkDiscriminators } from './check-discriminators.js';
import { checkReferenceGraph } from './check-reference-graph.js';
import { checkRequired } from './check-required.js';
import { DeclaredProperties } from './declared-properties.js';
import { draft07Metaschema } from './metaschema.js';
import { resolveReference } from './resolve-reference.js';
import { SchemaIndex } from './schema-index.js';
import { nameSchema } from './schema-names.js';
import { schemaIdOf, type SchemaDocument, type SchemaPlace } from './schema-place.js';

/** A schema that the caller needs by itself. */
export interface SchemaRoot {
  readonly file: string;
  /** JSON pointer to the schema, `''` for a whole document. */
  readonly pointer: string;
  /** The type name under which the package exports it; without one it is an internal helper. */
  readonly name?: string;
  /** Where the root is asked for: one that does not exist is reported there, else at the start of its document. */
  readonly at?: Span;
}

export interface BuiltSchemas {
  readonly schemas: SchemaSet;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compiles JSON Schemas into the normal form of the model: the roots in their order, then everything that they reach
 * by reference, each once under the id `file#pointer`.
 *
 * @param documents by file; references are resolved among them and never elsewhere, except for the metaschema
 *   of draft-07, which is built in
 * @returns the schemas, complete when no diagnostic is an error; a keyword with a wrong value is reported and left out
 */
export function buildSchemas(
  documents: ReadonlyMap<string, SchemaDocument>,
  roots: readonly SchemaRoot[],
): BuiltSchemas {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): void => {
    // The metaschema is not the user's document: what is noted about it helps nobody.
    if (diagnostic.span.file !== draft07Metaschema) diagnostics.push(diagnostic);
  };
  const index = new SchemaIndex(documents, report);
  const places = new Map<SchemaId, SchemaPlace>();
  const names = locateRoots(roots, documents, index, places, report);
  const built = buildAll(places, index, report);
  const schemas = nameAll(places, built, names);
  const dialectOf = (id: SchemaId): SchemaDocument['dialect'] | undefined => places.get(id)?.document.dialect;
  checkReferenceGraph(schemas, report);
  const declared = new DeclaredProperties(schemas);
  checkRequired(declared, dialectOf, report);
  checkDiscriminators(schemas, declared, dialectOf, report);
  return { schemas, diagnostics: sortDiagnostics(diagnostics) };
}

/** Adds the places of the roots; returns the names of those that are exported. */
function locateRoots(
  roots: readonly SchemaRoot[],
  documents: ReadonlyMap<string, SchemaDocument>,
  index: SchemaIndex,
  places: Map<SchemaId, SchemaPlace>,
  report: (diagnostic: Diagnostic) => void,
): ReadonlyMap<SchemaId, string> {
  const names = new Map<SchemaId, string>();
  for (const { file, pointer, name, at } of roots) {
    const document = index.document(file);
    const place = document && index.select(document, pointer);
    if (place === undefined) {
      const span = at ?? documents.get(file)?.root.span ?? { file, line: 1, column: 1 };
      const message = `No schema stands at ${printable(`${file}#${pointer}`)}.`;
      report(diagnose('ref-unresolved', span, { message }));
      continue;
    }
    const id = schemaIdOf(place);
    places.set(id, places.get(id) ?? place);
    if (name !== undefined && !names.has(id)) names.set(id, name);
  }
  return names;
}

/** Builds every place, and those that their references add on the way. */
function buildAll(
  places: Map<SchemaId, SchemaPlace>,
  index: SchemaIndex,
  report: (diagnostic: Diagnostic) => void,
): ReadonlyMap<SchemaId, Schema> {
  const built = new Map<SchemaId, Schema>();
  const context: BuildContext = {
    index,
    report,
    patterns: new Set(),
    refer: (from, reference, span) => {
      const resolution = resolveReference(index, from, reference);
      if (!('place' in resolution)) {
        report(diagnose(resolution.code, span, resolution.details));
        return undefined;
      }
      const id = schemaIdOf(resolution.place);
      if (!places.has(id)) places.set(id, resolution.place);
      return id;
    },
  };
  // A map yields entries that are added while it is walked.
  for (const [id, place] of places) built.set(id, buildSchema(place, context));
  return built;
}

function nameAll(
  places: ReadonlyMap<SchemaId, SchemaPlace>,
  built: ReadonlyMap<SchemaId, Schema>,
  names: ReadonlyMap<SchemaId, string>,
): SchemaSet {
  const taken = new Set([...names.values()].map((name) => name.toLowerCase()));
  const schemas = new Map<SchemaId, NamedSchema>();
  for (const [id, place] of places) {
    const schema = built.get(id);
    if (schema === undefined) continue;
    const exportedName = names.get(id);
    const name = exportedName ?? nameSchema(id, taken);
    schemas.set(id, { id, name, at: place.node.span, schema, exported: exportedName !== undefined });
  }
  return schemas;
}
