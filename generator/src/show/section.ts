import type { Span } from '../diagnostics/index.js';

export type Fact = string | number | boolean | readonly Fact[] | { readonly [name: string]: Fact };

/** One thing that a document states, and where. The first fact is its name. */
export interface Row {
  readonly span: Span;
  readonly facts: Readonly<Record<string, Fact | undefined>>;
}

/** What a document states of one kind: its levels, its events, its messages. */
export interface Section {
  /** The member of the JSON form. */
  readonly key: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

/** What is understood of one document. */
export interface DocumentSummary {
  readonly file: string;
  /** `profile`, `asyncapi`, `openapi`, `schema`, `capability`, `recipe`, `config` or `unknown`. */
  readonly kind: string;
  readonly title: string | undefined;
  readonly sections: readonly Section[];
}
