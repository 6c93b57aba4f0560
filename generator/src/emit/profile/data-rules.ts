import type { DataRule, Profile, SchemaId } from '../../model/index.js';
import { celTypeOf, compileCel } from '../../rules/cel/index.js';
import * as text from '../text/index.js';
import type { CompiledRule } from '../validators/index.js';

/** The data rules of a profile as TypeScript, by the schema whose validator evaluates them. */
export function compiledRules(profile: Profile): ReadonlyMap<SchemaId, readonly CompiledRule[]> {
  const bySchema = new Map<SchemaId, CompiledRule[]>();
  for (const rule of profile.dataRules) {
    const compiled = compileRule(rule, profile);
    bySchema.set(rule.schema, [...(bySchema.get(rule.schema) ?? []), compiled]);
  }
  return bySchema;
}

function compileRule(rule: DataRule, profile: Profile): CompiledRule {
  const { condition, name, code, at, description } = rule;
  const type = celTypeOf({ kind: 'keywords', at, ref: { value: rule.schema, at } }, profile.schemas, {
    unbounded: 'dyn',
  });
  const { expression, diagnostics } = compileCel(condition.value, condition.at, {
    variables: [{ name: 'this', identifier: 'value', type, validated: false }],
    text,
  });
  // The builder has checked the condition against the same schema.
  if (expression === undefined) throw new Error(`${name}: ${diagnostics.map((d) => d.message).join(' ')}`);
  return {
    name,
    code,
    at,
    description,
    condition: condition.value,
    expression: expression.text,
    runtimeNames: expression.runtimeNames,
  };
}
