import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compiled, evaluator, type Outcome } from './cel/evaluate.js';
import { Decisions, ExpressionGenerator, type Tag } from './cel/generate.js';
import { ITEM, MESSAGE, variablesOf } from './cel/message.js';
import { libraryEvaluator } from './cel/oracle.js';
import { anyJson, damaged, valueOf } from './cel/values.js';

const decisions = fc.array(fc.nat(1_000_000), { maxLength: 200, size: 'max' });

/** Errors are equal whatever they say; every other outcome is JSON, and a condition that is no bool an error. */
function comparable(outcome: Outcome, tag: Tag): string {
  if ('error' in outcome || (tag === 'bool' && typeof outcome.value !== 'boolean')) return 'error';
  return JSON.stringify(outcome.value);
}

interface Sample {
  readonly tag: Tag;
  readonly validated: boolean;
  readonly messages: fc.Arbitrary<unknown>;
  readonly expressions: number;
}

const seed = 20_260_722;

/** Each expression on three messages; a failure reports seed and path, the source, and what it became. */
function expectAgreement({ tag, validated, messages, expressions }: Sample): void {
  const variables = variablesOf(validated);
  const pool = fc.sample(fc.record({ this: messages, choice: valueOf(ITEM) }), { numRuns: 200, seed });
  const picks = fc.array(fc.constantFrom(...pool), { minLength: 3, maxLength: 3 });
  const property = fc.property(decisions, picks, (numbers, values) => {
    const source = new ExpressionGenerator(new Decisions(numbers)).expression(tag);
    const expression = compiled(source, variables, tag === 'bool' ? 'condition' : 'value');
    const [emitted, library] = [evaluator(expression), libraryEvaluator(source, variables)];
    for (const bindings of values) {
      const [found, expected] = [emitted(bindings), library(bindings)];
      const report = `${source}\n${expression.text}\n${inspect({ bindings, found, expected }, { depth: 10 })}`;
      expect(comparable(found, tag), report).toBe(comparable(expected, tag));
      if (!expression.mayThrow) expect(found, report).not.toHaveProperty('error');
    }
  });
  // The source is short as it is, and shrinking the decisions takes minutes.
  fc.assert(property, { numRuns: expressions, seed, endOnFailure: true });
}

describe('what a rule becomes agrees with the evaluator of @bufbuild/cel', () => {
  it('as a condition on valid messages', () => {
    expectAgreement({ tag: 'bool', validated: true, messages: valueOf(MESSAGE), expressions: 1500 });
  });

  it('as a condition on messages of which parts are wrong', () => {
    expectAgreement({ tag: 'bool', validated: false, messages: damaged(MESSAGE), expressions: 1500 });
  });

  it('as a condition on any JSON', () => {
    expectAgreement({ tag: 'bool', validated: false, messages: anyJson, expressions: 300 });
  });

  it.each(['int', 'double', 'string', 'ints', 'texts', 'item', 'dyn'] as const)('as a value: %s', (tag) => {
    expectAgreement({ tag, validated: true, messages: valueOf(MESSAGE), expressions: 200 });
    expectAgreement({ tag, validated: false, messages: damaged(MESSAGE), expressions: 200 });
  });
});
