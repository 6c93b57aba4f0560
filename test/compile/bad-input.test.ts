import { describe, expect, it } from 'vitest';

import { formatSpan } from '../../generator/src/diagnostics/index.js';
import { compileTexts, edit, errorsOf, projectSpecs } from '../support/compile.js';

const profile = 'openai-compatible/profile.md';
const types = 'openai-compatible/types.schema.json';
const asyncapi = 'nscale-sse/asyncapi.yaml';

/** Line and column of a text in a document, from 1. */
function placeOf(text: string, needle: string, within = 0): string {
  const offset = text.indexOf(needle) + within;
  const before = text.slice(0, offset).split('\n');
  return `${String(before.length)}:${String((before.at(-1)?.length ?? 0) + 1)}`;
}

interface BadInput {
  readonly what: string;
  readonly id: string;
  readonly path: string;
  readonly code: string;
  /** Changes the document; what is returned is where the fault stands, with an offset into it. */
  readonly change: (specs: Map<string, string>) => readonly [needle: string, within?: number];
}

const cases: readonly BadInput[] = [
  {
    what: 'a field without a type',
    id: 'openai-compatible',
    path: profile,
    code: 'missing-type',
    change: (specs) => {
      edit(specs, profile, '| `response.usage` | `usage` |', '| `response.usage` | `usage`, `nowhere` |');
      return ['`nowhere`', 1];
    },
  },
  {
    what: 'a header that nearly matches',
    id: 'openai-compatible',
    path: profile,
    code: 'unknown-header',
    change: (specs) => {
      edit(specs, profile, '| Event type | Required fields |', '| Event type | Requird fields |');
      return ['Requird fields'];
    },
  },
  {
    what: 'a duplicate row',
    id: 'openai-compatible',
    path: profile,
    code: 'duplicate-row',
    change: (specs) => {
      edit(
        specs,
        profile,
        '| `response.cancelled` | `reason` |',
        '| `response.usage` | `usage` |  | Twice. |\n| `response.cancelled` | `reason` |',
      );
      return ['`response.usage` | `usage` |  | Twice.', 1];
    },
  },
  {
    what: 'a required property that the schema lacks',
    id: 'nscale-sse',
    path: asyncapi,
    code: 'missing-property',
    change: (specs) => {
      edit(
        specs,
        asyncapi,
        '        - delta\n        - index\n',
        '        - delta\n        - index\n        - nowhere\n',
      );
      return ['nowhere'];
    },
  },
  {
    what: 'a $ref out of the folder',
    id: 'openai-compatible',
    path: types,
    code: 'ref-outside',
    change: (specs) => {
      edit(
        specs,
        types,
        '"$defs": {',
        '"$defs": { "Outside": { "$ref": "../nscale-sse/asyncapi.yaml#/components" },',
      );
      return ['"../nscale-sse'];
    },
  },
  {
    what: 'a $ref to the network',
    id: 'nscale-sse',
    path: asyncapi,
    code: 'ref-outside',
    change: (specs) => {
      edit(
        specs,
        asyncapi,
        "        usage:\n          $ref: '#/components/schemas/CompletionUsage'",
        "        usage:\n          $ref: 'http://127.0.0.1:1/usage.json'",
      );
      return ["'http://127.0.0.1:1"];
    },
  },
  {
    what: 'an unsupported keyword',
    id: 'openai-compatible',
    path: types,
    code: 'unsupported-keyword',
    change: (specs) => {
      edit(
        specs,
        types,
        '"$defs": {',
        '"$defs": { "Odd": { "type": "object", "description": "x", "unevaluatedProperties": false },',
      );
      return ['"unevaluatedProperties"'];
    },
  },
  {
    what: 'invalid YAML',
    id: 'nscale-sse',
    path: asyncapi,
    code: 'syntax',
    change: (specs) => {
      edit(specs, asyncapi, "asyncapi: '2.6.0'\n", "asyncapi: '2.6.0'\n\tbad: tab\n");
      return ['\tbad'];
    },
  },
  {
    what: 'a YAML that is not AsyncAPI',
    id: 'nscale-sse',
    path: asyncapi,
    code: 'document-kind',
    change: (specs) => {
      specs.set(asyncapi, 'name: something else\n');
      return ['name'];
    },
  },
  {
    what: 'a level that is claimed without its operations',
    id: 'openai-compatible',
    path: 'openai-compatible/capabilities/vllm.json',
    code: 'missing-operation',
    change: (specs) => {
      const path = 'openai-compatible/capabilities/vllm.json';
      edit(specs, path, '"responses.create"', '"embeddings.create.again"');
      return ['"compatibility_levels": [1, 2', '"compatibility_levels": [1, '.length];
    },
  },
  {
    what: 'two names that become one identifier',
    id: 'nscale-sse',
    path: asyncapi,
    code: 'name-collision',
    change: (specs) => {
      edit(
        specs,
        asyncapi,
        '    StreamDoneSentinel:\n      type: string\n',
        '    stream-done-sentinel:\n      type: string\n    StreamDoneSentinel:\n      type: string\n',
      );
      return ['StreamDoneSentinel:\n'];
    },
  },
];

describe('bad input', () => {
  it.each(cases)('$what is an error where it stands', async ({ id, path, code, change }) => {
    const specs = projectSpecs();
    const [needle, within] = change(specs);
    const result = await compileTexts(specs, [id]);
    const place = placeOf(specs.get(path) ?? '', needle, within);
    expect(errorsOf(result)).toContain(`${path}:${place} ${code}`);
    expect(result.files).toEqual([]);
  });

  it('reports the faults of one run all at once, each with what was expected and found where that helps', async () => {
    const specs = projectSpecs();
    for (const { change } of cases.filter(({ what }) =>
      /field without|duplicate row|two names|unsupported/.test(what),
    )) {
      change(specs);
    }
    const result = await compileTexts(specs);
    const codes = new Set(
      result.diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code),
    );
    expect([...codes].sort()).toEqual([
      'duplicate-row',
      'missing-type',
      'name-collision',
      'unsupported-keyword',
    ]);
    expect(result.files).toEqual([]);
  });

  it('names an unknown profile', async () => {
    const result = await compileTexts(projectSpecs(), ['nowhere']);
    expect(result.diagnostics.map(({ code, span }) => `${formatSpan(span)} ${code}`)).toEqual([
      'nowhere:1:1 unknown-name',
    ]);
  });
});
