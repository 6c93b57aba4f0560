import {
  type AsyncApiDocument,
  type DataNode,
  type MappingEntry,
  type OpenApiDocument,
  stringOf,
  valueOf,
} from '../load/index.js';
import type { Fact, Row, Section } from './section.js';

/** What an AsyncAPI document states. */
export function asyncApiSections(document: AsyncApiDocument): readonly Section[] {
  const nameOf = new Map(document.messages.map((message) => [message.pointer, message.name]));
  return [
    {
      key: 'servers',
      title: 'Servers',
      rows: document.servers.map(({ name, url, protocol, security, span }) => ({
        span,
        facts: { name, url, protocol, security: security.map((scheme) => scheme.name) },
      })),
    },
    {
      key: 'channels',
      title: 'Channels',
      rows: document.channels.map(({ name, sse, span }) => ({
        span,
        facts: { name, media_type: sse?.mediaType, terminator: sse?.terminator?.value },
      })),
    },
    {
      key: 'operations',
      title: 'Operations',
      rows: document.channels.flatMap((channel) =>
        channel.operations.map(({ operationId, action, messages, span }) => ({
          span,
          facts: {
            name: operationId ?? action,
            action,
            channel: channel.name,
            messages: messages.map((pointer) => nameOf.get(pointer) ?? pointer),
          },
        })),
      ),
    },
    {
      key: 'messages',
      title: 'Messages',
      rows: document.messages.map(({ name, title, contentType, payload, examples, span }) => ({
        span,
        facts: {
          name,
          title,
          content_type: contentType,
          fields: payload === undefined ? undefined : fieldsOf(payload.node),
          payload: payload?.reference,
          examples: examples.length,
        },
      })),
    },
    {
      key: 'schemas',
      title: 'Schemas',
      rows: document.schemas.map(({ name, span }) => ({ span, facts: { name } })),
    },
  ];
}

/** What an OpenAPI document states about operations and bodies. */
export function openApiSections(document: OpenApiDocument): readonly Section[] {
  return [
    {
      key: 'operations',
      title: 'Operations',
      rows: document.operations.map(({ operationId, method, path, request, responses, span }) => ({
        span,
        facts: {
          name: operationId,
          method,
          path,
          request: request?.schema.reference ?? (request === undefined ? undefined : 'written in place'),
          responses: responses.map(({ status, mediaType }) => [status, mediaType ?? ''].join(' ').trim()),
        },
      })),
    },
    {
      key: 'schemas',
      title: 'Schemas',
      rows: document.schemas.map(({ name, span }) => ({ span, facts: { name } })),
    },
  ];
}

/** The definitions of a JSON Schema document. */
export function schemaSections(root: DataNode): readonly Section[] {
  const definitions = valueOf(root, '$defs') ?? valueOf(root, 'definitions');
  return [
    {
      key: 'schemas',
      title: 'Schemas',
      rows: entries(definitions).map(({ key, keySpan, value }) => ({
        span: keySpan,
        facts: {
          name: key,
          type: stringOf(valueOf(value, 'type')),
          fields: fieldsOf(value),
          description: stringOf(valueOf(value, 'description')),
        },
      })),
    },
  ];
}

/** The claims of a capability document. */
export function capabilitySections(root: DataNode): readonly Section[] {
  const levels = items(valueOf(root, 'compatibility_levels'));
  return [
    {
      key: 'identity',
      title: 'Identity',
      rows: ['adapter', 'profile', 'schema_version'].flatMap((key): Row[] => {
        const node = valueOf(root, key);
        return node === undefined ? [] : [{ span: node.span, facts: { name: key, value: scalar(node) } }];
      }),
    },
    {
      key: 'levels',
      title: 'Levels',
      rows: levels.map((node) => ({ span: node.span, facts: { level: scalar(node) } })),
    },
    {
      key: 'operations',
      title: 'Operations',
      rows: items(valueOf(root, 'operations')).map((node) => ({
        span: node.span,
        facts: Object.fromEntries(entries(node).map(({ key, value }) => [key, scalar(value)])),
      })),
    },
  ];
}

/** What a recipe asks for and expects. */
export function recipeSections(root: DataNode): readonly Section[] {
  const expect = valueOf(root, 'expect');
  return [
    {
      key: 'recipe',
      title: 'Recipe',
      rows: [
        {
          span: valueOf(root, 'id')?.span ?? root.span,
          facts: {
            name: stringOf(valueOf(root, 'id')),
            operation: stringOf(valueOf(root, 'operation')),
            status: stringOf(valueOf(root, 'status')),
            terminal: stringOf(valueOf(expect, 'terminal')),
          },
        },
      ],
    },
    {
      key: 'events',
      title: 'Expected events',
      rows: items(valueOf(expect, 'events')).map((node) => ({
        span: node.span,
        facts: { name: stringOf(valueOf(node, 'type')) },
      })),
    },
  ];
}

function fieldsOf(node: DataNode): readonly Fact[] | undefined {
  const names = entries(valueOf(node, 'properties')).map(({ key }) => key);
  return names.length === 0 ? undefined : names;
}

function scalar(node: DataNode): Fact | undefined {
  return node.kind === 'scalar' && node.value !== null ? node.value : undefined;
}

function entries(node: DataNode | undefined): readonly MappingEntry[] {
  return node?.kind === 'mapping' ? node.entries : [];
}

function items(node: DataNode | undefined): readonly DataNode[] {
  return node?.kind === 'sequence' ? node.items : [];
}
