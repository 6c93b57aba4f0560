import { diagnose, type Diagnostic } from '../../diagnostics/index.js';
import type { Alphabet, Watch } from './alphabet.js';
import type { Automaton, SymbolSets } from './automaton.js';
import { assemble } from './assemble.js';
import { conflictFinder } from './conflict.js';
import { formatConstraint } from './constraint.js';
import { linkConstraint, type DeclaredSymbol } from './link.js';
import { explore, startOf, type Product } from './product.js';
import { lettersOf, maxSymbols, usedSymbols, watchesOf, type ScopeRule } from './scope.js';
import { canBreak } from './traces.js';

export interface CompileOptions {
  /** The name of the scope, for messages: `stream`, `choice` or `call_id`. */
  readonly scope: string;
  /** What is known of symbols that one event matches together; nothing is assumed without it. */
  readonly sets?: readonly SymbolSets[];
}

export interface CompiledScope {
  /** Undefined when there are errors. */
  readonly automaton?: Automaton;
  readonly diagnostics: readonly Diagnostic[];
}

/** The most steps of a monitor, states times letters times rules, that it takes to explore a scope. */
const maxSteps = 4_000_000;

/**
 * Compiles the DECLARE rules of one scope into its automaton. Never throws.
 *
 * Errors: `rule-unknown-symbol`; `rule-unmatched-symbol` for a symbol that no event matches; `rule-vacuous` for a
 * rule that no trace can break; `rule-conflict` for rules that no trace fulfils, naming the fewest that conflict;
 * `rule-limit` for rules that combine in too many ways.
 */
export function compileScope(
  rules: readonly ScopeRule[],
  symbols: readonly DeclaredSymbol[],
  options: CompileOptions,
): CompiledScope {
  const unknown = rules.flatMap(({ constraint }) => linkConstraint(constraint, symbols));
  if (unknown.length > 0) return { diagnostics: unknown };
  const { scope, sets = [] } = options;
  const used = usedSymbols(
    rules,
    symbols.map(({ name }) => name),
  );
  if (used.length > maxSymbols) return { diagnostics: tooManySymbols(rules, used, scope) };
  const watches = watchesOf(rules, used);
  const alphabet = lettersOf(used, watches, sets);
  if (alphabet === undefined) return { diagnostics: tooLarge(rules, scope) };
  const product = { watches, letters: alphabet.letters };
  const faults = [...unmatched(used, symbols, alphabet), ...vacuous(rules, watches, alphabet)];
  if (faults.length > 0) return { diagnostics: faults };
  const explored = explore(product, maxSteps);
  if (explored === undefined) return { diagnostics: tooLarge(rules, scope) };
  if (explored.live[0] !== true) return { diagnostics: conflicting(rules, product, scope) };
  const automaton = assemble({ rules, symbols: used, sets, alphabet, product, explored });
  return automaton === undefined ? { diagnostics: tooLarge(rules, scope) } : { automaton, diagnostics: [] };
}

function tooManySymbols(
  rules: readonly ScopeRule[],
  used: readonly string[],
  scope: string,
): readonly Diagnostic[] {
  const seen = new Set<string>();
  const references = rules.flatMap(({ constraint }) => constraint.symbols);
  const surplus = references.filter(({ name }) => seen.add(name).size > maxSymbols);
  return surplus.slice(0, 1).map(({ span }) =>
    diagnose('rule-limit', span, {
      message: `The rules of scope ${scope} name too many symbols.`,
      expected: `at most ${String(maxSymbols)} symbols a scope`,
      found: `${String(used.length)} symbols`,
    }),
  );
}

function tooLarge(rules: readonly ScopeRule[], scope: string): readonly Diagnostic[] {
  return rules.slice(0, 1).map(({ at }) =>
    diagnose('rule-limit', at, {
      message: `The ${String(rules.length)} rules of scope ${scope} combine in too many ways for one automaton.`,
      expected: 'fewer rules, or symbols of which one message matches only one',
    }),
  );
}

function unmatched(
  used: readonly string[],
  symbols: readonly DeclaredSymbol[],
  { occurring }: Alphabet,
): readonly Diagnostic[] {
  const never = used.filter((_name, place) => ((occurring >> place) & 1) === 0);
  return symbols
    .filter(({ name }) => never.includes(name))
    .map(({ name, span }) =>
      diagnose('rule-unmatched-symbol', span, {
        message: `No message matches the symbol \`${name}\`.`,
        expected: 'a condition that some message fulfils',
      }),
    );
}

/** The rules that nothing can break; a symbol that nothing matches is told once, and not by each of its rules. */
function vacuous(
  rules: readonly ScopeRule[],
  watches: readonly Watch[],
  { letters, occurring }: Alphabet,
): readonly Diagnostic[] {
  return rules
    .filter((_rule, index) => {
      const watch = watches[index];
      const occur = watch?.symbols.every((place) => ((occurring >> place) & 1) === 1);
      return watch !== undefined && occur === true && !canBreak(watch, letters);
    })
    .map(({ name, constraint }) =>
      diagnose('rule-vacuous', constraint.span, {
        message: `Nothing can break the rule \`${name}\`: what it forbids no message does.`,
        found: `\`${formatConstraint(constraint)}\``,
      }),
    );
}

function conflicting(rules: readonly ScopeRule[], product: Product, scope: string): readonly Diagnostic[] {
  const conflict = conflictFinder(product).find(startOf(product), [...rules.keys()]);
  const involved = conflict.flatMap((index) => rules[index] ?? []);
  const [first, ...others] = involved;
  if (first === undefined) return [];
  const names = involved.map(({ name }) => `\`${name}\``).join(', ');
  return [
    diagnose('rule-conflict', first.constraint.span, {
      message:
        others.length === 0
          ? `No trace of scope ${scope} fulfils the rule ${names}.`
          : `No trace of scope ${scope} fulfils the rules ${names} together.`,
      found: involved.map(({ constraint }) => `\`${formatConstraint(constraint)}\``).join(', '),
      related: others.map(({ name, constraint }) => ({
        span: constraint.span,
        message: `\`${name}\` conflicts with it`,
      })),
    }),
  ];
}
