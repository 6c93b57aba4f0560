import { isDeepStrictEqual } from 'node:util';
import type { KeywordSchema } from '../../../model/index.js';
import { assertionsOf, type SchemaDraft } from './assertions.js';
import { isOfType, kindOfType, type Kind } from './schema-facts.js';

/** Keywords that say nothing of a value of another kind. */
const keywordsOfKind: readonly (readonly [Kind, readonly (keyof KeywordSchema)[]])[] = [
  ['number', ['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum']],
  ['string', ['maxLength', 'minLength', 'pattern']],
  [
    'array',
    ['prefixItems', 'items', 'contains', 'minContains', 'maxContains', 'maxItems', 'minItems', 'uniqueItems'],
  ],
  [
    'object',
    [
      'properties',
      'patternProperties',
      'additionalProperties',
      'propertyNames',
      'dependentSchemas',
      'dependentRequired',
      'required',
      'minProperties',
      'maxProperties',
    ],
  ],
];

/** Drops keywords on kinds of values that `type` refuses. */
export function dropInapplicable(draft: SchemaDraft): void {
  if (draft.type === undefined) return;
  const admitted = new Set(draft.type.value.map(kindOfType));
  for (const [kind, keywords] of keywordsOfKind) {
    if (!admitted.has(kind)) keywords.forEach((keyword) => delete draft[keyword]);
  }
}

/** One list of values at most, and only values that `type` admits. */
export function mergeListedValues(draft: SchemaDraft): void {
  const types = draft.type?.value;
  if (draft.const !== undefined) {
    const { at, value } = draft.const;
    const admitted = types === undefined || isOfType(value, types);
    const listed =
      draft.enum?.value.some((other) => other === value || isDeepStrictEqual(other, value)) ?? true;
    if (admitted && listed) {
      delete draft.enum;
    } else {
      delete draft.const;
      draft.enum = { at, value: [] };
    }
  }
  if (draft.enum !== undefined && types !== undefined) {
    draft.enum = { ...draft.enum, value: draft.enum.value.filter((value) => isOfType(value, types)) };
  }
}

/** `type: [T, null]` is `T` that may be null, unless keywords beyond those on `T` say something of null too. */
export function nullableType(draft: SchemaDraft): void {
  if (draft.type?.value.length !== 2 || !draft.type.value.includes('null')) return;
  const onOneKind = new Set<string>([
    'type',
    'nullable',
    ...keywordsOfKind.flatMap(([, keywords]) => keywords),
  ]);
  const keys = assertionsOf(draft);
  if (keys.length < 2 || !keys.every((key) => onOneKind.has(key))) return;
  const { at, value } = draft.type;
  draft.type = { at, value: value.filter((type) => type !== 'null') };
  draft.nullable = { at, value: true };
}
