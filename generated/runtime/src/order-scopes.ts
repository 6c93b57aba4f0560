import { RuleError } from './cel-values.js';
import { child } from './issue.js';
import type { OrderKey, OrderMembers } from './order-types.js';
import { isArray, isObject, own } from './validation.js';

/** A condition of a rule on a message that may be anything: an evaluation error means that it does not hold. */
export function holds(condition: () => boolean): boolean {
  try {
    return condition();
  } catch (cause) {
    if (cause instanceof RuleError) return false;
    throw cause;
  }
}

/** The scope `choice` of messages with a list: each element of `choices` under its `index`. */
export const choicesByIndex: OrderMembers = (message, enter) => {
  const choices = isObject(message) ? own(message, 'choices') : undefined;
  if (!isArray(choices)) return;
  for (const [place, choice] of choices.entries()) {
    const key = isObject(choice) ? keyOf(own(choice, 'index')) : undefined;
    if (key !== undefined) enter(key, choice, child('/choices', String(place)));
  }
};

/** The scope `choice` of events: those of one `index`. An event without one concerns every open choice. */
export const eventsByIndex: OrderMembers = (event, enter, broadcast) => {
  const key = isObject(event) ? keyOf(own(event, 'index')) : undefined;
  if (key === undefined) broadcast(event, '');
  else enter(key, event, '');
};

/** The scope `call_id` of events: those of one `index` and one `tool_call.index`. Without either: every open call. */
export const eventsByCall: OrderMembers = (event, enter, broadcast) => {
  if (!isObject(event)) return;
  const choice = keyOf(own(event, 'index'));
  const call = own(event, 'tool_call');
  const place = isObject(call) ? keyOf(own(call, 'index')) : undefined;
  if (choice !== undefined && place !== undefined) enter(`${String(choice)}/${String(place)}`, event, '');
  else if (choice === undefined && call === undefined) broadcast(event, '');
};

/** The scope `call_id` of messages with choices: each element of `delta.tool_calls`. */
export const callsOfChoices: OrderMembers = (message, enter) => {
  choicesByIndex(
    message,
    (key, choice, path) => {
      const delta = isObject(choice) ? own(choice, 'delta') : undefined;
      const pieces = isObject(delta) ? own(delta, 'tool_calls') : undefined;
      if (!isArray(pieces)) return;
      for (const [place, piece] of pieces.entries()) {
        const index = isObject(piece) ? keyOf(own(piece, 'index')) : undefined;
        if (index === undefined) continue;
        enter(`${String(key)}/${String(index)}`, piece, `${path}/delta/tool_calls/${String(place)}`);
      }
    },
    () => undefined,
  );
};

function keyOf(value: unknown): OrderKey | undefined {
  return typeof value === 'number' || typeof value === 'string' ? value : undefined;
}
