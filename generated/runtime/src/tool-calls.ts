import { child, describe, type Issue } from './issue.js';
import { stopsInside } from './lenient-json.js';
import { placesOf } from './member-paths.js';
import type { OrderKey } from './order-types.js';
import type { MemberPath } from './stream-types.js';
import { isArray, isObject, own } from './validation.js';

export interface CallIssue extends Issue {
  readonly severity: 'error' | 'warning';
}

export interface CallTracker {
  /** Takes the pieces of a message; judges the calls of every choice that it finishes. */
  push(message: unknown): readonly CallIssue[];
}

interface Call {
  readonly id: unknown;
  name: string;
  arguments: string;
}

const maxCalls = 1024;
const maxArguments = 16 * 1024 * 1024;

/**
 * Puts together tool calls in OpenAI's form: a piece has an `index`, the first one `id` and `function.name`, and
 * `function.arguments` of all pieces joined is JSON of an object once the choice has a `finish_reason`. A piece without
 * an index belongs to the call of its id, or to the latest call. What the token limit cut (`length`) is not judged.
 *
 * Codes: `tool_name_empty`, `tool_name_repeated`, `tool_name_missing`, `tool_args_json`, `tool_args_incomplete` (a
 * warning: the model stopped inside), `tool_args_type`, `tool_finish` (a warning: calls, and the reason is `stop`).
 */
export function createCallTracker(path: MemberPath, spec: string): CallTracker {
  const choices = new Map<OrderKey, Map<OrderKey, Call>>();
  const [list = '', ...inner] = path;
  return {
    push(message) {
      const issues: CallIssue[] = [];
      for (const { value: choice, path: at } of placesOf(message, [list, '[]'])) {
        const key = isObject(choice) ? own(choice, 'index') : undefined;
        if (typeof key !== 'number' || !isObject(choice)) continue;
        for (const place of placesOf(choice, inner.slice(1))) {
          const calls = choices.get(key) ?? new Map<OrderKey, Call>();
          if (choices.size < maxCalls) choices.set(key, calls);
          if (isObject(place.value)) issues.push(...addPiece(calls, place.value, at + place.path, spec));
        }
        const reason = own(choice, 'finish_reason');
        if (typeof reason !== 'string') continue;
        issues.push(
          ...judgeCalls([...(choices.get(key)?.values() ?? [])], reason, child(at, 'finish_reason'), spec),
        );
        choices.delete(key);
      }
      return issues;
    },
  };
}

function addPiece(
  calls: Map<OrderKey, Call>,
  piece: Readonly<Record<string, unknown>>,
  path: string,
  spec: string,
): readonly CallIssue[] {
  const call = callOf(calls, own(piece, 'index'), own(piece, 'id'));
  const part = own(piece, 'function');
  if (call === undefined || !isObject(part)) return [];
  const text = own(part, 'arguments');
  if (typeof text === 'string' && call.arguments.length + text.length <= maxArguments) call.arguments += text;
  const name = own(part, 'name');
  if (typeof name !== 'string') return [];
  const at = `${path}/function/name`;
  if (name === '')
    return [issue('warning', 'tool_name_empty', at, 'the name of the tool, or no name', '""', spec)];
  if (call.name !== '') {
    return [
      issue('warning', 'tool_name_repeated', at, 'the name in the first piece only', describe(name), spec),
    ];
  }
  call.name = name;
  return [];
}

/** The call that a piece belongs to. */
function callOf(calls: Map<OrderKey, Call>, index: unknown, id: unknown): Call | undefined {
  const latest = [...calls.values()].at(-1);
  if (typeof index !== 'number') {
    const known = typeof id === 'string' ? [...calls.values()].find((call) => call.id === id) : latest;
    if (known !== undefined) return known;
  }
  const key = typeof index === 'number' ? index : `position ${String(calls.size)}`;
  const call = calls.get(key);
  if (call !== undefined || calls.size >= maxCalls) return call;
  const made: Call = { id, name: '', arguments: '' };
  calls.set(key, made);
  return made;
}

function judgeCalls(
  calls: readonly Call[],
  reason: string,
  path: string,
  spec: string,
): readonly CallIssue[] {
  if (reason === 'length') return [];
  const issues = calls.flatMap((call) => judgeCall(call, path, spec));
  if (calls.length > 0 && reason === 'stop') {
    issues.push(issue('warning', 'tool_finish', path, '"tool_calls" after tool calls', '"stop"', spec));
  }
  return issues;
}

function judgeCall({ name, arguments: text }: Call, path: string, spec: string): CallIssue[] {
  const unnamed =
    name === ''
      ? [issue('error', 'tool_name_missing', path, 'a call with a name', 'a call without one', spec)]
      : [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const cut = stopsInside(text);
    const fault = cut
      ? issue('warning', 'tool_args_incomplete', path, 'whole arguments of the call', describe(text), spec)
      : issue('error', 'tool_args_json', path, 'arguments that are JSON', describe(text), spec);
    return [...unnamed, fault];
  }
  if (isObject(value) && !isArray(value)) return unnamed;
  return [
    ...unnamed,
    issue('error', 'tool_args_type', path, 'arguments that are an object', describe(value), spec),
  ];
}

function issue(
  severity: CallIssue['severity'],
  code: string,
  path: string,
  expected: string,
  got: string,
  spec: string,
): CallIssue {
  return { severity, code, path, expected, got, spec };
}
