import type { DataNode } from '../../load/index.js';
import type { SchemaId } from '../../model/index.js';
import type { SchemaDialect } from './dialect.js';

/** A document that schemas stand in: as a whole (JSON Schema) or in places (AsyncAPI, OpenAPI). */
export interface SchemaDocument {
  /** Path relative to the specs folder, with forward slashes. */
  readonly file: string;
  readonly root: DataNode;
  readonly dialect: SchemaDialect;
}

/** One schema where it stands. */
export interface SchemaPlace {
  readonly document: SchemaDocument;
  readonly node: DataNode;
  /** JSON pointer from the root of the document. */
  readonly pointer: string;
  /** The URI that references inside the schema are relative to (JSON Schema core, "base URI"). */
  readonly base: string;
}

export function schemaIdOf(place: SchemaPlace): SchemaId {
  return `${place.document.file}#${place.pointer}`;
}
