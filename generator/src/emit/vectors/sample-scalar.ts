import type { JsonValue, KeywordSchema } from '../../model/index.js';
import { lengthOf } from './json.js';
import { textMatching } from './pattern-text.js';

/** No text is made longer than that. */
const maxText = 100_000;

/** A text within the bounds and patterns of all schemas; undefined where none is found. */
export function sampleText(schemas: readonly KeywordSchema[], variant: number): string | undefined {
  const least = Math.max(0, ...schemas.map(({ minLength }) => minLength?.value ?? 0));
  const most = Math.min(...schemas.map(({ maxLength }) => maxLength?.value ?? Number.POSITIVE_INFINITY));
  if (least > maxText) return undefined;
  const patterns = schemas.flatMap(({ pattern }) => (pattern === undefined ? [] : [pattern.value]));
  const suffix = variant === 0 ? '' : String(variant);
  const stated = schemas.flatMap(statedTexts);
  const written = patterns.flatMap((pattern) => textMatching(pattern) ?? []);
  const candidates = [
    ...stated,
    ...written,
    ...written.map((text) => text + suffix),
    `text${suffix}`,
    suffix,
  ];
  const fits = (text: string): boolean => {
    const length = lengthOf(text);
    return (
      length >= least && length <= most && patterns.every((pattern) => new RegExp(pattern, 'u').test(text))
    );
  };
  const sized = candidates.flatMap((text) => [
    text,
    text.padEnd(least, 'a'),
    text.slice(0, Math.min(most, maxText)),
  ]);
  const fitting = [...new Set(sized)].filter(fits);
  const plain = fitting.filter((text) => !stated.includes(text));
  const usable = plain.length > 0 ? plain : fitting;
  return usable[patterns.length > 0 ? variant % Math.max(usable.length, 1) : 0];
}

function statedTexts(schema: KeywordSchema): readonly string[] {
  const values: readonly JsonValue[] = [
    ...(schema.examples ?? []).map(({ value }) => value),
    ...(schema.default === undefined ? [] : [schema.default.value]),
  ];
  return values.filter((value) => typeof value === 'string');
}

/** A number within the bounds of all schemas; undefined where none is found. */
export function sampleNumber(schemas: readonly KeywordSchema[], variant: number): number | undefined {
  const bounds = schemas.flatMap((schema) => [
    schema.minimum?.value,
    schema.maximum?.value,
    schema.exclusiveMinimum?.value,
    schema.exclusiveMaximum?.value,
    schema.multipleOf?.value,
  ]);
  const known = bounds.filter((bound) => bound !== undefined);
  const near = known.flatMap((bound) => [bound, bound + 1, bound - 1, bound + 0.5, bound - 0.5, bound * 2]);
  const multiples = schemas.flatMap(({ multipleOf }) =>
    multipleOf === undefined
      ? []
      : known.map((bound) => Math.ceil(bound / multipleOf.value) * multipleOf.value),
  );
  const candidates = [...new Set([variant, variant + 1, ...near, ...multiples])].filter((value) =>
    schemas.every((schema) => isWithin(value, schema)),
  );
  return candidates[0];
}

function isWithin(value: number, schema: KeywordSchema): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, type } = schema;
  return (
    (minimum === undefined || value >= minimum.value) &&
    (maximum === undefined || value <= maximum.value) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum.value) &&
    (exclusiveMaximum === undefined || value < exclusiveMaximum.value) &&
    (multipleOf === undefined || Number.isInteger(value / multipleOf.value)) &&
    (type === undefined || type.value.includes('number') || Number.isInteger(value))
  );
}
