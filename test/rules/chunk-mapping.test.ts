import { describe, expect, test } from 'vitest';
import { parseAssignment, parseChunkField } from '../../generator/src/rules/mapping/index.js';

const at = { file: 'profile.md', line: 7, column: 3 };

describe('the chunk field of a mapping', () => {
  test.each([
    {
      source: 'usage',
      field: { schema: undefined, terminator: false, steps: [{ name: 'usage', each: false }] },
    },
    {
      source: 'choices[].delta.tool_calls[].function.name',
      field: {
        schema: undefined,
        terminator: false,
        steps: [
          { name: 'choices', each: true },
          { name: 'delta', each: false },
          { name: 'tool_calls', each: true },
          { name: 'function', each: false },
          { name: 'name', each: false },
        ],
      },
    },
    { source: 'ChatCompletion', field: { schema: 'ChatCompletion', terminator: false, steps: [] } },
    {
      source: 'ResponsesStreamCompleted.response',
      field: {
        schema: 'ResponsesStreamCompleted',
        terminator: false,
        steps: [{ name: 'response', each: false }],
      },
    },
    { source: '[DONE]', field: { schema: undefined, terminator: true, steps: [] } },
  ])('$source', ({ source, field }) => {
    expect(parseChunkField(source, at)).toEqual({ field, diagnostics: [] });
  });

  test.each(['', 'choices[0].delta', 'a..b', 'a b', '[]', 'usage.', 'Chat-Completion', '__proto__()'])(
    '%j is told at its place',
    (source) => {
      const { field, diagnostics } = parseChunkField(source, at);
      expect(field).toBeUndefined();
      expect(diagnostics).toMatchObject([{ code: 'rule-syntax', span: at }]);
    },
  );
});

describe('an assignment of a mapping', () => {
  test.each([
    {
      source: 'index = choice.index',
      assignment: { target: ['index'], value: { kind: 'path', root: 'choice', names: ['index'] } },
    },
    { source: "delta = ''", assignment: { target: ['delta'], value: { kind: 'text', value: '' } } },
    {
      source: "tool_call.type='function'",
      assignment: { target: ['tool_call', 'type'], value: { kind: 'text', value: 'function' } },
    },
    { source: 'index = 0', assignment: { target: ['index'], value: { kind: 'integer', value: 0 } } },
    {
      source: 'openai_chunk = this',
      assignment: { target: ['openai_chunk'], value: { kind: 'path', root: 'this', names: [] } },
    },
    {
      source: 'body = completion',
      assignment: { target: ['body'], value: { kind: 'path', root: 'completion', names: [] } },
    },
  ])('$source', ({ source, assignment }) => {
    expect(parseAssignment(source, at)).toEqual({ assignment, diagnostics: [] });
  });

  test.each([
    'index',
    'index =',
    '= 1',
    'index = chunk.index',
    'index = 1 + 1',
    'index = 01',
    "delta = 'it''s'",
    'delta = "x"',
    'a.b. = 1',
    'index = this.a[0]',
    'x = process.exit()',
  ])('%j is told at its place', (source) => {
    const { assignment, diagnostics } = parseAssignment(source, at);
    expect(assignment).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: 'rule-syntax', span: at }]);
  });
});
