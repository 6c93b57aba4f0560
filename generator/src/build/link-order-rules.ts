import { diagnose, hasErrors, printable } from '../diagnostics/index.js';
import type { CodeSpan, OrderRuleRow, SymbolRow } from '../load/index.js';
import type { EventType, OrderRule, OrderSymbol, RuleScope, SchemaId } from '../model/index.js';
import { celTypeOf, type CelType } from '../rules/cel/index.js';
import {
  compileScope,
  linkConstraint,
  parseConstraint,
  type DeclaredSymbol,
  type ParsedConstraint,
  type ScopeRule,
} from '../rules/declare/index.js';
import { checkCondition } from './link-data-rules.js';
import type { LinkContext } from './link-context.js';

export interface OrderRules {
  readonly symbols: readonly OrderSymbol[];
  readonly rules: readonly OrderRule[];
}

/**
 * The order rules of a profile over one kind of message: its events, or the messages of its stream.
 *
 * @param message the union that the rules speak of; undefined where the profile has neither
 */
export function linkOrderRules(
  context: LinkContext,
  message: SchemaId | undefined,
  events: readonly EventType[],
): OrderRules {
  const { symbols: symbolRows = [], orderRules = [] } = context.loaded.profile?.tables ?? {};
  const named = message === undefined ? undefined : context.schemas.get(message);
  if (named === undefined) {
    reportNoMessages(context, orderRules);
    return { symbols: [], rules: [] };
  }
  const type = celTypeOf(named.schema, context.schemas);
  const linked = symbolRows.map((row) => ({ row, ...linkSymbol(context, row, type, events) }));
  const dropped = new Set(linked.filter(({ state }) => state === 'void').map(({ row }) => row.symbol.value));
  const symbols = linked.flatMap(({ symbol }) => symbol ?? []);
  const rules = orderRules.flatMap((row) => linkRule(context, row, symbolRows, dropped) ?? []);
  checkScopes(context, rules, symbols);
  return { symbols, rules: rules.map(({ rule }) => rule) };
}

function reportNoMessages(context: LinkContext, rows: readonly OrderRuleRow[]): void {
  const [first] = rows;
  if (first === undefined || !context.loaded.complete) return;
  context.report(
    diagnose('unknown-name', first.span, {
      message: 'The profile has order rules and no messages that they could speak of.',
      expected: 'a table of events or of stream messages, or an AsyncAPI document',
    }),
  );
}

/** The element of `choices` that `choice` stands for; anything, where messages have no such list. */
function choiceType(type: CelType): CelType {
  const members = type.kind === 'union' ? type.members : [type];
  for (const member of members) {
    if (member.kind !== 'object') continue;
    const choices = member.fields.find((field) => field.name === 'choices')?.type;
    if (choices?.kind === 'list') return choices.items;
  }
  return { kind: 'dyn' };
}

type LinkedSymbol =
  | { readonly state: 'ok'; readonly symbol: OrderSymbol }
  | { readonly state: 'void' | 'faulty'; readonly symbol?: undefined };

function linkSymbol(
  context: LinkContext,
  row: SymbolRow,
  type: CelType,
  events: readonly EventType[],
): LinkedSymbol {
  if (isVoid(context, row.matches, events)) return { state: 'void' };
  const choice = { name: 'choice', type: choiceType(type) };
  if (checkCondition(context, row.matches, type, [choice]) === undefined) return { state: 'faulty' };
  return {
    state: 'ok',
    symbol: {
      name: row.symbol.value,
      matches: { value: row.matches.value, at: row.matches.span },
      description: row.description.value,
      at: row.symbol.span,
    },
  };
}

const eventTypeLiteral = /["']([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+)["']/g;

/**
 * Whether a symbol speaks only of event types that no row declares any more. Deleting an event row is one edit:
 * what speaks of the event goes with it and is told, but stops nothing.
 */
function isVoid(context: LinkContext, matches: CodeSpan, events: readonly EventType[]): boolean {
  const [first] = events;
  if (first === undefined) return false;
  const literals = [...matches.value.matchAll(eventTypeLiteral)].map((match) => match[1] ?? '');
  const unknown = literals.filter((literal) => !events.some((event) => event.type === literal));
  for (const literal of unknown) {
    context.report(
      diagnose('dangling-reference', matches.span, {
        message: `No event has the type "${printable(literal)}".`,
      }),
    );
  }
  return unknown.length > 0 && unknown.length === literals.length;
}

interface LinkedRule {
  readonly rule: OrderRule;
  readonly template: ScopeRule | undefined;
}

function linkRule(
  context: LinkContext,
  row: OrderRuleRow,
  symbols: readonly SymbolRow[],
  dropped: ReadonlySet<string>,
): LinkedRule | undefined {
  const { constraint, diagnostics } = parseConstraint(row.constraint.value, row.constraint.span);
  diagnostics.forEach(context.report);
  if (constraint === undefined) return undefined;
  const declared = symbols.map(({ symbol }) => ({ name: symbol.value, span: symbol.span }));
  if (linkConstraint(constraint, declared).length > 0) {
    reportUnknown(context, constraint, declared);
    return undefined;
  }
  if (symbolsOf(constraint).some((name) => dropped.has(name))) return undefined;
  const name = row.rule.value;
  const rule: OrderRule = {
    name,
    constraint: { value: row.constraint.value, at: row.constraint.span },
    scope: row.scope.value,
    description: row.description.value,
    at: row.rule.span,
  };
  const template = constraint.kind === 'template' ? { name, constraint, at: row.rule.span } : undefined;
  return { rule, template };
}

/** The names in a constraint that are symbols, or may be: the first name of a path can be one. */
function symbolsOf(constraint: ParsedConstraint): readonly string[] {
  if (constraint.kind === 'template') return constraint.symbols.map(({ name }) => name);
  return constraint.paths.flatMap(({ segments }) => (segments.length > 1 ? segments.slice(0, 1) : []));
}

/**
 * Deleting a symbol is one edit: what names it goes with it and is told, but stops nothing. A name that is nearly that
 * of another symbol is a slip of the pen, and an error.
 */
function reportUnknown(
  context: LinkContext,
  constraint: ParsedConstraint,
  declared: readonly DeclaredSymbol[],
): void {
  for (const fault of linkConstraint(constraint, declared)) {
    const isSlip = fault.related !== undefined && fault.related.length > 0;
    context.report(
      isSlip
        ? fault
        : diagnose('dangling-reference', fault.span, { message: `${fault.message} The rule is left out.` }),
    );
  }
}

/** Rules that contradict each other, or together are too many for one automaton, are errors of the spec. */
function checkScopes(
  context: LinkContext,
  rules: readonly LinkedRule[],
  symbols: readonly OrderSymbol[],
): void {
  const declared = symbols.map(({ name, at }) => ({ name, span: at }));
  for (const scope of ['stream', 'choice', 'call_id'] satisfies RuleScope[]) {
    const templates = rules.flatMap(({ rule, template }) =>
      rule.scope === scope && template !== undefined ? [template] : [],
    );
    if (templates.length === 0) continue;
    const known = templates.filter(({ constraint }) => !hasErrors(linkConstraint(constraint, declared)));
    compileScope(known, declared, { scope }).diagnostics.forEach(context.report);
  }
}
