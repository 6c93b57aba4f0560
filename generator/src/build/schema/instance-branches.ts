import type { KeywordSchema, Schema } from '../../model/index.js';
import {
  fault,
  mergeFaults,
  type InstanceFault,
  type InstanceJudge,
  type InstancePart,
} from './instance-fault.js';

/** What a value breaks of `allOf`, `anyOf`, `oneOf`, `not` and `if`. */
export function faultsOfBranches(
  schema: KeywordSchema,
  part: InstancePart,
  judge: InstanceJudge,
): readonly InstanceFault[] {
  const { allOf, anyOf, oneOf, not } = schema;
  const lists: (readonly InstanceFault[])[] = (allOf?.value ?? []).map((branch) => judge(branch, part));
  if (anyOf) {
    const verdicts = anyOf.value.map((branch) => judge(branch, part));
    if (verdicts.every((faults) => faults.length > 0)) lists.push([fault(part, noneOf(verdicts), anyOf.at)]);
  }
  if (oneOf) {
    const verdicts = oneOf.value.map((branch) => judge(branch, part));
    const matching = verdicts.filter((faults) => faults.length === 0).length;
    if (matching === 0) lists.push([fault(part, noneOf(verdicts), oneOf.at)]);
    if (matching > 1)
      lists.push([fault(part, `expected one alternative to match, ${String(matching)} do`, oneOf.at)]);
  }
  if (not && judge(not.value, part).length === 0)
    lists.push([fault(part, 'expected a value that `not` does not admit', not.at)]);
  const branch = conditionalBranch(schema, part, judge);
  if (branch) lists.push(judge(branch, part));
  return mergeFaults(lists);
}

function conditionalBranch(
  schema: KeywordSchema,
  part: InstancePart,
  judge: InstanceJudge,
): Schema | undefined {
  if (!schema.if) return undefined;
  return judge(schema.if.value, part).length === 0 ? schema.then?.value : schema.else?.value;
}

/** Says how the value fails the alternative that it comes nearest to. */
function noneOf(verdicts: readonly (readonly InstanceFault[])[]): string {
  const [nearest] = verdicts.reduce((best, faults) => (faults.length < best.length ? faults : best));
  const message = `expected one of ${String(verdicts.length)} alternatives`;
  return nearest ? `${message}; the nearest fails at "${nearest.pointer}": ${nearest.message}` : message;
}
