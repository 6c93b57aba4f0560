import { never, not, type Condition } from '../code/condition.js';
import { returns, when, type Statement } from '../code/statement.js';

/** `if (!condition) return false;` */
export function refuseUnless(condition: Condition): readonly Statement[] {
  return when(not(condition), [returns(never)]);
}
