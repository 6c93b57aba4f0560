import { specPosition } from '../../text/provenance.js';
import { all, always, not, test, type Condition } from '../code/condition.js';
import { returns, type Statement } from '../code/statement.js';
import { guardBody } from '../guards/guard-body.js';
import { refuseUnless } from '../guards/refuse.js';
import { emitFunction, type ModuleFunction } from './emit-function.js';
import type { FunctionUnit } from './function-unit.js';
import type { ModuleContext } from './module-context.js';
import { rulesCondition, type RuleFunctions } from './rule-functions.js';

/**
 * The functions behind the guard of a schema. Most are one function; a schema with data rules has its shape
 * apart from them, and the exported guard of a recursive schema starts the count of the depth.
 */
export function guardFunctions(
  ctx: ModuleContext,
  unit: FunctionUnit,
  rules: RuleFunctions,
): readonly ModuleFunction[] {
  const { guard, shapeGuard, carriesDepth } = unit;
  const depth = carriesDepth ? ', depth' : '';
  const functions = [emitGuard(ctx, unit, shapeGuard, guardBody(ctx, unit))];
  if (rules.size > 0) {
    const shape = test(`${shapeGuard}(value${depth})`);
    const condition = all(shape, rulesCondition(ctx, unit, rules));
    functions.unshift(emitGuard(ctx, unit, guard, [returns(condition)]));
  }
  const exported = exportedGuard(unit);
  if (exported !== undefined && exported !== guard) {
    const condition = all(notTooDeep(ctx, unit), test(`${guard}(value, 0)`));
    functions.unshift(emitGuard(ctx, unit, exported, [returns(condition)]));
  }
  return functions;
}

/** Name of the guard that the package offers; undefined for helpers. */
export function exportedGuard({ named }: FunctionUnit): string | undefined {
  return named?.exported === true ? `is${named.name}` : undefined;
}

function emitGuard(
  ctx: ModuleContext,
  unit: FunctionUnit,
  name: string,
  body: readonly Statement[],
): ModuleFunction {
  const { named, label, carriesDepth, guard, shapeGuard } = unit;
  const exported = name === exportedGuard(unit);
  const counts = carriesDepth && !exported;
  const provesType = named?.exported === true && (name !== shapeGuard || shapeGuard === guard);
  const limit = exported && !carriesDepth ? refuseUnless(notTooDeep(ctx, unit)) : [];
  return emitFunction({
    name,
    exported,
    doc: `${exported ? `Whether a value is a valid \`${label}\`` : label}: ${specPosition(unit.at)}`,
    parameters: [['value', 'unknown'], ...(counts ? [['depth', 'number'] as const] : [])],
    returns: provesType ? `value is ${named.name}` : 'boolean',
    body: [...limit, ...body],
  });
}

/** Deep data is refused beforehand where giving up on it could turn into a yes. */
function notTooDeep(ctx: ModuleContext, unit: FunctionUnit): Condition {
  return ctx.recursion.canInvert(unit.schema) ? not(test(`${ctx.runtime('isTooDeep')}(value)`)) : always;
}
