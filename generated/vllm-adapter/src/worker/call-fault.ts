import type { ErrorBody } from '../emitted/profile.js';
import { errorBody } from '../failure.js';

/** The error of a call whose arguments are not JSON when it ends. */
export function callFault(truncated: boolean): ErrorBody {
  return errorBody({
    source: 'tool_call',
    status: 0,
    type: truncated ? 'truncated' : 'invalid_arguments',
    param: '',
    message: truncated
      ? 'The token limit cut the arguments of the call.'
      : 'The arguments of the call are not JSON.',
  });
}
