import { diagnose, printable, type Diagnostic, type Span } from '../../diagnostics/index.js';
import { readCall, type Call } from './call.js';
import type { NamedKind, ParsedConstraint, PathReference, Reference } from './constraint.js';
import { listed, nearest } from './nearest.js';
import { templateNames, templates, type Parameters, type TemplateName } from './templates.js';

export interface ParseResult {
  /** Undefined when there are errors. */
  readonly constraint?: ParsedConstraint;
  readonly diagnostics: readonly Diagnostic[];
}

/** The largest n: an automaton has a state for each number up to it. */
export const maxCount = 100;

/** The named kinds and what their paths are called in messages. */
const namedKinds: Readonly<Record<NamedKind, readonly string[]>> = {
  constant: ['path'],
  'non-decreasing': ['path'],
  concatenates: ['part', 'whole'],
  'sum-over-choices': ['part', 'total'],
};

type ConstraintName = TemplateName | NamedKind;

/** Names by their letters alone, so that `notCoExistence`, `not coexistence` and `not-co-existence` are one. */
const spellings: ReadonlyMap<string, ConstraintName> = new Map<string, ConstraintName>([
  ...templateNames.map((name) => [lettersOf(name), name] as const),
  ...(Object.keys(namedKinds) as NamedKind[]).map((name) => [lettersOf(name), name] as const),
  ['end', 'last'],
]);

/**
 * Reads the constraint of an order rule: a DECLARE template or a named kind.
 *
 * `source` is the text of the code span, `at` the place of its first character. The n of `existence`, `absence`
 * and `exactly` stands before or after the symbol, or on the name (`absence2(a)`); left out, it is 1. As in
 * DECLARE, `absence(n, a)` means fewer than n occurrences: `absence(a)` is never, `absence(2, a)` at most once.
 *
 * Errors: `rule-unsupported` for a name that is no template, `rule-syntax` for everything else.
 */
export function parseConstraint(source: string, at: Span): ParseResult {
  const { call, diagnostics } = readCall(source, at);
  if (call === undefined) return { diagnostics };
  const { name, suffix } = resolveName(call.name.name);
  if (name === undefined) return { diagnostics: [unknownName(call)] };
  const problems: Diagnostic[] = [];
  const constraint = isNamed(name)
    ? readNamed(name, call, problems)
    : readTemplate(name, suffix, call, problems);
  if (suffix !== undefined && (isNamed(name) || templates[name].parameters !== 'count')) {
    problems.push(
      diagnose('rule-syntax', call.name.span, {
        message: `\`${name}\` does not count.`,
        expected: `\`${usage(name)}\``,
        found: `"${printable(call.name.name)}"`,
      }),
    );
  }
  if (constraint === undefined || problems.length > 0) return { diagnostics: problems };
  return { constraint, diagnostics: [] };
}

function isNamed(name: ConstraintName): name is NamedKind {
  return Object.hasOwn(namedKinds, name);
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}

interface ResolvedName {
  readonly name: ConstraintName | undefined;
  /** The 2 of `absence2`. */
  readonly suffix: string | undefined;
}

function resolveName(text: string): ResolvedName {
  const letters = lettersOf(text);
  const digits = /\d+$/.exec(letters)?.[0];
  const stem = digits === undefined ? letters : letters.slice(0, -digits.length);
  return { name: spellings.get(stem), suffix: digits };
}

function unknownName({ name }: Call): Diagnostic {
  const letters = [...spellings.keys()];
  const meant = nearest(lettersOf(name.name), letters).flatMap((key) => spellings.get(key) ?? []);
  return diagnose('rule-unsupported', name.span, {
    message: `There is no template or kind of rule "${printable(name.name)}".`,
    expected:
      meant.length > 0
        ? listed([...new Set(meant)])
        : `a DECLARE template (${listed(templateNames)}) or a kind (${listed(Object.keys(namedKinds))})`,
    found: `"${printable(name.name)}"`,
  });
}

/** How the constraint is written: `precedence(a, b)`. */
function usage(name: ConstraintName): string {
  if (isNamed(name)) return `${name}(${namedKinds[name].join(', ')})`;
  const written: Record<Parameters, string> = { symbol: 'a', count: 'n, a', pair: 'a, b' };
  return `${name}(${written[templates[name].parameters]})`;
}

function readNamed(kind: NamedKind, call: Call, problems: Diagnostic[]): ParsedConstraint | undefined {
  const wanted = namedKinds[kind].length;
  const paths = checkForm(call.arguments, pathForm, 'a path of field names, `usage.total_tokens`', problems);
  if (call.arguments.length !== wanted) problems.push(wrongArity(kind, call, call.arguments[wanted]));
  if (problems.length > 0) return undefined;
  return { kind, paths: paths.map(withSegments), span: call.name.span };
}

/** `a.b[].c` is a, b, [] and c. */
function withSegments(path: Reference): PathReference {
  return { ...path, segments: path.name.replaceAll('[]', '.[]').split('.') };
}

const segmentForm = '[\\p{ID_Start}_$][\\p{ID_Continue}$-]*(?:\\[\\])?';
const pathForm = new RegExp(`^${segmentForm}(?:\\.${segmentForm})*$`, 'u');
const symbolForm = /^[A-Za-z_][\w-]*$/;
const numberForm = /^[+-]?\d+(?:\.\d*)?$/;

function readTemplate(
  template: TemplateName,
  suffix: string | undefined,
  call: Call,
  problems: Diagnostic[],
): ParsedConstraint | undefined {
  const counts = templates[template].parameters === 'count';
  const numbers = counts ? call.arguments.filter(({ name }) => numberForm.test(name)) : [];
  const rest = call.arguments.filter((argument) => !numbers.includes(argument));
  const symbols = checkForm(rest, symbolForm, 'the name of a symbol', problems);
  const wanted = templates[template].parameters === 'pair' ? 2 : 1;
  const stated = numbers.length + (counts && suffix !== undefined ? 1 : 0);
  if (rest.length !== wanted) problems.push(wrongArity(template, call, rest[wanted]));
  else if (stated > 1) problems.push(wrongArity(template, call, numbers.at(-1)));
  const [first, second] = symbols;
  if (first !== undefined && first.name === second?.name) problems.push(sameSymbol(template, second));
  const number = numbers[0] ?? (suffix === undefined ? undefined : { name: suffix, span: call.name.span });
  const count = counts ? readCount(number, problems) : undefined;
  if (problems.length > 0) return undefined;
  return { kind: 'template', template, count, symbols, span: call.name.span };
}

function readCount(number: Reference | undefined, problems: Diagnostic[]): number {
  if (number === undefined) return 1;
  const count = /^\d{1,9}$/.test(number.name) ? Number(number.name) : Number.NaN;
  if (count >= 1 && count <= maxCount) return count;
  problems.push(
    diagnose('rule-syntax', number.span, {
      message: 'The number of occurrences is out of range.',
      expected: `a whole number from 1 to ${String(maxCount)}`,
      found: printable(number.name),
    }),
  );
  return 1;
}

/** Reports every argument that is not written in that form; returns the others. */
function checkForm(
  list: readonly Reference[],
  form: RegExp,
  expected: string,
  problems: Diagnostic[],
): readonly Reference[] {
  return list.filter(({ name, span }) => {
    if (form.test(name)) return true;
    const found = name === '' ? 'nothing' : `"${printable(name, 40)}"`;
    problems.push(diagnose('rule-syntax', span, { message: 'The argument is not a name.', expected, found }));
    return false;
  });
}

/** At the argument that is too many, or where the missing one should stand. */
function wrongArity(name: ConstraintName, call: Call, surplus: Reference | undefined): Diagnostic {
  const size = call.arguments.length;
  return diagnose('rule-syntax', surplus?.span ?? call.end, {
    message: `\`${name}\` does not take these arguments.`,
    expected: `\`${usage(name)}\``,
    found: size === 1 ? '1 argument' : `${String(size)} arguments`,
  });
}

/** A pair of one symbol with itself holds always, never, or says what a template of one symbol says. */
function sameSymbol(template: TemplateName, second: Reference): Diagnostic {
  return diagnose('rule-syntax', second.span, {
    message: `\`${template}\` relates two different symbols.`,
    expected: `\`${usage(template)}\``,
    found: `\`${second.name}\` twice`,
  });
}
