import { specPosition } from '../../text/provenance.js';
import { not, test } from '../code/condition.js';
import { call, line, when, type Statement } from '../code/statement.js';
import { collectorBody } from '../collectors/collect.js';
import { depthIssue } from '../collectors/report.js';
import { isTrivial } from '../schema/assertions.js';
import { emitFunction, type ModuleFunction } from './emit-function.js';
import { exportedGuard } from './guard-functions.js';
import type { FunctionUnit } from './function-unit.js';
import type { ModuleContext } from './module-context.js';
import { withRules, type RuleFunctions } from './rule-functions.js';

/** The function that reports every issue of a value of a schema. */
export function collectorFunction(
  ctx: ModuleContext,
  unit: FunctionUnit,
  rules: RuleFunctions,
): ModuleFunction {
  return emitFunction({
    name: unit.collector,
    exported: false,
    doc: `Issues of ${unit.label}: ${specPosition(unit.at)}`,
    parameters: [
      ['value', 'unknown'],
      ['path', 'string'],
      ['issues', `${ctx.names.runtimeType('Issue')}[]`],
      ...(unit.carriesDepth ? [['depth', 'number'] as const] : []),
    ],
    returns: 'void',
    body: withRules(ctx, unit, rules, collectorBody(ctx, unit)),
  });
}

/** `validateX`: the guard decides, so that nothing is built for a valid value; the collector tells why not. */
export function validatorFunction(ctx: ModuleContext, unit: FunctionUnit): ModuleFunction {
  const issueType = ctx.names.runtimeType('Issue');
  return emitFunction({
    name: `validate${unit.named?.name ?? unit.base}`,
    exported: true,
    doc: `The issues of a value as \`${unit.label}\`, none when it is valid: ${specPosition(unit.at)}`,
    parameters: [['value', 'unknown']],
    returns: `${issueType}[]`,
    body: isTrivial(unit.schema)
      ? [line('return [];')]
      : [line(`const issues: ${issueType}[] = [];`), ...collectInvalid(ctx, unit), line('return issues;')],
  });
}

function collectInvalid(ctx: ModuleContext, unit: FunctionUnit): readonly Statement[] {
  const guard = exportedGuard(unit) ?? unit.guard;
  ctx.collectors.add(unit);
  const depth = unit.carriesDepth ? ['0'] : [];
  const collect = when(not(test(`${guard}(value)`)), [
    call(unit.collector, 'value', "''", 'issues', ...depth),
  ]);
  if (!ctx.recursion.canInvert(unit.schema)) return collect;
  return when(test(`${ctx.runtime('isTooDeep')}(value)`), [depthIssue(ctx, "''", unit.at)], collect);
}
