import { spanInCode, type ThinkControlRow } from '../load/index.js';
import type { ThinkControls, ThinkEffect } from '../model/index.js';
import { celTypeOf, checkCel, type CelType } from '../rules/cel/index.js';
import { checkCondition } from './link-data-rules.js';
import { schemaOfType, type LinkContext } from './link-context.js';
import { parseThinkEffect } from './think-effect.js';

/** The type of the requests that the think-control table reads and writes, where the profile declares it. */
const requestTypeName = 'ThinkControlRequest';

/** The think-control table: per provider, what happens to a request under which condition. */
export function linkThinkControls(context: LinkContext): ThinkControls | undefined {
  const rows = context.loaded.profile?.tables.thinkControls ?? [];
  const [first] = rows;
  if (first === undefined) return undefined;
  const named = schemaOfType(context, requestTypeName);
  const type: CelType = named === undefined ? { kind: 'dyn' } : celTypeOf(named.schema, context.schemas);
  return {
    request: named?.id,
    at: first.span,
    rows: rows.flatMap((row) => {
      checkCondition(context, row.when, type);
      const effect = linkEffect(context, row, type);
      if (effect === undefined) return [];
      const when = { value: row.when.value, at: row.when.span };
      return [{ provider: row.provider.value, when, effect, at: row.span }];
    }),
  };
}

function linkEffect(context: LinkContext, row: ThinkControlRow, type: CelType): ThinkEffect | undefined {
  const { effect, diagnostics } = parseThinkEffect(row.effect.value, row.effect.span);
  diagnostics.forEach(context.report);
  if (effect?.kind === 'set') {
    const before = row.effect.value.length - effect.value.value.length;
    const spanOf = (offset: number): typeof row.span => spanInCode(row.effect, before + offset);
    const variables = [{ name: 'this', type, validated: false }];
    checkCel(effect.value.value, spanOf, variables, 'value').diagnostics.forEach(context.report);
  }
  return effect;
}
