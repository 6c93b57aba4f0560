import { diagnose } from '../../diagnostics/index.js';
import type { Located } from '../../model/index.js';
import type { SchemaDraft, SchemaScope } from './scope.js';

type Limit =
  | 'minLength'
  | 'maxLength'
  | 'minItems'
  | 'maxItems'
  | 'minProperties'
  | 'maxProperties'
  | 'minContains'
  | 'maxContains'
  | 'minimum'
  | 'maximum'
  | 'exclusiveMinimum'
  | 'exclusiveMaximum';

interface LimitPair {
  readonly lower: Limit;
  readonly upper: Limit;
  /** Whether equal limits leave nothing in between. */
  readonly exclusive: boolean;
}

const limitPairs: readonly LimitPair[] = [
  { lower: 'minLength', upper: 'maxLength', exclusive: false },
  { lower: 'minItems', upper: 'maxItems', exclusive: false },
  { lower: 'minProperties', upper: 'maxProperties', exclusive: false },
  { lower: 'minContains', upper: 'maxContains', exclusive: false },
  { lower: 'minimum', upper: 'maximum', exclusive: false },
  { lower: 'minimum', upper: 'exclusiveMaximum', exclusive: true },
  { lower: 'exclusiveMinimum', upper: 'maximum', exclusive: true },
  { lower: 'exclusiveMinimum', upper: 'exclusiveMaximum', exclusive: true },
];

/** Reports limits of one schema that no value can meet, at the lower one. */
export function checkRanges(draft: SchemaDraft, scope: SchemaScope): void {
  for (const { lower, upper, exclusive } of limitPairs) {
    const least: Located<number> | undefined = draft[lower];
    const most: Located<number> | undefined = draft[upper];
    if (least === undefined || most === undefined) continue;
    if (least.value < most.value || (least.value === most.value && !exclusive)) continue;
    scope.report(
      diagnose('keyword-value', least.at, {
        message: `\`${lower}\` and \`${upper}\` leave no value between them.`,
        expected: `${exclusive ? 'less than' : 'at most'} ${String(most.value)}`,
        found: String(least.value),
        related: [{ span: most.at, message: `\`${upper}\` stands here` }],
      }),
    );
  }
}
