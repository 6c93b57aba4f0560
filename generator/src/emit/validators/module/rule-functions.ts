import { camelCase } from '../../../names/index.js';
import { specPosition } from '../../text/provenance.js';
import { all, any, compare, test, type Condition } from '../code/condition.js';
import { line, when, type Statement } from '../code/statement.js';
import { PathText } from '../collectors/path.js';
import { described, reportIssue } from '../collectors/report.js';
import type { CompiledRule } from '../options.js';
import { emitFunction, type ModuleFunction } from './emit-function.js';
import type { FunctionUnit } from './function-unit.js';
import type { ModuleContext } from './module-context.js';

/** The functions of the data rules of a schema, each with the rule that it evaluates. */
export type RuleFunctions = ReadonlyMap<CompiledRule, ModuleFunction>;

export function ruleFunctions(ctx: ModuleContext, unit: FunctionUnit): RuleFunctions {
  return new Map(
    ctx.rulesOf(unit).map((rule) => {
      const name = ctx.names.functionName(`${camelCase(rule.name) || 'data'}Rule`);
      rule.runtimeNames.forEach((runtime) => ctx.runtime(runtime));
      const doc = `${unit.label}: ${rule.condition} (${specPosition(rule.at)})\n\n${rule.description}`;
      const emitted = emitFunction({
        name,
        exported: false,
        doc,
        parameters: [['value', 'unknown']],
        returns: 'boolean',
        body: [line(`return ${rule.expression};`)],
      });
      return [rule, emitted] as const;
    }),
  );
}

/** Whether all rules hold; they say nothing of a null that the type admits beside other values. */
export function rulesCondition(ctx: ModuleContext, unit: FunctionUnit, rules: RuleFunctions): Condition {
  const holds = [...rules.values()].map(({ name }) => test(`${ctx.runtime('ruleHolds')}(${name}, value)`));
  const isNull = admitsNull(ctx, unit) ? [compare('value', '===', 'null')] : [];
  return any(...isNull, all(...holds));
}

/**
 * The statements of a collector with those of the rules after them. A rule that fails to evaluate is an issue
 * only where nothing else is: a value of the wrong shape is the usual cause.
 */
export function withRules(
  ctx: ModuleContext,
  unit: FunctionUnit,
  rules: RuleFunctions,
  shape: readonly Statement[],
): readonly Statement[] {
  if (rules.size === 0) return shape;
  const checks = [...rules].flatMap(([rule, { name }]) => {
    const fails = test(`${ctx.runtime('ruleFails')}(${name}, value, issues.length === before)`);
    const got = described(ctx, 'value');
    const issue = { code: rule.code, expected: rule.condition, got, at: rule.at };
    return when(fails, [reportIssue(ctx, PathText.root, issue)]);
  });
  const evaluated = admitsNull(ctx, unit) ? when(compare('value', '!==', 'null'), checks) : checks;
  return [line('const before = issues.length;'), ...shape, ...evaluated];
}

function admitsNull(ctx: ModuleContext, unit: FunctionUnit): boolean {
  const kinds = ctx.facts.kindsOf(unit.schema);
  return kinds.size > 1 && kinds.has('null');
}
