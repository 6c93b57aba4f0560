import { describe, expect, it } from 'vitest';

import { loadOpenApi } from '../../generator/src/load/openapi/index.js';
import { loadYaml } from '../../generator/src/load/yaml.js';
import { findings } from '../support/data.js';

function load(...lines: readonly string[]): ReturnType<typeof loadOpenApi> {
  const { root, diagnostics } = loadYaml('b.yaml', lines.join('\n'));
  if (!root) throw new Error(findings({ diagnostics }).join('\n'));
  return loadOpenApi('b.yaml', root);
}

const head = ['openapi: 3.1.0', 'info: { title: T, version: "1" }', 'paths:'];

describe('loadOpenApi', () => {
  it('reads operations, bodies by media type and responses by status', () => {
    const { document, diagnostics } = load(
      ...head,
      '  /chat:',
      '    post:',
      '      operationId: chat.create',
      '      requestBody:',
      '        required: true',
      '        content: { application/json: { schema: { $ref: "#/components/schemas/Request" } } }',
      '      responses:',
      '        200:',
      '          description: Fine',
      '          content:',
      '            application/json: { schema: { type: object } }',
      '            text/event-stream: { schema: { $ref: "types.schema.json#/$defs/Chunk" } }',
      '        "400": { $ref: "#/components/responses/Failure" }',
      '        "204": { description: Nothing }',
      'components:',
      '  schemas: { Request: { type: object } }',
      '  responses: { Failure: { description: Bad, content: { application/json: { schema: {} } } } }',
    );
    expect(diagnostics).toEqual([]);
    expect(document?.operations).toMatchObject([
      {
        operationId: 'chat.create',
        method: 'post',
        path: '/chat',
        request: {
          required: true,
          schema: { reference: '#/components/schemas/Request', span: { line: 9, column: 48 } },
        },
        responses: [
          { status: '200', mediaType: 'application/json', schema: { reference: undefined } },
          {
            status: '200',
            mediaType: 'text/event-stream',
            schema: {
              pointer: '/paths/~1chat/post/responses/200/content/text~1event-stream/schema',
              reference: 'types.schema.json#/$defs/Chunk',
            },
          },
          {
            status: '400',
            description: 'Bad',
            schema: { pointer: '/components/responses/Failure/content/application~1json/schema' },
          },
          { status: '204', mediaType: undefined, schema: undefined },
        ],
        span: { file: 'b.yaml', line: 6, column: 20 },
      },
    ]);
    expect(document?.schemas.map(({ name, pointer }) => [name, pointer])).toEqual([
      ['Request', '/components/schemas/Request'],
    ]);
  });

  it.each([
    ['a scalar', ['x'], '1:1 document-kind'],
    ['another kind', ['asyncapi: 2.6.0'], '1:1 document-kind'],
    ['another version', ['openapi: 3.0.3'], '1:10 document-kind'],
    ['no paths', ['openapi: 3.1.0'], '1:1 invalid-document'],
    ['a path that is a list', [...head, '  /a: [1]'], '4:7 invalid-document'],
    ['an operation without a name', [...head, '  /a: { get: { responses: {} } }'], '4:9 invalid-document'],
    [
      'an operation with an empty name',
      [...head, '  /a: { get: { operationId: "" } }'],
      '4:29 invalid-document',
    ],
    [
      'a body without content',
      [...head, '  /a: { put: { operationId: a, requestBody: {} } }'],
      '4:45 invalid-document',
    ],
    ['a path in another file', [...head, '  /a: { $ref: other.yaml }'], '4:15 ref-unresolved'],
    ['a path outside the folder', [...head, '  /a: { $ref: ../other.yaml }'], '4:15 ref-outside'],
    [
      'a path that is nowhere',
      [...head, '  /a: { $ref: "#/components/pathItems/a" }'],
      '4:15 ref-unresolved',
    ],
    ['a path that refers to itself', [...head, '  /a: { $ref: "#/paths/~1a" }'], '4:15 ref-cycle'],
  ])('refuses %s, with its place', (_, lines, expected) => {
    const { document, diagnostics } = load(...lines);
    expect(document).toBeUndefined();
    expect(findings({ diagnostics })).toEqual([expected]);
  });

  it('names both places of an operation id that stands twice', () => {
    const { diagnostics } = load(
      ...head,
      '  /a: { get: { operationId: x, responses: {} } }',
      '  /b: { get: { operationId: x, responses: {} } }',
    );
    expect(diagnostics).toMatchObject([
      { code: 'duplicate-row', span: { line: 5, column: 29 }, related: [{ span: { line: 4, column: 29 } }] },
    ]);
  });
});
