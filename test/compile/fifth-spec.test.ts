import { describe, expect, it } from 'vitest';

import { compileTexts, errorsOf, importPackage, textOf, validatorOf } from '../support/compile.js';

/** A document with other names, other shapes and other habits than those that come with the project. */
const document = `asyncapi: 2.6.0
info:
  title: Weather station
  version: 3.1.4
servers:
  production:
    url: https://stations.example.test
    protocol: https
channels:
  station/{id}/readings:
    parameters:
      id:
        schema: { type: string }
    subscribe:
      operationId: onReading
      message:
        oneOf:
          - $ref: '#/components/messages/reading'
          - $ref: '#/components/messages/stationOffline'
          - name: heartbeat
            payload:
              type: object
              required: [kind]
              properties:
                kind: { const: heartbeat }
    publish:
      operationId: setInterval
      message:
        payload:
          type: object
          required: [seconds]
          properties:
            seconds: { type: integer, minimum: 1 }
components:
  messages:
    reading:
      contentType: application/json
      headers:
        type: object
        properties:
          trace: { type: string }
      payload:
        $ref: '#/components/schemas/reading-payload'
      examples:
        - payload: { kind: reading, celsius: 21.5, tags: [roof] }
    stationOffline:
      payload:
        type: object
        additionalProperties: false
        required: [kind, since]
        properties:
          kind: { enum: [offline] }
          since: { type: string, format: date-time, nullable: true }
  schemas:
    reading-payload:
      type: object
      required: [kind, celsius]
      properties:
        kind: { const: reading }
        celsius: { type: number, minimum: -90, maximum: 60 }
        tags: { type: array, items: { $ref: '#/components/schemas/tag' }, uniqueItems: true }
        neighbours:
          type: array
          items: { $ref: '#/components/schemas/reading-payload' }
    tag: { type: string, minLength: 1, maxLength: 12 }
`;

describe('a specification of one’s own', () => {
  it('becomes a package with no other edit', async () => {
    const result = await compileTexts(new Map([['weather-station/asyncapi.yaml', document]]));
    expect(errorsOf(result)).toEqual([]);
    expect(textOf(result, 'weather-station/package.json')).toContain('"@profilegen/weather-station"');
    const types = textOf(result, 'weather-station/src/types.ts');
    expect(types).toContain('export type StreamMessage = Reading | StationOffline | Heartbeat;');
    expect(types).toContain('neighbours?: ReadingPayload[];');

    const emitted = await importPackage(result, 'weather-station');
    const validate = validatorOf(emitted, 'StreamMessage');
    expect(
      validate({ kind: 'reading', celsius: 21.5, neighbours: [{ kind: 'reading', celsius: 0 }] }),
    ).toEqual([]);
    expect(validate({ kind: 'offline', since: null })).toEqual([]);
    expect(validate({ kind: 'heartbeat', anything: 'else' })).toEqual([]);
    expect(
      validate({ kind: 'offline', since: 'now', extra: 1 }).map(({ code, path }) => [code, path]),
    ).toEqual([['additional_properties', '/extra']]);
    expect(validate({ kind: 'reading', celsius: 99 }).map(({ code, path }) => [code, path])).toEqual([
      ['maximum', '/celsius'],
    ]);
  });

  it('stands beside the others in the workspace', async () => {
    const result = await compileTexts(new Map([['weather-station/asyncapi.yaml', document]]));
    expect(JSON.parse(textOf(result, 'package.json'))).toMatchObject({
      workspaces: ['conformance', 'runtime', 'weather-station'],
    });
    expect(JSON.parse(textOf(result, 'tsconfig.json'))).toEqual({
      files: [],
      references: [{ path: 'conformance' }, { path: 'runtime' }, { path: 'weather-station' }],
    });
  });
});
