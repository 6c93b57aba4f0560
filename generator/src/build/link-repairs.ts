import { diagnose, printable } from '../diagnostics/index.js';
import { type RepairRow, spanInCode } from '../load/index.js';
import type { Repair, RepairEffect, RepairSubject } from '../model/index.js';
import { checkCel } from '../rules/cel/index.js';
import { repairVariables } from '../rules/repair/index.js';
import type { LinkContext } from './link-context.js';

/** The repairs of tolerant mode, in the order of the document. */
export function linkRepairs(context: LinkContext): readonly Repair[] {
  const rows = context.loaded.profile?.tables.repairs ?? [];
  return rows.flatMap((row) => linkRepair(context, row) ?? []);
}

/** Which effects make sense for what a condition is asked of. */
const effectsOf: Readonly<Record<RepairSubject, readonly RepairEffect['kind'][]>> = {
  data: ['skip', 'split', 'null-for-nan', 'fail'],
  message: ['skip', 'fail', 'set', 'remove'],
  choice: ['fail', 'set', 'remove'],
  issue: ['skip', 'accept', 'dispatch', 'fail'],
};

function linkRepair(context: LinkContext, row: RepairRow): Repair | undefined {
  const { references, diagnostics } = checkCel(
    row.when.value,
    (offset) => spanInCode(row.when, offset),
    repairVariables,
  );
  diagnostics.forEach(context.report);
  const effect = parseEffect(row);
  if (effect === undefined) {
    context.report(
      diagnose('cell-form', row.effect.span, {
        message: 'The effect is written in no known form.',
        expected:
          '`skip`, `split`, `null for NaN`, `dispatch`, `accept`, `fail`, `set <path> = <CEL>` or `remove <path>`',
        found: printable(row.effect.value),
      }),
    );
  }
  if (references === undefined || effect === undefined) return undefined;
  const on = subjectOf(references.fields, row.when.value);
  if (
    !effectsOf[on].includes(effect.kind) ||
    ('target' in effect && effect.target === 'choice' && on !== 'choice')
  ) {
    context.report(
      diagnose('cell-form', row.effect.span, {
        message: `The effect does not go with a condition on ${on === 'issue' ? 'an issue' : `the ${on}`}.`,
        expected: effectsOf[on].join(', '),
        found: printable(row.effect.value),
      }),
    );
    return undefined;
  }
  if (effect.kind === 'set') {
    const before = row.effect.value.length - effect.value.value.length;
    const spanOf = (offset: number): typeof row.span => spanInCode(row.effect, before + offset);
    checkCel(effect.value.value, spanOf, repairVariables, 'value').diagnostics.forEach(context.report);
  }
  return {
    name: row.repair.value,
    on,
    when: { value: row.when.value, at: row.when.span },
    effect,
    at: row.repair.span,
  };
}

/** The innermost thing that the condition speaks of. */
function subjectOf(fields: readonly string[], when: string): RepairSubject {
  const names = new Set([
    ...fields.map((field) => /^\w+/.exec(field)?.[0] ?? ''),
    ...(when.match(/\b\w+\b/g) ?? []),
  ]);
  if (names.has('issue')) return 'issue';
  if (names.has('data')) return 'data';
  return names.has('choice') ? 'choice' : 'message';
}

const words: Readonly<Record<string, 'skip' | 'split' | 'null-for-nan' | 'dispatch' | 'accept' | 'fail'>> = {
  skip: 'skip',
  split: 'split',
  'null for NaN': 'null-for-nan',
  dispatch: 'dispatch',
  accept: 'accept',
  fail: 'fail',
};

const path = String.raw`(choice\.|this\.)?([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)`;
const removeForm = new RegExp(`^remove\\s+${path}$`);
const setForm = new RegExp(`^(set\\s+${path}\\s*=\\s*)(\\S.*)$`);

function parseEffect({ effect }: RepairRow): RepairEffect | undefined {
  const source = effect.value.trim();
  const word = Object.hasOwn(words, source) ? words[source] : undefined;
  if (word !== undefined) return { kind: word };
  const remove = removeForm.exec(source);
  if (remove !== null) {
    const [, prefix, names = ''] = remove;
    return { kind: 'remove', target: targetOf(prefix), path: names.split('.') };
  }
  const set = setForm.exec(source);
  if (set === null) return undefined;
  const [, before = '', prefix, names = '', value = ''] = set;
  const at = { ...effect.span, column: effect.span.column + before.length };
  return { kind: 'set', target: targetOf(prefix), path: names.split('.'), value: { value, at } };
}

function targetOf(prefix: string | undefined): 'message' | 'choice' {
  return prefix === 'choice.' ? 'choice' : 'message';
}
