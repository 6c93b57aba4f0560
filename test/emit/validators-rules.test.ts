import { describe, expect, test } from 'vitest';
import * as text from '../../generator/src/emit/text/index.js';
import type { CompiledRule } from '../../generator/src/emit/validators/index.js';
import { compileCel } from '../../generator/src/rules/cel/index.js';
import { emitted, emittedText } from '../support/emitted-validators.js';

function rule(name: string, condition: string): CompiledRule {
  const at = { file: 'profile.md', line: 12, column: 3 };
  const { expression, diagnostics } = compileCel(condition, at, {
    variables: [{ name: 'this', identifier: 'value', type: { kind: 'dyn' }, validated: false }],
    text,
  });
  if (expression === undefined) throw new Error(JSON.stringify(diagnostics));
  const { runtimeNames } = expression;
  return {
    name,
    code: name,
    condition,
    expression: expression.text,
    runtimeNames,
    at,
    description: 'A rule.',
  };
}

const usage = {
  type: 'object',
  required: ['prompt', 'total'],
  properties: { prompt: { type: 'integer' }, total: { type: 'integer' } },
};

const rules = new Map([
  [
    'Usage.json#',
    [rule('total_adds_up', 'this.total == this.prompt'), rule('total_positive', 'this.total > 0')],
  ],
  ['Nullable.json#', [rule('has_prompt', 'has(this.prompt)')]],
]);

const schemas = {
  Usage: usage,
  Holder: { type: 'object', properties: { usage: { $ref: 'Usage.json#' } } },
  Alias: { $ref: 'Usage.json#' },
  Nullable: { type: ['object', 'null'] },
};

describe('data rules', () => {
  const { Usage, Holder, Alias, Nullable } = emitted(schemas, { rules });

  test('a broken rule is an issue with its code, condition and place', () => {
    expect(Usage.is({ prompt: 1, total: 1 })).toBe(true);
    expect(Usage.is({ prompt: 1, total: 2 })).toBe(false);
    expect(Usage.validate({ prompt: 1, total: 2 })).toEqual([
      {
        code: 'total_adds_up',
        path: '',
        expected: 'this.total == this.prompt',
        got: '{"prompt":1,"total":2}',
        spec: 'profile.md:12:3',
      },
    ]);
  });

  test('all broken rules are reported', () => {
    expect(Usage.validate({ prompt: 1, total: -1 }).map(({ code }) => code)).toEqual([
      'total_adds_up',
      'total_positive',
    ]);
  });

  test('a rule is evaluated on a value of the wrong shape, where it can be', () => {
    expect(Usage.validate({ total: -1 }).map(({ code }) => code)).toEqual(['required', 'total_positive']);
    expect(Usage.validate({ prompt: 1, total: 'x' }).map(({ code }) => code)).toEqual([
      'type',
      'total_adds_up',
    ]);
    expect(Usage.validate(5).map(({ code }) => code)).toEqual(['type']);
  });

  test('rules hold wherever the type is used', () => {
    expect(Holder.validate({ usage: { prompt: 1, total: 2 } })).toMatchObject([
      { code: 'total_adds_up', path: '/usage' },
    ]);
    expect(Holder.is({ usage: { prompt: 1, total: 2 } })).toBe(false);
    expect(Alias.is({ prompt: 1, total: 2 })).toBe(false);
    expect(Alias.validate({ prompt: 1, total: 2 })).toHaveLength(1);
  });

  test('rules say nothing of a null that the type admits', () => {
    expect(Nullable.is(null)).toBe(true);
    expect(Nullable.validate(null)).toEqual([]);
    expect(Nullable.is({})).toBe(false);
    expect(Nullable.validate({})).toMatchObject([{ code: 'has_prompt' }]);
  });

  test('a rule that cannot be evaluated is broken, unless the shape already is', () => {
    const failing = new Map([['Usage.json#', [rule('sum', 'this.prompt + this.other == 1')]]]);
    const { Usage: Failing } = emitted({ Usage: usage }, { rules: failing });
    expect(Failing.is({ prompt: 1, total: 1 })).toBe(false);
    expect(Failing.validate({ prompt: 1, total: 1 }).map(({ code }) => code)).toEqual(['sum']);
    expect(Failing.validate({ prompt: 'x', total: 1 }).map(({ code }) => code)).toEqual(['type']);
  });

  test('the condition is a comment that cannot end', () => {
    const hostile = {
      ...rule('odd', 'this.total > 0'),
      description: '*/ globalThis.__pwned = 1; /*',
      condition: '*/ x',
    };
    const module = emittedText({ Usage: usage }, { rules: new Map([['Usage.json#', [hostile]]]) });
    expect(module).toContain('* *\\/ globalThis.__pwned = 1; /*');
  });
});
