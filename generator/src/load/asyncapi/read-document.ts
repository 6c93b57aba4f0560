import type { Span } from '../../diagnostics/index.js';
import { entryOf, stringOf, valueOf, type DataNode, type MappingEntry } from '../data-node.js';
import { atPointer, follow, member, pointerTo, referenceOf, type Placed } from '../references.js';
import type {
  AsyncApiChannel,
  AsyncApiDocument,
  AsyncApiMessage,
  AsyncApiOperation,
  AsyncApiSecurityScheme,
  AsyncApiServer,
  SseBinding,
} from './document.js';

/** Reads a document that the official parser has accepted, so that shapes need no second check. */
export function readDocument(file: string, root: DataNode): AsyncApiDocument {
  const reader = new DocumentReader(root);
  const info = valueOf(root, 'info');
  const channels = reader.channels();
  const messages = reader.messages();
  const used = new Set(messages.map((message) => message.pointer));
  return {
    file,
    title: stringOf(valueOf(info, 'title')) ?? '',
    version: stringOf(valueOf(info, 'version')) ?? '',
    description: stringOf(valueOf(info, 'description')) ?? '',
    defaultContentType: stringOf(valueOf(root, 'defaultContentType')),
    servers: entries(valueOf(root, 'servers')).map((entry) => reader.server(entry)),
    channels,
    messages,
    unusedMessages: component(root, 'messages')
      .filter(({ pointer }) => !used.has(pointer))
      .map(({ entry }) => ({ name: entry.key, span: entry.keySpan })),
    schemas: component(root, 'schemas').map(({ entry, pointer }) => ({
      name: entry.key,
      pointer,
      span: entry.keySpan,
    })),
    span: entryOf(info, 'title')?.keySpan ?? root.span,
  };
}

function entries(node: DataNode | undefined): readonly MappingEntry[] {
  return node?.kind === 'mapping' ? node.entries : [];
}

function items(node: DataNode | undefined): readonly DataNode[] {
  return node?.kind === 'sequence' ? node.items : [];
}

function component(root: DataNode, kind: string): readonly { entry: MappingEntry; pointer: string }[] {
  return entries(valueOf(valueOf(root, 'components'), kind)).map((entry) => ({
    entry,
    pointer: pointerTo(`/components/${kind}`, entry.key),
  }));
}

class DocumentReader {
  readonly #messages = new Map<string, AsyncApiMessage>();

  constructor(private readonly root: DataNode) {}

  messages(): readonly AsyncApiMessage[] {
    return [...this.#messages.values()];
  }

  channels(): readonly AsyncApiChannel[] {
    return entries(valueOf(this.root, 'channels')).map((entry) => {
      const written: Placed = { node: entry.value, pointer: pointerTo('/channels', entry.key) };
      const channel = follow(this.root, written) ?? written;
      return {
        name: entry.key,
        description: stringOf(valueOf(channel.node, 'description')) ?? '',
        sse: this.#sse(valueOf(channel.node, 'bindings')),
        operations: (['publish', 'subscribe'] as const).flatMap((action) => this.#operation(channel, action)),
        span: entry.keySpan,
      };
    });
  }

  server(entry: MappingEntry): AsyncApiServer {
    const node = follow(this.root, { node: entry.value, pointer: '' })?.node ?? entry.value;
    const names = items(valueOf(node, 'security')).flatMap((item) => entries(item).map(({ key }) => key));
    return {
      name: entry.key,
      url: stringOf(valueOf(node, 'url')) ?? '',
      protocol: stringOf(valueOf(node, 'protocol')) ?? '',
      description: stringOf(valueOf(node, 'description')) ?? '',
      security: names.flatMap((name) => this.#securityScheme(name)),
      span: entry.keySpan,
    };
  }

  #securityScheme(name: string): readonly AsyncApiSecurityScheme[] {
    const found = component(this.root, 'securitySchemes').find(({ entry }) => entry.key === name);
    if (found === undefined) return [];
    const node =
      follow(this.root, { node: found.entry.value, pointer: found.pointer })?.node ?? found.entry.value;
    return [
      {
        name,
        type: stringOf(valueOf(node, 'type')) ?? '',
        scheme: stringOf(valueOf(node, 'scheme')),
        bearerFormat: stringOf(valueOf(node, 'bearerFormat')),
        description: stringOf(valueOf(node, 'description')) ?? '',
        span: found.entry.keySpan,
      },
    ];
  }

  #sse(bindings: DataNode | undefined): SseBinding | undefined {
    const entry = entryOf(bindings, 'x-sse');
    if (entry === undefined) return undefined;
    const terminator = entryOf(entry.value, 'terminator');
    const value = stringOf(terminator?.value);
    return {
      mediaType: stringOf(valueOf(entry.value, 'mediaType')),
      eventField: stringOf(valueOf(entry.value, 'eventField')),
      terminator:
        terminator === undefined || value === undefined ? undefined : { value, span: terminator.keySpan },
      span: entry.keySpan,
    };
  }

  #operation(channel: Placed, action: 'publish' | 'subscribe'): readonly AsyncApiOperation[] {
    const entry = entryOf(channel.node, action);
    if (entry === undefined) return [];
    const operationId = stringOf(valueOf(entry.value, 'operationId'));
    const fallback = operationId ?? action;
    const message = member({ node: entry.value, pointer: pointerTo(channel.pointer, action) }, 'message');
    return [
      {
        action,
        operationId,
        summary: stringOf(valueOf(entry.value, 'summary')) ?? '',
        messages: message === undefined ? [] : this.#collect(message, fallback),
        span: entry.keySpan,
      },
    ];
  }

  /** The messages at one place: itself, or the members of its `oneOf`. */
  #collect(written: Placed, fallback: string): readonly string[] {
    const placed = follow(this.root, written) ?? written;
    const choices = member(placed, 'oneOf');
    if (choices !== undefined) {
      return items(choices.node).flatMap((_item, index) => {
        const choice = member(choices, index);
        return choice === undefined ? [] : this.#collect(choice, `${fallback} ${String(index + 1)}`);
      });
    }
    if (!this.#messages.has(placed.pointer))
      this.#messages.set(placed.pointer, this.#message(placed, fallback));
    return [placed.pointer];
  }

  #message(placed: Placed, fallback: string): AsyncApiMessage {
    const { node, pointer } = placed;
    const text = (key: string): string | undefined =>
      this.#inherited(node, key) ?? stringOf(valueOf(node, key));
    const payload = member(placed, 'payload');
    const key = /^\/components\/messages\/([^/]+)$/.exec(pointer)?.[1];
    return {
      pointer,
      name: text('name') ?? (key === undefined ? `${fallback} message` : unescape(key)),
      title: text('title') ?? '',
      description: text('description') ?? text('summary') ?? '',
      contentType: text('contentType'),
      payload:
        payload === undefined
          ? undefined
          : { pointer: payload.pointer, reference: referenceOf(payload.node), node: payload.node },
      examples: items(valueOf(node, 'examples')).flatMap((example) => {
        const value = valueOf(example, 'payload');
        return value === undefined
          ? []
          : [{ name: stringOf(valueOf(example, 'name')) ?? '', payload: value }];
      }),
      span: this.#keySpan(pointer) ?? node.span,
    };
  }

  /** What the traits of a message state: AsyncAPI 2 merges them into it in order, so the last one wins. */
  #inherited(node: DataNode, key: string): string | undefined {
    return items(valueOf(node, 'traits'))
      .map((trait) => follow(this.root, { node: trait, pointer: '' })?.node)
      .map((trait) => stringOf(valueOf(trait, key)))
      .findLast((value) => value !== undefined);
  }

  #keySpan(pointer: string): Span | undefined {
    const slash = pointer.lastIndexOf('/');
    const parent = atPointer(this.root, pointer.slice(0, slash))?.node;
    return entryOf(parent, unescape(pointer.slice(slash + 1)))?.keySpan;
  }
}

function unescape(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
