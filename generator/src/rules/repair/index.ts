import type { CelField, CelType, CelVariable } from '../cel/index.js';

const text: CelType = { kind: 'string' };
const flag: CelType = { kind: 'bool' };

function field(name: string, type: CelType): CelField {
  return { name, type, optional: false };
}

/** What a condition on an issue can ask; the runtime's `IssueFacts`. */
const issue: CelType = {
  kind: 'object',
  open: false,
  fields: [
    field('code', text),
    field('path', text),
    field('expected', text),
    field('got', text),
    field('rule', text),
    field('alone', flag),
    field('terminated', flag),
    field('after', flag),
  ],
};

/** What a repair's condition may speak of. A message in need of repair follows no type. */
export const repairVariables: readonly CelVariable[] = [
  { name: 'this', identifier: 'message', type: { kind: 'dyn' }, validated: false },
  { name: 'choice', identifier: 'choice', type: { kind: 'dyn' }, validated: false },
  { name: 'data', identifier: 'data', type: text, validated: true },
  { name: 'issue', identifier: 'issue', type: issue, validated: true },
];
