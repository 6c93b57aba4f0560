import type { Diagnostic, Span } from '../diagnostics/index.js';
import type { CodeSpan, Stated } from './inline-text.js';
import type { ExampleBlock, Table } from './markdown-document.js';
import type { Column, tableKinds, TableKindName } from './table-kinds.js';

/** A profile document as its tables, lists and examples state it, before anything is linked. */
export interface ProfileDocument {
  readonly title?: Stated<string>;
  readonly tables: ProfileTables;
  /** The JSON code blocks, in document order. */
  readonly examples: readonly ExampleBlock[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The rows of all tables of each kind, in document order, and what is of no known kind. */
export interface ProfileTables extends Omit<RowsByKind, 'events'> {
  /** The rows of event tables, then the event types that only a list names. */
  readonly events: readonly EventRow[];
  /** Tables of no known kind. */
  readonly other: readonly Table[];
}

export type RowsByKind = { readonly [K in TableKindName]: readonly RowOf<K>[] };

/** A row of a table of one kind: each column's value with its position, and where the row starts. */
export type RowOf<K extends TableKindName> = CellsOf<(typeof tableKinds)[K]['columns']> & {
  readonly span: Span;
};

type CellsOf<Columns> = { readonly [C in keyof Columns]: Columns[C] extends Column<infer T> ? T : never };

/** An event type: one of a table states its fields, one that a list names (`listed`) states none. */
export type EventRow = (RowOf<'events'> & { readonly listed: false }) | ListedEvent;

export interface ListedEvent {
  readonly listed: true;
  readonly eventType: CodeSpan;
  readonly requiredFields: undefined;
  readonly optionalFields: undefined;
  readonly description: undefined;
  readonly span: Span;
}

export type EventTableRow = RowOf<'events'>;
export type IdentityRow = RowOf<'identity'>;
export type LevelRow = RowOf<'levels'>;
/** `wireName.value` is undefined in the row of a feature that operations share. */
export type OperationRow = RowOf<'operations'>;
export type EnvelopeRow = RowOf<'envelope'>;
export type DeliveryRow = RowOf<'delivery'>;
export type FailureRow = RowOf<'failures'>;
export type DataRuleRow = RowOf<'dataRules'>;
export type SymbolRow = RowOf<'symbols'>;
export type OrderRuleRow = RowOf<'orderRules'>;
export type ChunkMappingRow = RowOf<'chunkMapping'>;
export type BackendErrorRow = RowOf<'backendErrors'>;
export type ThinkControlRow = RowOf<'thinkControls'>;
export type DialectRow = RowOf<'dialects'>;
export type RepairRow = RowOf<'repairs'>;
export type StreamMessageRow = RowOf<'streamMessages'>;
export type SituationRow = RowOf<'situations'>;
