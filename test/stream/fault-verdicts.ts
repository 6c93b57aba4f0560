/**
 * What is said of each fault: the outcome, then every issue as `code event/path`; for one that was mended
 * `repair: code event/path`.
 */
export interface FaultVerdict {
  readonly strict: readonly string[];
  readonly tolerant: readonly string[];
}

export const faultVerdicts: Readonly<Record<string, FaultVerdict>> = {
  'usage-every-chunk': {
    strict: ['complete'],
    tolerant: ['complete'],
  },
  'usage-unrequested-empty-options': {
    strict: ['complete'],
    tolerant: ['complete'],
  },
  'usage-null-counted': {
    strict: ['complete'],
    tolerant: ['complete'],
  },
  'usage-missing-completion': {
    strict: ['breach', 'required 0/usage/completion_tokens'],
    tolerant: ['complete', 'partial-usage: required 0/usage/completion_tokens'],
  },
  'usage-empty-object': {
    strict: [
      'breach',
      'required 0/usage/prompt_tokens',
      'required 0/usage/completion_tokens',
      'required 0/usage/total_tokens',
      'required 1/usage/prompt_tokens',
      'required 1/usage/completion_tokens',
      'required 1/usage/total_tokens',
    ],
    tolerant: [
      'complete',
      'partial-usage: required 0/usage/prompt_tokens',
      'partial-usage: required 1/usage/prompt_tokens',
    ],
  },
  'usage-wrong-completion-count': {
    strict: ['breach', 'usage_total_mismatch 3'],
    tolerant: ['complete', 'wrong-total: usage_total_mismatch 3'],
  },
  'usage-before-finish-order': {
    strict: ['complete'],
    tolerant: ['complete'],
  },
  'done-missing-eof': {
    strict: ['truncated', 'done_once 3'],
    tolerant: ['complete', 'done-missing: done_once 3'],
  },
  'done-missing-lastone': {
    strict: ['truncated', 'done_once 4'],
    tolerant: ['complete', 'done-missing: done_once 4'],
  },
  'data-after-done': {
    strict: ['breach', 'no_usage_after_done 4'],
    tolerant: ['complete', 'after-done: no_usage_after_done 4'],
  },
  'final-event-no-blank-line': {
    strict: ['truncated', 'incomplete_event 2', 'done_once 2', 'finish_once 2'],
    tolerant: ['complete', 'no-last-blank-line: incomplete_event 2', 'done-missing: done_once 3'],
  },
  'error-then-hang': {
    strict: ['breach', 'json 0', 'chunk_before_done 1', 'done_once 1'],
    tolerant: ['failed', 'json 0'],
  },
  'error-midstream-vllm': {
    strict: ['failed'],
    tolerant: ['failed'],
  },
  'error-finish-reason': {
    strict: ['failed', 'enum 2/choices/0/finish_reason'],
    tolerant: ['failed', 'other-finish-word: enum 2/choices/0/finish_reason'],
  },
  'error-sse-field': {
    strict: ['breach', 'warning unknown_field 0', 'chunk_before_done 0'],
    tolerant: ['failed', 'warning error-as-field: unknown_field 0', 'chunk_before_done 0'],
  },
  'error-flat-in-stream': {
    strict: ['failed'],
    tolerant: ['failed'],
  },
  'error-envelope-200-done': {
    strict: ['failed'],
    tolerant: ['failed'],
  },
  'truncated-mid-chunk': {
    strict: ['truncated', 'incomplete_event 2', 'done_once 2', 'finish_once 2'],
    tolerant: ['truncated', 'incomplete_event 2', 'done_once 2', 'finish_once 2'],
  },
  'nonstream-json-plus-done': {
    strict: ['breach', 'warning unknown_field 0', 'chunk_before_done 0'],
    tolerant: [
      'complete',
      'warning json-without-field: unknown_field 0',
      'whole-answer: enum 0/object',
      'whole-message: required 0/choices/0/delta',
    ],
  },
  'json-instead-of-sse': {
    strict: ['breach', 'content_type 0', 'chunk_before_done 0', 'done_once 0'],
    tolerant: [
      'complete',
      'json-instead-of-stream: content_type 0',
      'whole-answer: enum 0/object',
      'whole-message: required 0/choices/0/delta',
      'done-missing: done_once 1',
    ],
  },
  'error-flat-object': {
    strict: ['failed'],
    tolerant: ['failed'],
  },
  'error-two-envelopes': {
    strict: ['failed'],
    tolerant: ['failed'],
  },
  'error-503-queue': {
    strict: ['failed'],
    tolerant: ['failed'],
  },
  'error-html-502': {
    strict: ['failed', 'http_status 0'],
    tolerant: ['failed', 'http_status 0'],
  },
  'http-vllm-validation-400': {
    strict: ['failed'],
    tolerant: ['failed'],
  },
  'http-vllm-media-type-400': {
    strict: ['failed'],
    tolerant: ['failed'],
  },
  'finish-null-end': {
    strict: ['breach', 'finish_once 4'],
    tolerant: ['complete', 'finish-missing: finish_once 4'],
  },
  'finish-stop-with-tools': {
    strict: ['complete', 'warning tool_finish 2/choices/0/finish_reason'],
    tolerant: ['complete', 'warning tool_finish 2/choices/0/finish_reason'],
  },
  'finish-abort': {
    strict: ['breach', 'enum 2/choices/0/finish_reason'],
    tolerant: ['failed', 'other-finish-word: enum 2/choices/0/finish_reason'],
  },
  'finish-sensitive': {
    strict: ['breach', 'enum 2/choices/0/finish_reason'],
    tolerant: ['failed', 'other-finish-word: enum 2/choices/0/finish_reason'],
  },
  'tool-index-missing': {
    strict: [
      'breach',
      'required 1/choices/0/delta/tool_calls/0/index',
      'required 2/choices/0/delta/tool_calls/0/index',
    ],
    tolerant: [
      'complete',
      'call-without-index: required 1/choices/0/delta/tool_calls/0/index',
      'call-without-index: required 2/choices/0/delta/tool_calls/0/index',
    ],
  },
  'tool-name-repeated': {
    strict: ['complete', 'warning tool_name_repeated 2/choices/0/delta/tool_calls/0/function/name'],
    tolerant: [
      'complete',
      'warning call-name-again: tool_name_repeated 2/choices/0/delta/tool_calls/0/function/name',
    ],
  },
  'tool-name-empty-first': {
    strict: ['complete', 'warning tool_name_empty 1/choices/0/delta/tool_calls/0/function/name'],
    tolerant: [
      'complete',
      'warning call-name-again: tool_name_empty 1/choices/0/delta/tool_calls/0/function/name',
    ],
  },
  'tool-name-empty-later': {
    strict: ['complete', 'warning tool_name_empty 2/choices/0/delta/tool_calls/0/function/name'],
    tolerant: [
      'complete',
      'warning call-name-again: tool_name_empty 2/choices/0/delta/tool_calls/0/function/name',
    ],
  },
  'tool-args-empty': {
    strict: ['breach', 'tool_args_json 2/choices/0/finish_reason'],
    tolerant: ['breach', 'tool_args_json 2/choices/0/finish_reason'],
  },
  'tool-args-structure-leak': {
    strict: ['breach', 'tool_args_json 3/choices/0/finish_reason'],
    tolerant: ['breach', 'tool_args_json 3/choices/0/finish_reason'],
  },
  'tool-args-double-encoded': {
    strict: ['breach', 'tool_args_type 2/choices/0/finish_reason'],
    tolerant: ['complete', 'arguments-encoded-twice: tool_args_type 2/choices/0/finish_reason'],
  },
  'tool-args-escape-split': {
    strict: ['complete'],
    tolerant: ['complete'],
  },
  'role-empty': {
    strict: [
      'breach',
      'enum 0/choices/0/delta/role',
      'enum 1/choices/0/delta/role',
      'enum 2/choices/0/delta/role',
    ],
    tolerant: [
      'complete',
      'empty-role: enum 0/choices/0/delta/role',
      'empty-role: enum 1/choices/0/delta/role',
      'empty-role: enum 2/choices/0/delta/role',
    ],
  },
  'role-absent-later': {
    strict: ['complete'],
    tolerant: ['complete'],
  },
  'delta-null': {
    strict: ['breach', 'type 2/choices/0/delta'],
    tolerant: ['complete', 'no-delta: type 2/choices/0/delta'],
  },
  'delta-missing': {
    strict: ['breach', 'required 2/choices/0/delta'],
    tolerant: ['complete', 'no-delta: required 2/choices/0/delta'],
  },
  'frame-null': {
    strict: ['breach', 'any_of 1'],
    tolerant: ['complete', 'null-message: any_of 1'],
  },
  'id-changes': {
    strict: ['breach', 'same_id 1/id', 'same_id 2/id'],
    tolerant: ['complete', 'identity-changes: same_id 1/id', 'identity-changes: same_id 2/id'],
  },
  'choice-index-runs': {
    strict: ['breach', 'type 0/model', 'type 1/model', 'type 2/model', 'finish_once 4', 'finish_once 4'],
    tolerant: [
      'complete',
      'running-index: reading 0/choices/0',
      'identity-missing: type 0/model',
      'running-index: reading 1/choices/0',
      'identity-missing: type 1/model',
      'running-index: reading 2/choices/0',
      'identity-missing: type 2/model',
    ],
  },
  'object-not-chunk': {
    strict: ['breach', 'enum 0/object', 'enum 1/object', 'enum 2/object'],
    tolerant: [
      'complete',
      'whole-answer: enum 0/object',
      'whole-answer: enum 1/object',
      'whole-answer: enum 2/object',
    ],
  },
  'created-string-two-json': {
    strict: ['breach', 'json 0'],
    tolerant: [
      'complete',
      'values-in-a-row: json 0',
      'identity-missing: type 0/created',
      'identity-missing: type 1/created',
      'identity-changes: same_created 2/created',
    ],
  },
  'required-missing': {
    strict: [
      'breach',
      'required 0/id',
      'required 0/choices/0/index',
      'required 0/created',
      'required 0/model',
      'required 0/object',
      'required 1/id',
      'required 1/choices/0/index',
      'required 1/created',
      'required 1/model',
      'required 1/object',
    ],
    tolerant: [
      'complete',
      'no-index: required 0/choices/0/index',
      'identity-missing: required 0/id',
      'identity-missing: required 0/created',
      'identity-missing: required 0/model',
      'identity-missing: required 0/object',
      'no-index: required 1/choices/0/index',
      'identity-missing: required 1/id',
      'identity-missing: required 1/created',
      'identity-missing: required 1/model',
      'identity-missing: required 1/object',
    ],
  },
  'reasoning-renamed': {
    strict: ['complete'],
    tolerant: ['complete'],
  },
  'no-space': {
    strict: ['complete'],
    tolerant: ['complete'],
  },
  'comment-keepalive': {
    strict: ['complete'],
    tolerant: ['complete'],
  },
  'keepalive-as-data': {
    strict: ['breach', 'json 0', 'json 3'],
    tolerant: ['complete', 'heartbeat-as-data: json 0', 'heartbeat-as-data: json 3'],
  },
  'blank-dispatch-empty': {
    strict: ['complete'],
    tolerant: ['complete'],
  },
  'event-data-empty': {
    strict: ['breach', 'json 0'],
    tolerant: ['complete', 'heartbeat-as-data: json 0'],
  },
  'crlf-split': {
    strict: ['complete'],
    tolerant: ['complete'],
  },
  'cr-only': {
    strict: ['complete'],
    tolerant: ['complete'],
  },
  bom: {
    strict: ['complete'],
    tolerant: ['complete'],
  },
  'utf8-split': {
    strict: ['complete'],
    tolerant: ['complete'],
  },
  'surrogate-split': {
    strict: ['complete'],
    tolerant: ['complete'],
  },
  'logprob-nan': {
    strict: ['breach', 'json 1'],
    tolerant: ['complete', 'numbers-beyond-json: json 1'],
  },
  'logprob-clamped': {
    strict: ['complete'],
    tolerant: ['complete'],
  },
  'disconnect-not-aborted': {
    strict: ['truncated', 'done_once 2', 'finish_once 2'],
    tolerant: ['truncated', 'done_once 2', 'finish_once 2'],
  },
  'idle-proxy-cut': {
    strict: ['truncated', 'done_once 1', 'finish_once 1'],
    tolerant: ['truncated', 'done_once 1', 'finish_once 1'],
  },
  'n2-interleaved': {
    strict: ['complete'],
    tolerant: ['complete'],
  },
};
