import type { KeywordSchema, Schema } from '../../model/index.js';

/** A step from a schema to one of its parts: into the value, or to another schema on the same value. */
export type Step =
  | { readonly kind: 'property' | 'additional' | 'pattern'; readonly name: string }
  | { readonly kind: 'item'; readonly index: number }
  | { readonly kind: 'ref' | 'then' | 'else' }
  | { readonly kind: 'allOf' | 'anyOf' | 'oneOf'; readonly index: number }
  | { readonly kind: 'dependent'; readonly name: string };

export interface Part {
  readonly step: Step;
  /** The keyword and what follows it in a JSON pointer: `properties/id`, `anyOf/1`. */
  readonly pointer: string;
  readonly schema: Schema;
}

/** The name of a member that no schema declares. */
export const undeclaredName = 'unexpected';

/**
 * The parts of a schema whose own keywords a value can break one by one. What only decides whether another keyword
 * holds (`not`, `if`, `contains`, `propertyNames`) is tested as a whole. References are not followed.
 */
export function partsOf(schema: KeywordSchema): readonly Part[] {
  return [
    ...(schema.properties ?? []).map(({ name, schema: inner }) =>
      part({ kind: 'property', name }, `properties/${token(name)}`, inner),
    ),
    ...(schema.patternProperties ?? []).map(({ pattern, schema: inner }) =>
      part({ kind: 'pattern', name: pattern.value }, `patternProperties/${token(pattern.value)}`, inner),
    ),
    ...located(
      schema.additionalProperties,
      { kind: 'additional', name: undeclaredName },
      'additionalProperties',
    ),
    ...(schema.prefixItems?.value ?? []).map((inner, index) =>
      part({ kind: 'item', index }, `prefixItems/${String(index)}`, inner),
    ),
    ...located(schema.items, { kind: 'item', index: schema.prefixItems?.value.length ?? 0 }, 'items'),
    ...(['allOf', 'anyOf', 'oneOf'] as const).flatMap((keyword) =>
      (schema[keyword]?.value ?? []).map((inner, index) =>
        part({ kind: keyword, index }, `${keyword}/${String(index)}`, inner),
      ),
    ),
    ...located(schema.then, { kind: 'then' }, 'then'),
    ...located(schema.else, { kind: 'else' }, 'else'),
    ...(schema.dependentSchemas ?? []).map(({ name, schema: inner }) =>
      part({ kind: 'dependent', name }, `dependentSchemas/${token(name)}`, inner),
    ),
  ];
}

function part(step: Step, pointer: string, schema: Schema): Part {
  return { step, pointer, schema };
}

function located(
  inner: { readonly value: Schema } | undefined,
  step: Step,
  pointer: string,
): readonly Part[] {
  return inner === undefined || inner.value.kind === 'boolean' ? [] : [part(step, pointer, inner.value)];
}

function token(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
