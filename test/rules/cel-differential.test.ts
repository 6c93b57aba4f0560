import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compiled, evaluate, type Outcome } from './cel/evaluate.js';
import { Decisions, ExpressionGenerator, MESSAGE, variablesOf } from './cel/generate.js';
import { evaluateByLibrary } from './cel/oracle.js';
import { anyJson, damaged, valueOf } from './cel/values.js';

const decisions = fc.array(fc.nat(1_000_000), { maxLength: 300 });
const CHOICE = variablesOf(true)[1]?.type ?? { kind: 'dyn' };

/** Errors are equal whatever they say; every other outcome is JSON. */
function comparable(outcome: Outcome): unknown {
  return 'error' in outcome ? 'error' : { value: JSON.stringify(outcome.value) };
}

/** A condition that is no bool is an error of the rule. */
function asResult(outcome: Outcome, use: 'condition' | 'value'): Outcome {
  const isBool = 'error' in outcome || typeof outcome.value === 'boolean';
  return use === 'value' || isBool ? outcome : { error: 'not a bool' };
}

function agreement(
  tag: 'bool' | 'int' | 'double' | 'string' | 'ints' | 'dyn',
  validated: boolean,
  values: fc.Arbitrary<unknown>,
  runs: number,
): void {
  const variables = variablesOf(validated);
  const use = tag === 'bool' ? 'condition' : 'value';
  fc.assert(
    fc.property(
      decisions,
      fc.array(fc.tuple(values, valueOf(CHOICE)), { minLength: 3, maxLength: 3 }),
      (numbers, pairs) => {
        const source = new ExpressionGenerator(new Decisions(numbers)).expression(tag);
        const expression = compiled(source, variables, use);
        for (const [message, choice] of pairs) {
          const bindings = { this: message, choice };
          const outcome = evaluate(expression, bindings);
          const expected = asResult(evaluateByLibrary(source, variables, bindings), use);
          expect(
            comparable(outcome),
            `${source}\n${expression.text}\n${JSON.stringify({ outcome, expected })}`,
          ).toEqual(comparable(expected));
          if (!expression.mayThrow) expect(outcome).not.toHaveProperty('error');
        }
      },
    ),
    { numRuns: runs, seed: 20260 + runs },
  );
}

describe('emitted rules and the evaluator of @bufbuild/cel agree', () => {
  it('on conditions over validated messages', () => agreement('bool', true, valueOf(MESSAGE), 3000));
  it('on conditions over messages of which parts are wrong', () =>
    agreement('bool', false, damaged(MESSAGE), 3000));
  it('on conditions over any JSON', () => agreement('bool', false, anyJson, 1000));
  it.each(['int', 'double', 'string', 'ints', 'dyn'] as const)('on values of type %s', (tag) => {
    agreement(tag, true, valueOf(MESSAGE), 600);
    agreement(tag, false, damaged(MESSAGE), 601);
  });
});
