import { tests } from '@bufbuild/cel-spec/testdata/conformance.js';
import type { SerializedIncrementalTestSuite } from '@bufbuild/cel-spec/testdata/tests.js';
import { describe, expect, it } from 'vitest';
import type { CompiledCel } from '../../generator/src/rules/cel/index.js';
import { compiled, evaluator } from './cel/evaluate.js';

/** One test of the conformance suite of the CEL specification, as far as it is read here. */
interface ConformanceTest {
  readonly name: string;
  readonly source: string;
  /** A `cel.expr.Value` in its JSON form; undefined when the evaluation must fail. */
  readonly expected: unknown;
}

/** Tests that need no variables and give a value or an error; the others are about types or the Protobuf binding. */
function conformanceTests(suite: SerializedIncrementalTestSuite, path = ''): readonly ConformanceTest[] {
  const own = (suite.tests ?? []).flatMap(({ original }): ConformanceTest[] => {
    const isValue = 'value' in original || 'evalError' in original;
    if (!isValue || 'bindings' in original || 'typeEnv' in original || 'container' in original) return [];
    const name = `${path}/${original.name ?? original.expr}`;
    return [{ name, source: original.expr, expected: original['value'] }];
  });
  return [
    ...own,
    ...(suite.suites ?? []).flatMap((inner) => conformanceTests(inner, `${path}/${inner.name}`)),
  ];
}

function compiledOrRefused(source: string): CompiledCel | undefined {
  try {
    return compiled(source, [], 'value');
  } catch {
    return undefined;
  }
}

/** A `cel.expr.Value` as JSON; undefined where JSON has none. */
function jsonOf(value: unknown): unknown {
  const [[kind, content] = []] = Object.entries(value as object) as [string, unknown][];
  switch (kind) {
    case 'int64Value':
      return Number.isSafeInteger(Number(content)) ? Number(content) : undefined;
    case 'doubleValue':
      return Number.isFinite(Number(content)) ? Number(content) : undefined;
    case 'nullValue':
      return null;
    case 'listValue':
      return ((content as { values?: unknown[] }).values ?? []).map(jsonOf);
    case 'mapValue': {
      const { entries = [] } = content as { entries?: { key: unknown; value: unknown }[] };
      return Object.fromEntries(entries.map((entry) => [jsonOf(entry.key), jsonOf(entry.value)]));
    }
    default:
      return content;
  }
}

/** JSON has one zero. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

const runnable = conformanceTests(tests).flatMap((test) => {
  const expression = compiledOrRefused(test.source);
  const fits =
    expression !== undefined && (test.expected === undefined || jsonOf(test.expected) !== undefined);
  return fits ? [{ ...test, expression }] : [];
});

describe('the conformance suite of the CEL specification', () => {
  it('is covered where a rule can be stated', () => {
    // Refused are timestamps, bytes, unsigned ints, messages and extensions, and what is a type error statically.
    expect(runnable.length).toBeGreaterThan(550);
    const sections = new Set(runnable.map(({ name }) => name.split('/')[1]));
    expect([...sections]).toEqual(
      expect.arrayContaining([
        'basic',
        'comparisons',
        'conversions',
        'fields',
        'fp_math',
        'integer_math',
        'lists',
      ]),
    );
    expect([...sections]).toEqual(expect.arrayContaining(['logic', 'macros', 'parse', 'string']));
  });

  it.each(runnable)('$name: $source', ({ expression, expected }) => {
    const outcome = evaluator(expression)({});
    if (expected === undefined) expect(outcome).toHaveProperty('error');
    else expect(asJson(outcome)).toEqual(asJson({ value: jsonOf(expected) }));
  });
});
