import { stringLiteral } from '../text/index.js';
import type { AdapterScope } from './scope.js';

/** `think-control.ts`: the think-control table, as the package of the profile that states it has it. */
export function thinkControlModule({ thinkControl, capability }: AdapterScope): string {
  const controls = thinkControl?.thinkControls;
  const name = capability.name.toLowerCase();
  const provider = controls?.rows.find((row) => row.provider.toLowerCase() === name)?.provider ?? '';
  const type =
    controls?.request === undefined ? undefined : thinkControl?.schemas.get(controls.request)?.name;
  const names = ['applyThinkControl', ...(type === undefined ? [] : [`is${type}`, `validate${type}`])];
  const check =
    type === undefined ? '' : `if (!is${type}(body)) return { failure: bodyFailure(validate${type}(body)) };`;
  return `
import { ${names.join(', ')} } from ${stringLiteral(thinkControl?.packageName ?? '')};
import { bodyFailure, type RequestBody, type RewrittenBody } from '../main/body.js';
import { envelopeFailure } from '../failure.js';

/** What the think-control fields of a request become for this backend; conflicts and what it cannot do are refused. */
export function controlThinking(body: RequestBody): RewrittenBody {
  ${check}
  const result = applyThinkControl(${stringLiteral(provider)}, body);
  if ('refused' in result) return { failure: envelopeFailure('body', result.refused) };
  return { body: { ...result.request } };
}
`;
}
