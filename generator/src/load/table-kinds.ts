import * as form from './cell-forms.js';
import type { CellForm } from './cell-forms.js';
import * as grammar from './name-grammars.js';

/** One column of a table kind: the headers by which it is known, and the form of its cells. */
export interface Column<T> {
  readonly headers: readonly string[];
  readonly form: CellForm<T>;
  /** Whether the header alone shows what kind of table this is: one with it and other columns is a mistake. */
  readonly telling: boolean;
  /** Whether a table of the kind may be without it. */
  readonly optional: boolean;
}

/** A kind of table that profilegen understands, recognised by its headers in any order. */
export interface TableKind<C extends Columns = Columns> {
  /** What a table of the kind states, for messages. */
  readonly title: string;
  readonly columns: C;
  /** Columns that tell rows apart: no two rows agree in all columns of one of these sets. */
  readonly keys: readonly (readonly (keyof C & string)[])[];
}

type Columns = Readonly<Record<string, Column<unknown>>>;

function column<T>(headers: string | readonly string[], cellForm: CellForm<T>): Column<T> {
  return { headers: [headers].flat(), form: cellForm, telling: false, optional: false };
}

/** A column whose header stands in tables of one kind only. */
function telling<T>(headers: string | readonly string[], cellForm: CellForm<T>): Column<T> {
  return { ...column(headers, cellForm), telling: true };
}

function optional<T>(header: string, cellForm: CellForm<T>): Column<T | undefined> {
  return { ...column<T | undefined>(header, cellForm), optional: true };
}

function kind<C extends Columns>(definition: TableKind<C>): TableKind<C> {
  return definition;
}

const description = column('Description', form.text);

/** Every kind of table, by the name of the part of a profile that it states. */
export const tableKinds = {
  identity: kind({
    title: 'identity',
    columns: { field: column('Field', form.someText), value: column('Value', form.someText) },
    keys: [['field']],
  }),
  levels: kind({
    title: 'compatibility levels',
    columns: {
      level: column('Level', form.ordinal),
      name: column('Name', form.someText),
      requiredOperations: telling('Required operations', form.names(grammar.operationName)),
      purpose: column('Purpose', form.text),
    },
    keys: [['level'], ['name']],
  }),
  operations: kind({
    title: 'operations',
    columns: {
      operation: column(['Operation', 'OpenAI-compatible operation'], form.someText),
      wireName: telling(['Wire name', 'NNRP operation name'], form.nameOrText(grammar.operationName)),
      requirement: column('Requirement', form.someText),
    },
    keys: [['operation'], ['wireName']],
  }),
  envelope: kind({
    title: 'request envelope',
    columns: {
      field: column('Field', form.name(grammar.fieldName)),
      required: column('Requirement', form.word({ Required: true, Optional: false })),
      description,
    },
    keys: [['field']],
  }),
  delivery: kind({
    title: 'delivery',
    columns: {
      phase: telling('Stream phase', form.someText),
      delivery: telling('NNRP delivery', form.someText),
    },
    keys: [['phase']],
  }),
  events: kind({
    title: 'events',
    columns: {
      eventType: telling('Event type', form.name(grammar.eventTypeName)),
      requiredFields: telling('Required fields', form.names(grammar.fieldName)),
      optionalFields: optional('Optional fields', form.names(grammar.fieldName)),
      description,
    },
    keys: [['eventType']],
  }),
  failures: kind({
    title: 'failures',
    columns: {
      failure: telling('Failure kind', form.someText),
      mapping: telling('Preferred mapping', form.someText),
    },
    keys: [['failure']],
  }),
  dataRules: kind({
    title: 'data rules',
    columns: {
      rule: column('Rule', form.name(grammar.ruleName)),
      appliesTo: column('Applies to', form.name(grammar.ruleSubject)),
      condition: column('Condition', form.code),
      code: column('Code', form.name(grammar.codeName, 'missing-code')),
      description,
    },
    keys: [['rule']],
  }),
  symbols: kind({
    title: 'symbols of order rules',
    columns: {
      symbol: column('Symbol', form.name(grammar.symbolName)),
      matches: column('Matches', form.code),
      description,
    },
    keys: [['symbol']],
  }),
  orderRules: kind({
    title: 'order rules',
    columns: {
      rule: column('Rule', form.name(grammar.ruleName)),
      constraint: column('Constraint', form.code),
      scope: column('Scope', form.word({ stream: 'stream', choice: 'choice', call_id: 'call_id' } as const)),
      description,
    },
    keys: [['rule']],
  }),
  chunkMapping: kind({
    title: 'chunk mapping',
    columns: {
      chunkField: telling('Chunk field', form.code),
      eventType: telling('Event type', form.name(grammar.eventTypeName)),
      fields: column('Fields', form.codes),
    },
    keys: [['chunkField', 'eventType']],
  }),
  backendErrors: kind({
    title: 'backend errors',
    columns: {
      signal: telling('Backend signal', form.code),
      errorType: column('Error type', form.name(grammar.codeName)),
      errorCode: column('Error code', form.optionalName(grammar.codeName)),
      terminal: column('Terminal', form.word({ yes: true, no: false })),
    },
    keys: [['signal']],
  }),
  thinkControls: kind({
    title: 'think control',
    columns: {
      provider: column('Provider', form.name(grammar.providerWord)),
      when: column('When', form.code),
      effect: column('Effect', form.code),
    },
    keys: [['provider', 'when', 'effect']],
  }),
  dialects: kind({
    title: 'dialects',
    columns: {
      dialect: column('Dialect', form.name(grammar.providerWord)),
      appliesTo: column('Applies to', form.code),
      reading: column('Reading', form.someText),
    },
    keys: [['dialect', 'appliesTo', 'reading']],
  }),
  repairs: kind({
    title: 'repairs of tolerant mode',
    columns: {
      repair: column('Repair', form.name(grammar.ruleName)),
      when: column('When', form.code),
      effect: column('Effect', form.code),
    },
    keys: [['repair']],
  }),
  streamMessages: kind({
    title: 'messages of a stream',
    columns: {
      message: telling('Stream message', form.name(grammar.messageName)),
      type: column('Type', form.name(grammar.typeIdentifier)),
      description,
    },
    keys: [['message']],
  }),
  situations: kind({
    title: 'situations and their answers',
    columns: {
      situation: column('Situation', form.someText),
      status: column('Status', form.statuses),
      body: column('Body', form.optionalName(grammar.typeIdentifier)),
      description,
    },
    keys: [['situation']],
  }),
};

export type TableKindName = keyof typeof tableKinds;
