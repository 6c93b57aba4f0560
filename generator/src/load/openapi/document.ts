import type { Span } from '../../diagnostics/index.js';

/** What an OpenAPI 3.1 document states about operations and their bodies; pointers lead into the document. */
export interface OpenApiDocument {
  readonly file: string;
  readonly title: string;
  readonly operations: readonly OpenApiOperation[];
  readonly schemas: readonly { readonly name: string; readonly pointer: string; readonly span: Span }[];
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly request: { readonly schema: SchemaPlace; readonly required: boolean } | undefined;
  readonly responses: readonly OpenApiResponse[];
  readonly span: Span;
}

export interface OpenApiResponse {
  readonly status: string;
  readonly description: string;
  readonly mediaType: string | undefined;
  readonly schema: SchemaPlace | undefined;
  readonly span: Span;
}

/** A schema where a body states it: written there, or a reference to where it is written. */
export interface SchemaPlace {
  readonly pointer: string;
  readonly reference: string | undefined;
  readonly span: Span;
}
