import type { Example } from './example.js';
import type { SpecPosition } from './position.js';
import type { SchemaId } from './schema.js';

/** A stream of messages over server-sent events, as an AsyncAPI document or a stream-message table states it. */
export interface MessageStream {
  readonly messages: readonly StreamMessage[];
  /** The operations that deliver messages of the stream; empty where a table states the stream. */
  readonly operations: readonly StreamOperation[];
  /** The `data` of the event that ends the stream, e.g. `[DONE]`; undefined where none is stated. */
  readonly terminator: string | undefined;
  readonly servers: readonly Server[];
  readonly at: SpecPosition;
}

export interface StreamMessage {
  readonly name: string;
  readonly schema: SchemaId;
  /** `json`: the event's data is JSON text; `text`: the data is the value itself. */
  readonly encoding: 'json' | 'text';
  /** The values that a text message can have, where its schema lists them. */
  readonly texts: readonly string[] | undefined;
  readonly contentType: string | undefined;
  readonly title: string;
  readonly description: string;
  readonly examples: readonly Example[];
  readonly at: SpecPosition;
}

export interface StreamOperation {
  readonly operationId: string;
  readonly action: 'publish' | 'subscribe';
  readonly channel: string;
  readonly summary: string;
  /** Names of the messages that it carries. */
  readonly messages: readonly string[];
  readonly at: SpecPosition;
}

export interface Server {
  readonly name: string;
  readonly url: string;
  readonly protocol: string;
  readonly description: string;
  readonly security: readonly SecurityScheme[];
  readonly at: SpecPosition;
}

export interface SecurityScheme {
  readonly name: string;
  readonly type: string;
  readonly scheme: string | undefined;
  readonly bearerFormat: string | undefined;
  readonly description: string;
  readonly at: SpecPosition;
}
