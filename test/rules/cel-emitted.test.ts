import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compiled, evaluator, outcomeOf } from './cel/evaluate.js';
import { Decisions, ExpressionGenerator, type Tag } from './cel/generate.js';
import { ITEM, MESSAGE, variablesOf } from './cel/message.js';
import { load, moduleOf, typeErrors } from './cel/typescript.js';
import { valueOf } from './cel/values.js';

const seed = 4;

function expressions(tag: Tag, validated: boolean, count: number): ReturnType<typeof compiled>[] {
  const decisions = fc.array(fc.nat(1_000_000), { maxLength: 200, size: 'max' });
  return fc.sample(decisions, { numRuns: count, seed }).map((numbers) => {
    const source = new ExpressionGenerator(new Decisions(numbers)).expression(tag);
    return compiled(source, variablesOf(validated), tag === 'bool' ? 'condition' : 'value');
  });
}

/** Tests after which TypeScript knows more than CEL asks: the second test must not become a compiler error. */
const CONTRADICTIONS = [
  'this.name == "a" && this.name == "b"',
  'this.name != "a" || this.name == "b"',
  '(this.name == "a" || this.name == "b") && this.name == "tool"',
  'this.flag && this.flag == false',
  '!this.flag && this.flag && this.flag == true',
  'this.flag == choice.flag && !this.flag',
  'this.n == 1 && this.n == 2',
  'has(this.outer) || this.outer.c == "x"',
  '!has(this.outer) && this.outer.inner.id == "x"',
  '!has(this.outer) && has(this.outer) && this.outer.inner.id == "x"',
  'has(this.n) || this.n > 3',
  'this.anyObject == null && this.anyObject.id == "x"',
  'this.anyObject == null && this.anyObject != null && this.anyObject.id == "x"',
  'this.nullable == null && this.nullable + 1 == 2',
  'this.maybe == null && this.maybe == "a"',
  'this.maybe == null ? this.maybe == "b" : this.maybe.startsWith("b")',
  '1 == 2',
  '"a" == "b" || true == false',
  '(this.flag ? "a" : "b") == "c"',
  '[].all(x, x > 1) && {}.all(k, k == "a")',
  'this.items.all(x, this.items.exists(x, x.id == "a"))',
  'this.items.all(String, String.id == string(1))',
  '[this.n, 2].exists(value, value == this.n)',
];

describe('emitted rules', () => {
  it.each([
    ['bool', 'boolean', 400],
    ['dyn', 'unknown', 100],
    ['item', 'unknown', 100],
    ['texts', 'unknown', 100],
    ['double', 'unknown', 100],
  ] as const)('of type %s compile under the strictest flags', (tag, result, count) => {
    expect(typeErrors(moduleOf(expressions(tag, true, count), result))).toEqual([]);
    expect(typeErrors(moduleOf(expressions(tag, false, count), result))).toEqual([]);
  });

  it.each([true, false])('compile where one test contradicts another (validated: %s)', (validated) => {
    const variables = variablesOf(validated).map((variable) =>
      variable.name === 'choice' ? { ...variable, type: MESSAGE } : variable,
    );
    const rules = CONTRADICTIONS.map((source) => compiled(source, variables, 'condition'));
    expect(typeErrors(moduleOf(rules, 'boolean'))).toEqual([]);
  });

  it('give the same results as a compiled and imported module', async () => {
    const rules = expressions('bool', true, 200);
    const module = await load(moduleOf(rules, 'boolean'));
    const values = fc.sample(fc.tuple(valueOf(MESSAGE), valueOf(ITEM)), { numRuns: 5, seed });
    for (const [message, choice] of values) {
      const bindings: Readonly<Record<string, unknown>> = { this: message, choice };
      const outcomes = rules.map((rule, index) => {
        const args = rule.parameters.map(({ name }) => bindings[name]);
        return outcomeOf(() => module[`rule${String(index)}`]?.(...args), module['RuleError']);
      });
      expect(outcomes).toEqual(rules.map((rule) => evaluator(rule)(bindings)));
    }
  });
});
