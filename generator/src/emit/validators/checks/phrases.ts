import type { JsonValue, KeywordSchema, Schema } from '../../../model/index.js';
import { escapeUnsafeCharacters, numberLiteral } from '../../text/index.js';
import type { SchemaFacts } from '../schema/schema-facts.js';

/** Longest text of what an issue expects. */
const longest = 120;

/** Longest text of one branch of a union. */
const longestBranch = 40;

/** What an issue expects, as a phrase for `expected …, got …`: no control characters, cut where it is long. */
export function phrase(text: string): string {
  const safe = escapeUnsafeCharacters(text);
  return safe.length <= longest ? safe : `${safe.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** `1 item`, `3 items`. */
export function plural(size: number, singular: string, many = `${singular}s`): string {
  return `${numberLiteral(size)} ${size === 1 ? singular : many}`;
}

export function patternText(pattern: string): string {
  return phrase(`text that matches ${pattern}`);
}

/** `"a"`, `"a" or "b"`, `"a", "b", … (12 values)`. */
export function listText(values: readonly JsonValue[], many: string, conjunction = 'or'): string {
  if (values.length === 0) return 'nothing';
  const texts = values.slice(0, longest).map((value) => JSON.stringify(value));
  const last = texts.length > 1 ? texts.pop() : undefined;
  const whole = escapeUnsafeCharacters(
    last === undefined ? texts.join('') : `${texts.join(', ')} ${conjunction} ${last}`,
  );
  if (values.length <= longest && whole.length <= longest) return whole;
  let shown = '';
  for (const text of texts.map(escapeUnsafeCharacters)) {
    if (shown.length + text.length > longest - 30) break;
    shown += `${text}, `;
  }
  return shown === ''
    ? plural(values.length, 'listed value', `listed ${many}`)
    : `${shown}… (${plural(values.length, many, many)})`;
}

export function typeText(types: readonly string[]): string {
  const last = types.at(-1) ?? 'nothing';
  return types.length < 2 ? last : `${types.slice(0, -1).join(', ')} or ${last}`;
}

/** What a schema demands, in few words: for keywords that only say whether a whole schema matched. */
export function expectation(facts: SchemaFacts, schema: Schema): string {
  if (schema.kind === 'boolean') return schema.value ? 'any value' : 'nothing';
  const words = demandsOf(facts, schema);
  const text = words.length === 0 ? 'a value of the schema' : words.join(', ');
  return phrase(schema.nullable === undefined ? text : `${text}, or null`);
}

function demandsOf(facts: SchemaFacts, schema: KeywordSchema): readonly string[] {
  if (schema.const !== undefined) return [listText([schema.const.value], 'values')];
  if (schema.enum !== undefined) return [listText(schema.enum.value, 'values')];
  const words: string[] = [];
  if (schema.ref !== undefined) words.push(facts.named(schema.ref.value).name);
  const required = (schema.required ?? []).map(({ value }) => value);
  const members = required.length === 0 ? '' : ` with ${listText(required, 'properties', 'and')}`;
  const type = schema.type === undefined ? '' : typeText(schema.type.value);
  if (type !== '' || members !== '') words.push(`${type === '' ? 'object' : type}${members}`);
  words.push(...boundsOf(schema));
  const union = schema.anyOf?.value ?? schema.oneOf?.value;
  if (union !== undefined && union.length <= 4) words.push(unionText(facts, union));
  return words;
}

/** `Text or Image`, `string or array`; the branches are not opened any further. */
export function unionText(facts: SchemaFacts, branches: readonly Schema[]): string {
  const texts = branches.map((branch) => {
    const text = expectation(facts, branch);
    return text.length > longestBranch ? typeText([...facts.kindsOf(branch)]) : text;
  });
  return phrase(typeText([...new Set(texts)]));
}

function boundsOf(schema: KeywordSchema): readonly string[] {
  const bounds = [
    ['at least', schema.minimum, ''],
    ['more than', schema.exclusiveMinimum, ''],
    ['at most', schema.maximum, ''],
    ['less than', schema.exclusiveMaximum, ''],
    ['a multiple of', schema.multipleOf, ''],
    ['at least', schema.minLength, 'character'],
    ['at most', schema.maxLength, 'character'],
    ['at least', schema.minItems, 'item'],
    ['at most', schema.maxItems, 'item'],
  ] as const;
  const texts = bounds.flatMap(([words, limit, noun]) => {
    if (limit === undefined) return [];
    return [`${words} ${noun === '' ? numberLiteral(limit.value) : plural(limit.value, noun)}`];
  });
  return schema.pattern === undefined ? texts : [...texts, `matching ${schema.pattern.value}`];
}
