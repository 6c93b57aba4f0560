import type { Dialect, OrderRule, Profile } from '../../../model/index.js';
import { docComment, propertyKey, stringLiteral } from '../../text/index.js';
import { specLine } from '../../text/provenance.js';
import { predicateCode, predicateName } from './predicates.js';
import { scopeCodes, type ScopeCode } from './scopes.js';

/** The symbols by which a profile says that a message reports the failure of its stream. */
const failureSymbols: readonly string[] = ['failure', 'error'];

/** The symbol of the messages that report a failure; undefined where the profile has none. */
export function failureSymbol({ symbols }: Profile): string | undefined {
  return symbols.find(({ name }) => failureSymbols.includes(name))?.name;
}

/** `order.ts`: the rules on the order of messages, as automata; undefined without order rules. */
export function orderModule(profile: Profile, runtimePackage: string): string | undefined {
  const [first] = profile.orderRules;
  if (first === undefined) return undefined;
  const scopes = scopeCodes(profile, profile.orderRules);
  const variants = dialectVariants(profile, scopes);
  const all = [...scopes, ...variants.flatMap((variant) => variant.changed)];
  const failure = failureSymbol(profile);
  const used = new Set([
    ...all.flatMap(({ symbols }) => symbols),
    ...(failure === undefined ? [] : [failure]),
  ]);
  const predicates = profile.symbols.filter(({ name }) => used.has(name)).map(predicateCode);
  const names = new Set([
    'createPolicyChecker',
    'type CheckerOptions',
    'type OrderChecker',
    'type OrderScope',
    ...(predicates.length === 0 ? [] : ['type OrderPredicate']),
    ...[...all, ...predicates].flatMap(({ runtimeNames }) => runtimeNames),
  ]);
  return [
    `import { ${[...names].sort().join(', ')} } from ${stringLiteral(runtimePackage)};`,
    ...(profile.dialects.length === 0 ? [] : [`import { dialects, type Dialect } from './dialects.js';`]),
    ...(profile.repairs.length === 0 ? [] : [`import { repairs } from './repairs.js';`]),
    '',
    ...predicates.map(({ text }) => `${text}\n`),
    ...scopes.map((scope) => scopeConstant(scope, profile.orderRules)),
    docComment(
      'The order rules by scope.\n\nThey are the same for every server without a dialect of its own.',
    ),
    `export const orderScopes: readonly OrderScope[] = [${scopes.map(({ name }) => constantName(name)).join(', ')}];\n`,
    ...variants.map(({ text }) => text),
    dialectScopes(profile, variants),
    checker(profile, failure, specLine(first.at)),
  ].join('\n');
}

/** The rules as a dialect has them. */
interface Variant {
  readonly dialect: string;
  readonly changed: readonly ScopeCode[];
  readonly scopes: readonly string[];
  readonly text: string;
}

function dialectVariants(profile: Profile, base: readonly ScopeCode[]): readonly Variant[] {
  return profile.dialects.map((dialect) => {
    const waived = waivedRules(dialect);
    const rules = profile.orderRules.filter(({ name }) => !waived.has(name));
    const touched = new Set(
      profile.orderRules.filter(({ name }) => waived.has(name)).map(({ scope }) => scope),
    );
    const codes = scopeCodes(profile, rules);
    const changed = codes.filter(({ name }) => touched.has(name));
    const kept = base.filter(({ name }) => codes.some((code) => code.name === name));
    return {
      dialect: dialect.name,
      changed,
      scopes: kept.map(({ name }) => constantName(name, touched.has(name) ? dialect.name : undefined)),
      text: changed.map((scope) => scopeConstant(scope, rules, dialect.name)).join('\n'),
    };
  });
}

function waivedRules({ readings }: Dialect): ReadonlySet<string> {
  return new Set(readings.flatMap((reading) => (reading.kind === 'waived' ? [reading.rule] : [])));
}

/** `choiceOrder`, `streamOrderOfVllm`. */
function constantName(scope: string, dialect?: string): string {
  const camel = (text: string): string =>
    text.replace(/[^A-Za-z0-9]+(.)?/g, (_all, next: string | undefined) => (next ?? '').toUpperCase());
  const suffix = dialect === undefined ? '' : `Of${camel(`-${dialect}`)}`;
  return `${camel(scope)}Order${suffix}`;
}

function scopeConstant({ name, literal }: ScopeCode, rules: readonly OrderRule[], dialect?: string): string {
  const own = rules.filter((rule) => rule.scope === name);
  const title = `The rules of scope ${name}${dialect === undefined ? '' : ` as the dialect ${dialect} has them`}.`;
  const lines = own.map((rule) => `- ${rule.name}: ${rule.description}\n  ${specLine(rule.at)}`);
  return [
    docComment(`${title}\n\n${lines.join('\n')}`),
    `const ${constantName(name, dialect)}: OrderScope = ${literal};\n`,
  ].join('\n');
}

function dialectScopes({ dialects }: Profile, variants: readonly Variant[]): string {
  if (dialects.length === 0) return '';
  const entries = variants.map(({ dialect, scopes }) => `${propertyKey(dialect)}: [${scopes.join(', ')}],`);
  return [
    docComment('The order rules as the dialects have them.'),
    'export const orderScopesOf: Readonly<Record<Dialect, readonly OrderScope[]>> = {',
    ...entries,
    '};\n',
  ].join('\n');
}

function checker(profile: Profile, failure: string | undefined, spec: string): string {
  const hasDialects = profile.dialects.length > 0;
  const terminator = profile.stream?.terminator;
  const optionsType = hasDialects ? 'OrderCheckerOptions' : 'CheckerOptions';
  return [
    ...(hasDialects
      ? [
          'export interface OrderCheckerOptions extends CheckerOptions {',
          docComment('The server whose dialect the stream has; without one the documents alone count.'),
          'readonly dialect?: Dialect;',
          '}\n',
        ]
      : []),
    docComment(
      `Checks the order of the messages of one stream. An issue says the rule, the number of the message, the symbols that could come there and where the specification says so.\n\n${spec}`,
    ),
    `export function createOrderChecker(options: ${optionsType} = {}): OrderChecker {`,
    ...(hasDialects ? ['const { dialect } = options;'] : []),
    'return createPolicyChecker({',
    hasDialects
      ? 'scopes: dialect === undefined ? orderScopes : orderScopesOf[dialect],'
      : 'scopes: orderScopes,',
    hasDialects ? 'failures: dialect === undefined ? [] : dialects[dialect].failures,' : 'failures: [],',
    ...(failure === undefined ? [] : [`failure: ${predicateName(failure)},`]),
    ...(terminator === undefined ? [] : [`terminator: ${stringLiteral(terminator)},`]),
    `repairs${profile.repairs.length === 0 ? ': []' : ''},`,
    '}, options);',
    '}\n',
    ...(failure === undefined ? [] : [`export { ${predicateName(failure)} as isFailureMessage };`]),
  ].join('\n');
}
