import { diagnose, hasErrors, printable, type Diagnostic } from '../diagnostics/index.js';
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
import { checkCondition, speaksOfLostField } from './link-data-rules.js';
import type { LinkContext } from './link-context.js';
import { checkPaths } from './link-paths.js';

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
  const listed = celTypeOf(named.schema, context.schemas, { listsValues: true });
  const linked = symbolRows.map((row) => ({ row, ...linkSymbol(context, row, { type, listed }, events) }));
  const dropped = new Set(linked.filter(({ state }) => state === 'void').map(({ row }) => row.symbol.value));
  const symbols = linked.flatMap(({ symbol }) => symbol ?? []);
  const rules = orderRules.flatMap((row) => linkRule(context, row, type, symbolRows, dropped) ?? []);
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

/** The messages that symbols speak of, and the same with the values that their schemas list. */
interface MessageTypes {
  readonly type: CelType;
  readonly listed: CelType;
}

type LinkedSymbol =
  | { readonly state: 'ok'; readonly symbol: OrderSymbol }
  | { readonly state: 'void' | 'faulty'; readonly symbol?: undefined };

function linkSymbol(
  context: LinkContext,
  row: SymbolRow,
  types: MessageTypes,
  events: readonly EventType[],
): LinkedSymbol {
  const unknown = unknownEvents(context, row.matches, events);
  if (unknown !== undefined) return { state: unknown };
  if (!checkSymbol(context, row.matches, types)) return { state: 'faulty' };
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

/**
 * Whether the condition of a symbol is sound. What a message had whose row was deleted no message has any more: the
 * symbol stays, for the messages that are left, and it is told.
 */
function checkSymbol(context: LinkContext, matches: CodeSpan, { type, listed }: MessageTypes): boolean {
  const found: Diagnostic[] = [];
  const check = (message: CelType, report: LinkContext['report']): boolean =>
    checkCondition({ ...context, report }, matches, message, [
      { name: 'choice', type: choiceType(message) },
    ]) !== undefined;
  if (check(type, (finding) => found.push(finding))) {
    const unlisted: Diagnostic[] = [];
    check(listed, (finding) => unlisted.push(finding));
    const dead = unlisted.filter(
      (finding) => finding.code === 'rule-constant' && !speaksOfTheGone(context, matches, finding),
    );
    dead.forEach(context.report);
    return dead.length === 0;
  }
  const isGone = found.every((finding) => speaksOfTheGone(context, matches, finding));
  if (isGone && check({ kind: 'dyn' }, () => undefined)) {
    for (const { span, message } of found)
      context.report(
        diagnose('dangling-reference', span, { message: `${message} No message is left for it.` }),
      );
    return true;
  }
  found.forEach(context.report);
  return false;
}

/** Whether the documents speak elsewhere of the field that is missing, or of the texts that nothing equals. */
function speaksOfTheGone(context: LinkContext, matches: CodeSpan, finding: Diagnostic): boolean {
  if (finding.code !== 'rule-constant') return speaksOfLostField(context, finding);
  const texts = [...matches.value.matchAll(/"([^"\\]+)"|'([^'\\]+)'/g)].map(([, a, b]) => a ?? b ?? '');
  return texts.length > 0 && texts.every((text) => context.loaded.occurrences(text) > 1);
}

const eventTypeLiteral = /["']([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+)["']/g;

/**
 * What becomes of a symbol that speaks of event types that no row declares. Deleting an event row is one edit: what
 * speaks of the event goes with it (`void`) and is told, but stops nothing. A type that nothing else in the
 * documents speaks of was never one: a symbol that has no other can match no message, and is an error.
 */
function unknownEvents(
  context: LinkContext,
  matches: CodeSpan,
  events: readonly EventType[],
): 'void' | 'faulty' | undefined {
  if (events.length === 0) return undefined;
  const literals = [...matches.value.matchAll(eventTypeLiteral)].map((match) => match[1] ?? '');
  const unknown = literals.filter((literal) => !events.some((event) => event.type === literal));
  if (unknown.length === 0) return undefined;
  const isLost = unknown.length === literals.length;
  const never = isLost && unknown.every((literal) => context.loaded.occurrences(literal) === 1);
  for (const literal of unknown) {
    const message = `No event has the type "${printable(literal)}"`;
    context.report(
      never
        ? diagnose('rule-unmatched-symbol', matches.span, {
            message: `${message}: no message matches the symbol.`,
            expected: `one of ${events.map(({ type }) => type).join(', ')}`,
            found: printable(literal),
          })
        : diagnose('dangling-reference', matches.span, { message: `${message}.` }),
    );
  }
  return never ? 'faulty' : isLost ? 'void' : undefined;
}

interface LinkedRule {
  readonly rule: OrderRule;
  readonly template: ScopeRule | undefined;
}

function linkRule(
  context: LinkContext,
  row: OrderRuleRow,
  type: CelType,
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
  const names = new Set(declared.map((symbol) => symbol.name));
  if (constraint.kind !== 'template' && !checkPaths(context, constraint, type, names)) return undefined;
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
