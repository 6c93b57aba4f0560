import type { SpecPosition } from '../../../model/index.js';
import type { Condition } from '../code/condition.js';

/** One keyword of a schema as code: when it holds, and what an issue says of it. */
export interface Check {
  /** Code of the issue: the keyword in snake case. */
  readonly code: string;
  readonly holds: Condition;
  readonly expected: string;
  /** Makes the expression for what stands there instead; without it the value is described. */
  readonly got?: () => string;
  readonly at: SpecPosition;
}
