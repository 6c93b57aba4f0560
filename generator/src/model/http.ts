import type { SpecPosition } from './position.js';
import type { SchemaId } from './schema.js';

/** An operation of an OpenAPI document: where it is called, what is sent and what comes back. */
export interface HttpOperation {
  /** The wire name of the operation in the profile. */
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly request: { readonly schema: SchemaId; readonly required: boolean } | undefined;
  readonly responses: readonly HttpResponse[];
  readonly at: SpecPosition;
}

export interface HttpResponse {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly description: string;
  readonly mediaType: string | undefined;
  readonly schema: SchemaId | undefined;
  readonly at: SpecPosition;
}
