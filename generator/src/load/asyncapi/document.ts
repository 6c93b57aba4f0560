import type { Span } from '../../diagnostics/index.js';
import type { DataNode } from '../data-node.js';

/** What an AsyncAPI 2.x document states, references followed; pointers lead into the document itself. */
export interface AsyncApiDocument {
  readonly file: string;
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly defaultContentType: string | undefined;
  readonly servers: readonly AsyncApiServer[];
  readonly channels: readonly AsyncApiChannel[];
  /** Messages that operations carry, each once, in the order in which channels name them. */
  readonly messages: readonly AsyncApiMessage[];
  /** `components.messages` that no operation carries. */
  readonly unusedMessages: readonly { readonly name: string; readonly span: Span }[];
  /** `components.schemas`, in document order. */
  readonly schemas: readonly { readonly name: string; readonly pointer: string; readonly span: Span }[];
  readonly span: Span;
}

export interface AsyncApiServer {
  readonly name: string;
  readonly url: string;
  readonly protocol: string;
  readonly description: string;
  readonly security: readonly AsyncApiSecurityScheme[];
  readonly span: Span;
}

export interface AsyncApiSecurityScheme {
  readonly name: string;
  readonly type: string;
  readonly scheme: string | undefined;
  readonly bearerFormat: string | undefined;
  readonly description: string;
  readonly span: Span;
}

export interface AsyncApiChannel {
  readonly name: string;
  readonly description: string;
  /** The `x-sse` binding: how the channel's messages travel as server-sent events. */
  readonly sse: SseBinding | undefined;
  readonly operations: readonly AsyncApiOperation[];
  readonly span: Span;
}

export interface SseBinding {
  readonly mediaType: string | undefined;
  readonly eventField: string | undefined;
  /** The data of the event that ends the stream. */
  readonly terminator: { readonly value: string; readonly span: Span } | undefined;
  readonly span: Span;
}

export interface AsyncApiOperation {
  readonly action: 'publish' | 'subscribe';
  readonly operationId: string | undefined;
  readonly summary: string;
  /** Keys of `messages`, as `AsyncApiMessage.pointer`. */
  readonly messages: readonly string[];
  readonly span: Span;
}

export interface AsyncApiMessage {
  /** Where the message is written, and its identity. */
  readonly pointer: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly contentType: string | undefined;
  readonly payload:
    { readonly pointer: string; readonly reference: string | undefined; readonly node: DataNode } | undefined;
  readonly examples: readonly { readonly name: string; readonly payload: DataNode }[];
  readonly span: Span;
}
