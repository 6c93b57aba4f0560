import { diagnose, printable, type Diagnostic } from '../diagnostics/index.js';
import { type CodeSpan, type DataRuleRow, spanInCode } from '../load/index.js';
import type { DataRule, Level, Schema, SchemaId } from '../model/index.js';
import { celTypeOf, checkCel, type CelReferences, type CelType } from '../rules/cel/index.js';
import { capabilityTypeName } from './link-capabilities.js';
import { schemaOfType, type LinkContext } from './link-context.js';

/** The data rules of the tables, and those that the level table states for capability documents. */
export function linkDataRules(context: LinkContext, levels: readonly Level[]): readonly DataRule[] {
  const rows = context.loaded.profile?.tables.dataRules ?? [];
  return [...rows.flatMap((row) => linkRule(context, row) ?? []), ...levelRules(context, levels)];
}

function linkRule(context: LinkContext, row: DataRuleRow): DataRule | undefined {
  const subject = subjectOf(context, row.appliesTo);
  if (subject === undefined) return undefined;
  const type = celTypeOf(
    { kind: 'keywords', at: row.span, ref: { value: subject, at: row.span } },
    context.schemas,
  );
  const found: Diagnostic[] = [];
  const report = (finding: Diagnostic): void => {
    found.push(finding);
  };
  if (checkCondition({ ...context, report }, row.condition, type) === undefined) {
    const isGone =
      isOfTables(context, subject) && found.every((finding) => speaksOfLostField(context, finding));
    found.map((finding) => (isGone ? asDangling(finding) : finding)).forEach(context.report);
    return undefined;
  }
  return {
    name: row.rule.value,
    schema: subject,
    condition: { value: row.condition.value, at: row.condition.span },
    code: row.code.value,
    description: row.description.value,
    at: row.rule.span,
  };
}

/** Whether the rows of a table make the schema: an event, or the envelope. */
function isOfTables({ loaded, schemas }: LinkContext, id: SchemaId): boolean {
  return loaded.profile !== undefined && schemas.get(id)?.at.file === loaded.profile.file;
}

/** Whether a field is missing that the documents speak of elsewhere: its row was deleted. */
export function speaksOfLostField({ loaded }: LinkContext, { code, found = '' }: Diagnostic): boolean {
  return code === 'rule-unknown-field' && loaded.occurrences(found) > 1;
}

function asDangling({ span, message }: Diagnostic): Diagnostic {
  return diagnose('dangling-reference', span, { message: `${message} The rule is left out.` });
}

/** The schema that a rule applies to: a type, a message, an event type, or a union over them. */
export function subjectOf(context: LinkContext, subject: CodeSpan): SchemaId | undefined {
  const { loaded } = context;
  const named =
    schemaOfType(context, subject.value) ??
    context.schemas.get(`${subject.span.file}#/events/${subject.value}`);
  if (named !== undefined) return named.id;
  if (!loaded.complete) return undefined;
  if (subject.value.includes('.')) {
    context.report(
      diagnose('dangling-reference', subject.span, {
        message: `No event has the type "${printable(subject.value)}": the rule is left out.`,
      }),
    );
    return undefined;
  }
  context.report(
    diagnose('unknown-name', subject.span, {
      message: `Nothing is called "${printable(subject.value)}".`,
      expected: 'a type, a message, an event type or RequestEnvelope',
    }),
  );
  return undefined;
}

/** Reports what is wrong with a CEL expression over `this`; what it refers to when nothing is. */
export function checkCondition(
  context: LinkContext,
  condition: CodeSpan,
  type: CelType,
  others: readonly { readonly name: string; readonly type: CelType }[] = [],
): CelReferences | undefined {
  const variables = [{ name: 'this', type }, ...others].map((variable) => ({
    ...variable,
    validated: false,
  }));
  const { references, diagnostics } = checkCel(
    condition.value,
    (offset) => spanInCode(condition, offset),
    variables,
  );
  diagnostics.forEach(context.report);
  return references;
}

/**
 * What the level table demands of a capability document: a claimed level comes with its operations, and any
 * level with those of the lowest. The rules exist where the profile declares the type of such documents.
 */
function levelRules(context: LinkContext, levels: readonly Level[]): readonly DataRule[] {
  const type = schemaOfType(context, capabilityTypeName);
  if (type === undefined || !hasClaims(context, type.schema)) return [];
  const lowest = Math.min(...levels.map((level) => level.level));
  return levels
    .filter((level) => level.requiredOperations.length > 0)
    .map((level): DataRule => {
      const claimed =
        level.level === lowest
          ? `this.compatibility_levels.exists(level, level >= ${String(level.level)})`
          : `${String(level.level)} in this.compatibility_levels`;
      const names = level.requiredOperations.map((operation) => JSON.stringify(operation.value)).join(', ');
      return {
        name: `level-${String(level.level)}-operations`,
        schema: type.id,
        condition: {
          value: `!(${claimed}) || [${names}].all(name, this.operations.exists(operation, operation.name == name))`,
          at: level.at,
        },
        code: 'level_without_operation',
        description: `Level ${String(level.level)} needs ${level.requiredOperations.map((operation) => operation.value).join(' and ')}.`,
        at: level.at,
      };
    });
}

function hasClaims(context: LinkContext, schema: Schema): boolean {
  const type = celTypeOf(schema, context.schemas);
  if (type.kind !== 'object') return false;
  return ['compatibility_levels', 'operations'].every((name) =>
    type.fields.some((field) => field.name === name),
  );
}
