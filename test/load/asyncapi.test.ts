import type nodeFs from 'node:fs';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { loadAsyncApi, type AsyncApiDocument } from '../../generator/src/load/asyncapi/index.js';
import { decodeSource } from '../../generator/src/load/source.js';
import { loadYaml } from '../../generator/src/load/yaml.js';
import { findings, plainValue } from '../support/data.js';
import { hasShared, sharedPath } from '../support/shared.js';

type Loaded = Awaited<ReturnType<typeof loadAsyncApi>>;

async function load(text: string): Promise<Loaded> {
  const { root, diagnostics } = loadYaml('a.yaml', text);
  if (!root) throw new Error(findings({ diagnostics }).join('\n'));
  return loadAsyncApi('a.yaml', root);
}

async function accepted(text: string): Promise<AsyncApiDocument> {
  const { document, diagnostics } = await load(text);
  expect(diagnostics).toEqual([]);
  if (!document) throw new Error('no document');
  return document;
}

/** A document with one operation, whose message stands on line 7 from column 16. */
const withMessage = (message: string, ...more: readonly string[]): string =>
  [
    ...['asyncapi: 2.6.0', 'info: { title: T, version: "1" }', 'channels:', '  /chat:', '    subscribe:'],
    ...['      operationId: stream', `      message: ${message}`, ...more],
  ].join('\n');

describe('what a document states', () => {
  it('is its messages, where they are written, with payloads and examples', async () => {
    const document = await accepted(
      withMessage(
        '{ oneOf: [{ $ref: "#/components/messages/A" }, { name: B, payload: { type: string } }] }',
        'components:',
        '  messages:',
        '    A: { title: An A, contentType: text/plain, payload: { $ref: "#/components/schemas/S" }, examples: [{ name: x, payload: 1 }] }',
        '    Unused: { payload: {} }',
        '  schemas: { S: { type: integer } }',
      ),
    );
    expect(document.messages).toMatchObject([
      {
        pointer: '/components/messages/A',
        name: 'A',
        title: 'An A',
        contentType: 'text/plain',
        payload: { pointer: '/components/messages/A/payload', reference: '#/components/schemas/S' },
        examples: [{ name: 'x', payload: { value: 1, span: { line: 10 } } }],
        span: { line: 10, column: 5 },
      },
      { pointer: '/channels/~1chat/subscribe/message/oneOf/1', name: 'B', payload: { reference: undefined } },
    ]);
    expect(document.unusedMessages.map(({ name }) => name)).toEqual(['Unused']);
    expect(document.schemas).toEqual([
      { name: 'S', pointer: '/components/schemas/S', span: { file: 'a.yaml', line: 12, column: 14 } },
    ]);
    expect(document.channels[0]?.operations).toMatchObject([
      {
        action: 'subscribe',
        operationId: 'stream',
        messages: document.messages.map(({ pointer }) => pointer),
      },
    ]);
  });

  it('is what traits say of a message, the last one first', async () => {
    const document = await accepted(
      withMessage(
        '{ payload: {}, contentType: a/a, traits: [{ contentType: b/b, title: B }, { contentType: c/c }] }',
      ),
    );
    expect(document.messages[0]).toMatchObject({ contentType: 'c/c', title: 'B' });
  });

  it('is read anew each time', async () => {
    const text = withMessage('{ payload: {} }');
    expect(await load(text)).toEqual(await load(text));
  });
});

const published = ['upstream', 'nscale-chat-completions.asyncapi.yaml'] as const;

it.skipIf(!hasShared(...published))('the published Nscale document loads as it stands', async () => {
  const { text = '' } = decodeSource('a.yaml', readFileSync(sharedPath(...published)));
  const document = await accepted(text);
  expect(document.title).toBe('Nscale Chat Completions Streaming (HTTP + SSE)');
  expect(document.servers).toMatchObject([
    {
      name: 'nscale',
      url: 'inference.api.nscale.com/v1',
      protocol: 'https',
      security: [{ name: 'bearerAuth', type: 'http', scheme: 'bearer', bearerFormat: 'Nscale API key' }],
    },
  ]);
  expect(document.channels).toMatchObject([
    {
      name: '/chat/completions',
      sse: { mediaType: 'text/event-stream', eventField: 'data', terminator: { value: '[DONE]' } },
      operations: [{ operationId: 'streamChatCompletionChunks', action: 'subscribe' }],
    },
  ]);
  expect(
    document.messages.map(({ name, examples }) => [name, examples.map((example) => example.name)]),
  ).toEqual([
    ['ChatCompletionChunk', ['openingChunk', 'contentChunk', 'finalChunk']],
    ['StreamDone', ['done']],
  ]);
  expect(plainValue(document.messages[1]?.examples[0]?.payload)).toBe('[DONE]');
  expect(document.schemas).toHaveLength(5);
});

describe('faults', () => {
  it.each([
    ['a scalar', 'hello', '1:1 document-kind'],
    ['a list', '[1]', '1:1 document-kind'],
    ['another kind of document', 'openapi: 3.1.0', '1:1 document-kind'],
    ['version 3', 'asyncapi: 3.0.0', '1:11 document-kind'],
    ['a version that is a number', 'asyncapi: 2.6', '1:11 document-kind'],
  ])('are documents of another kind: %s', async (_, text, expected) => {
    expect(findings(await load(text))).toEqual([expected]);
  });

  it('of the structure are all told in one run, each once and at its key', async () => {
    const text = [
      ...[
        'asyncapi: 2.6.0',
        'info: { title: 5 }',
        'channels:',
        '  a:',
        '    subscribe: { bogus: 1 }',
        'foo: 1',
      ],
      ...['__proto__: 1'],
    ].join('\n');
    expect([...findings(await load(text))].sort()).toEqual([
      '2:16 invalid-document',
      '2:7 invalid-document',
      '5:18 invalid-document',
      '6:1 invalid-document',
      '7:1 invalid-document',
    ]);
  });

  it.each([
    ['in an operation', withMessage('{ payload: {}, bogus: 1 }'), ['7:31 invalid-document']],
    ['in a choice', withMessage('{ oneOf: [{ contentType: 5, payload: {} }] }'), ['7:41 invalid-document']],
    [
      'in the components',
      withMessage(
        '{ $ref: "#/components/messages/A" }',
        'components: { messages: { A: { payload: {}, bogus: 1 } } }',
      ),
      ['8:45 invalid-document'],
    ],
  ])('of a message %s are one finding', async (_, text, expected) => {
    expect(findings(await load(text))).toEqual(expected);
  });

  it('are operation ids that stand twice, with both places', async () => {
    const { diagnostics } = await load(
      withMessage(
        '{ payload: {} }',
        '  /other:',
        '    publish: { operationId: stream, message: { payload: {} } }',
      ),
    );
    expect(diagnostics).toMatchObject([
      {
        code: 'duplicate-row',
        span: { line: 9, column: 29 },
        related: [{ span: { line: 6, column: 20 } }],
      },
    ]);
  });

  it.each([
    [
      'a message that refers to itself',
      '{ $ref: "#/components/messages/A" }',
      'A: { $ref: "#/components/messages/A" }',
      ['7:24 ref-cycle', '8:38 ref-cycle'],
    ],
    [
      'a message that refers to nothing',
      '{ $ref: "#/components/messages/B" }',
      'A: { payload: {} }',
      ['7:24 ref-unresolved'],
    ],
    ['a message in another file', '{ $ref: "other.yaml#/A" }', 'A: { payload: {} }', ['7:24 ref-unresolved']],
    [
      'a message outside the folder',
      '{ $ref: "../other.yaml#/A" }',
      'A: { payload: {} }',
      ['7:24 ref-outside'],
    ],
    [
      'a message that is a schema',
      '{ $ref: "#/components/messages/A/payload" }',
      'A: { payload: {} }',
      ['7:24 invalid-document'],
    ],
    [
      'a payload in another schema language',
      '{ payload: {}, schemaFormat: application/vnd.apache.avro }',
      'A: { payload: {} }',
      ['7:45 unsupported-keyword'],
    ],
  ])('are references and payloads that cannot be read: %s', async (_, message, component, expected) => {
    const { document, diagnostics } = await load(
      withMessage(message, `components: { messages: { ${component} } }`),
    );
    expect(document).toBeUndefined();
    expect(findings({ diagnostics })).toEqual(expected);
  });

  it('are fields of the x-sse binding that would be lost', async () => {
    const { diagnostics } = await load(
      withMessage('{ payload: {} }', '    bindings: { x-sse: { terminator: 5, eventField: "", retry: 3 } }'),
    );
    expect(findings({ diagnostics })).toEqual([
      '8:38 keyword-value',
      '8:53 keyword-value',
      '8:57 unsupported-keyword',
    ]);
  });

  it('are not what the compiler of schemas judges: nullable enums, examples, formats', async () => {
    await accepted(
      withMessage(
        '{ payload: { type: string, nullable: true, enum: [a] }, examples: [{ payload: null }] }',
        'servers: { s: { url: "{not a url", protocol: https } }',
      ),
    );
  });
});

describe('references', () => {
  const require = createRequire(import.meta.url);
  // Spies must be set on the module object that CommonJS packages share.
  const fs = require('node:fs') as typeof nodeFs;
  beforeAll(async () => {
    // Loading the parser reads its own files.
    await load(withMessage('{ payload: {} }'));
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const outside = [
    ...[
      'file:///etc/passwd',
      '/etc/passwd',
      'FILE:///etc/passwd',
      '~/.ssh/id_rsa',
      'C:\\\\Windows\\\\win.ini',
      '..%2fx',
    ],
    ...[
      'http://127.0.0.1:1/x',
      '//127.0.0.1:1/x',
      'HTTP://[::1]:1/x',
      'data:application/json,{}',
      'npm:evil',
      'x/../../y',
    ],
  ];

  it.each([...outside, 'inside.yaml#/A', './folder/inside.yaml'])(
    'to %s open no file and no connection',
    async (to) => {
      const opened: string[] = [];
      for (const method of ['readFile', 'readFileSync', 'open', 'openSync', 'createReadStream'] as const) {
        const original = fs[method] as (...values: readonly unknown[]) => unknown;
        vi.spyOn(fs, method).mockImplementation((...values: readonly unknown[]): unknown => {
          opened.push(String(values[0]));
          return original.apply(fs, [...values]);
        });
      }
      const connect = vi.spyOn(net.Socket.prototype, 'connect');
      for (const place of [
        `{ $ref: "${to}" }`,
        `{ payload: { $ref: "${to}" } }`,
        `{ payload: {}, bindings: { $ref: "${to}" } }`,
      ]) {
        const { diagnostics } = await load(withMessage(place));
        if (outside.includes(to)) expect(diagnostics.map(({ code }) => code)).toEqual(['ref-outside']);
      }
      expect(opened).toEqual([]);
      expect(connect).not.toHaveBeenCalled();
    },
  );
});
