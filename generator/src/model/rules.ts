import type { Located, SpecPosition } from './position.js';
import type { SchemaId } from './schema.js';

/** A rule on the data of one value: the CEL condition holds, or the value has an issue with that code. */
export interface DataRule {
  readonly name: string;
  /** The type that the rule applies to. */
  readonly schema: SchemaId;
  readonly condition: Located<string>;
  readonly code: string;
  readonly description: string;
  readonly at: SpecPosition;
}

/** What an order rule counts: every message for which the CEL expression is true. */
export interface OrderSymbol {
  readonly name: string;
  readonly matches: Located<string>;
  readonly description: string;
  readonly at: SpecPosition;
}

export type RuleScope = 'stream' | 'choice' | 'call_id';

/** A rule on the order of messages: a DECLARE template over symbols, or a named kind over field paths. */
export interface OrderRule {
  readonly name: string;
  readonly constraint: Located<string>;
  readonly scope: RuleScope;
  readonly description: string;
  readonly at: SpecPosition;
}
