import { describe, expect, it } from 'vitest';

import { compileTexts, errorsOf, importPackage, textOf, validatorOf } from '../support/compile.js';

const names = Object.getOwnPropertyNames(Object.prototype).sort();

const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer' }]));

/** Built from text, as a parser reads it: an own `__proto__` like any other name. */
const document = `{
  "asyncapi": "2.6.0",
  "info": { "title": "Names", "version": "1" },
  "channels": { "c": { "subscribe": { "message": { "oneOf": [
    { "$ref": "#/components/messages/hasOwnProperty" },
    { "$ref": "#/components/messages/toString" }
  ] } } } },
  "components": {
    "messages": {
      "hasOwnProperty": { "payload": { "$ref": "#/components/schemas/valueOf" } },
      "toString": { "payload": { "const": "end" } }
    },
    "schemas": { "valueOf": {
      "type": "object",
      "additionalProperties": false,
      "required": ${JSON.stringify(names)},
      "properties": {${names.map((name) => `${JSON.stringify(name)}: {"type": "integer"}`).join()}}
    } }
  }
}`;

const bodies = {
  openapi: '3.1.0',
  info: { title: 'Names', version: '1' },
  paths: {
    '/names': {
      post: {
        operationId: 'constructor',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } } },
        responses: { 200: { description: 'The same.' } },
      },
    },
  },
  components: { schemas: { Body: { type: 'object', properties, nullable: true } } },
};

describe('names of Object.prototype', () => {
  it('are names like others in messages, schemas, properties and operations', async () => {
    const result = await compileTexts(
      new Map([
        ['names/asyncapi.json', document],
        ['names/bodies.openapi.yaml', JSON.stringify(bodies)],
      ]),
    );
    expect(errorsOf(result)).toEqual([]);
    expect(textOf(result, 'names/src/types.ts')).toContain('hasOwnProperty: number;');
    expect(textOf(result, 'names/src/bodies.ts')).toContain('isPrototypeOf?: number;');
    const validate = validatorOf(await importPackage(result, 'names'), 'ValueOf');
    expect(validate({}).map(({ path }) => path.slice(1))).toHaveLength(names.length);
    const whole = `{${names.map((name) => `${JSON.stringify(name)}: 1`).join()}}`;
    expect(validate(JSON.parse(whole))).toEqual([]);
    expect(validate(JSON.parse(whole.replace('"toString": 1', '"toString": "x"')))).toMatchObject([
      { code: 'type', path: '/toString' },
    ]);
  });
});
