import { describe, expect, it } from 'vitest';

import { compileTexts, edit, errorsOf, projectSpecs } from '../support/compile.js';

const profile = 'openai-compatible/profile.md';
const recipe = 'openai-compatible/recipes/chat-usage.json';
const total = '`this.total_tokens == this.input_tokens + this.output_tokens`';

interface Case {
  readonly what: string;
  readonly id?: string;
  readonly path?: string;
  readonly from: string;
  readonly to: string;
  /** The text of `to` that the error points at. */
  readonly at: string;
  readonly code: string;
}

const cases: readonly Case[] = [
  {
    what: 'an unknown template',
    from: '`existence(1, terminal)`',
    to: '`existance(1, terminal)`',
    at: 'existance',
    code: 'rule-unsupported',
  },
  {
    what: 'an unknown kind of rule',
    from: '`constant(tool_call.id)`',
    to: '`sorted(tool_call.id)`',
    at: 'sorted',
    code: 'rule-unsupported',
  },
  {
    what: 'a misspelt symbol',
    from: '`existence(1, terminal)`',
    to: '`existence(1, terminall)`',
    at: 'terminall',
    code: 'rule-unknown-symbol',
  },
  {
    what: 'a symbol that no event matches',
    from: "| `usage-summary` | `this.type == 'response.usage'`",
    to: "| `usage-summary` | `this.type == 'response.usages'`",
    at: "this.type == 'response.usages'",
    code: 'rule-unmatched-symbol',
  },
  {
    what: 'a symbol that no message of a stream matches',
    id: 'nscale-sse',
    path: 'nscale-sse/profile.md',
    from: '| `done` | `this == "[DONE]"`',
    to: '| `ghost` | `this != "[DONE]" && this.object == "chunk.of.nothing"` | Never. |\n| `done` | `this == "[DONE]"`',
    at: '== "chunk.of.nothing"',
    code: 'rule-constant',
  },
  {
    what: 'a data rule on an undeclared field',
    from: total,
    to: '`this.total_tokens == this.inputs + this.output_tokens`',
    at: 'inputs',
    code: 'rule-unknown-field',
  },
  {
    what: 'an order rule on an undeclared field',
    from: '`constant(tool_call.id)`',
    to: '`constant(tool_call.nowhere)`',
    at: 'tool_call.nowhere',
    code: 'rule-unknown-field',
  },
  {
    what: 'a CEL type error',
    from: total,
    to: "`this.total_tokens == this.input_tokens + 'x'`",
    at: "+ 'x'",
    code: 'rule-type',
  },
  {
    what: 'a condition that is no CEL',
    from: total,
    to: '`this.total_tokens ==`',
    at: '==',
    code: 'rule-syntax',
  },
  {
    what: 'rules that contradict each other',
    from: '| `operation-ends-once` | `absence(2, terminal)`',
    to: '| `operation-ends-once` | `absence(1, terminal)`',
    at: '',
    code: 'rule-conflict',
  },
  {
    what: 'a recipe with an undefined parameter',
    path: recipe,
    from: '"body": {',
    to: '"body": { "user": "${nowhere}",',
    at: '"${nowhere}"',
    code: 'recipe-parameter',
  },
];

describe('a bad rule', () => {
  it.each(cases)('$what is an error where it stands, and nothing is written', async (fault) => {
    const { id = 'openai-compatible', path = profile, from, to, at, code } = fault;
    const specs = projectSpecs();
    edit(specs, path, from, to);
    const result = await compileTexts(specs, [id]);
    expect(result.files).toEqual([]);
    const [only, ...more] = errorsOf(result);
    expect(more).toEqual([]);
    if (at === '') expect(only).toMatch(new RegExp(`^${path}:\\d+:\\d+ ${code}$`));
    else {
      const text = specs.get(path) ?? '';
      const before = text.slice(0, text.indexOf(to) + to.lastIndexOf(at)).split('\n');
      expect(only).toBe(
        `${path}:${String(before.length)}:${String((before.at(-1) ?? '').length + 1)} ${code}`,
      );
    }
  });

  it('that contradicts another names it, and no rule that has no part in it', async () => {
    const specs = projectSpecs();
    edit(specs, profile, '`absence(2, terminal)`', '`absence(1, terminal)`');
    const { diagnostics } = await compileTexts(specs, ['openai-compatible']);
    const conflict = diagnostics.find(({ code }) => code === 'rule-conflict');
    expect(conflict?.message).toContain('`operation-ends`, `operation-ends-once`');
    expect(conflict?.related).toHaveLength(1);
  });
});
