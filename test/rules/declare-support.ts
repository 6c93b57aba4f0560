import fc from 'fast-check';

import {
  compileScope,
  type Automaton,
  type CompiledScope,
  type ScopeRule,
  type SymbolSets,
  type TemplateName,
} from '../../generator/src/rules/declare/index.js';
import { oracleTemplates, type OracleRule } from '../support/declare-oracle.js';

const span = { file: 'demo/profile.md', line: 1, column: 1 };

export const counting: readonly string[] = ['existence', 'absence', 'exactly'];
export const unary: readonly string[] = ['init', 'last', ...counting];

/** A rule of the oracle as the table row that states it. */
export function scopeRule(rule: OracleRule, index: number): ScopeRule {
  const at = { ...span, line: index + 1 };
  return {
    name: `rule-${String(index)}`,
    at,
    constraint: {
      kind: 'template',
      template: rule.template as TemplateName,
      count: counting.includes(rule.template) ? (rule.count ?? 1) : undefined,
      symbols: rule.symbols.map((name) => ({ name, span: at })),
      span: at,
    },
  };
}

export function compileRules(
  rules: readonly OracleRule[],
  symbols: readonly string[],
  sets: readonly SymbolSets[] = [],
): CompiledScope {
  const declared = symbols.map((name) => ({ name, span }));
  return compileScope(rules.map(scopeRule), declared, { scope: 'stream', sets });
}

/** The automaton of rules that are known to compile. */
export function automatonOf(
  rules: readonly OracleRule[],
  symbols: readonly string[],
  sets: readonly SymbolSets[] = [],
): Automaton {
  const { automaton, diagnostics } = compileRules(rules, symbols, sets);
  if (automaton === undefined) throw new Error(JSON.stringify(diagnostics));
  return automaton;
}

/** Any rule over the symbols, with an n up to `maxCount`. */
export function anyRule(symbols: readonly string[], maxCount = 3): fc.Arbitrary<OracleRule> {
  return fc
    .record({
      template: fc.constantFrom(...oracleTemplates),
      count: fc.integer({ min: 1, max: maxCount }),
      symbols: fc.shuffledSubarray([...symbols], { minLength: 2, maxLength: 2 }),
    })
    .map(({ template, count, symbols: [a = '', b = ''] }) =>
      unary.includes(template) ? { template, count, symbols: [a] } : { template, symbols: [a, b] },
    );
}

/** One template with `a`, or `a` and `b`, and each n that its traces can tell apart. */
export const templateCases: readonly OracleRule[] = oracleTemplates.flatMap((template) => {
  if (counting.includes(template)) return [1, 2, 3].map((count) => ({ template, count, symbols: ['a'] }));
  return [{ template, symbols: unary.includes(template) ? ['a'] : ['a', 'b'] }];
});

export function titleOf({ template, count, symbols }: OracleRule): string {
  return `${template}(${[...(count === undefined ? [] : [String(count)]), ...symbols].join(', ')})`;
}

/** The subsets of that size, in lexicographic order. */
export function subsetsOf(list: readonly number[], size: number): readonly (readonly number[])[] {
  if (size <= 0) return size === 0 ? [[]] : [];
  return list.flatMap((element, index) =>
    subsetsOf(list.slice(index + 1), size - 1).map((rest) => [element, ...rest]),
  );
}
