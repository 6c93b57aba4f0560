import type { Diagnostic, Span } from '../../diagnostics/index.js';
import type { DataNode, MappingEntry, MappingNode } from '../../load/index.js';
import type { KeywordSchema, Schema, SchemaId } from '../../model/index.js';
import type { SchemaDialect } from './dialect.js';

/** A schema while its keywords are read one by one. */
export type SchemaDraft = { -readonly [Keyword in keyof KeywordSchema]: KeywordSchema[Keyword] };

/** What a reader of one keyword may know and do. */
export interface SchemaScope {
  readonly node: MappingNode;
  readonly dialect: SchemaDialect;
  /** Whether plain scalars of the document are typed by how they look. */
  readonly isYaml: boolean;
  readonly report: (diagnostic: Diagnostic) => void;
  /** The different patterns of the run so far. */
  readonly patterns: Set<string>;
  /** The schema at `node`, which `tokens` select from this one; a fault in it is reported once, here. */
  readonly subschema: (node: DataNode, ...tokens: readonly (string | number)[]) => Schema;
  /** The id of the schema that a reference names; undefined (and reported) when there is none. */
  readonly reference: (reference: string, span: Span) => SchemaId | undefined;
}

/** Reads one keyword into the draft. A value that the keyword does not take is reported and left out. */
export type KeywordReader = (draft: SchemaDraft, entry: MappingEntry, scope: SchemaScope) => void;

export type KeywordReaders = ReadonlyMap<string, KeywordReader>;
