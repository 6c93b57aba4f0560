import type { JsonValue, RuleScope } from '../../../model/index.js';
import { isList, isObject } from '../json.js';

/** What one message is in a scope: events of keys, or something that concerns every key that is open. */
export type ScopeEvent =
  | { readonly kind: 'enter'; readonly key: string; readonly event: JsonValue; readonly path: string }
  | { readonly kind: 'broadcast'; readonly event: JsonValue };

/** Streams of events have one event a message; streams of chunks have the choices of each chunk. */
export type StreamForm = 'events' | 'chunks';

/** The events that a message is in a scope (the scopes of the order tables, as their documents describe them). */
export function eventsOf(form: StreamForm, scope: RuleScope, message: JsonValue): readonly ScopeEvent[] {
  if (scope === 'stream') return [{ kind: 'enter', key: '', event: message, path: '' }];
  if (form === 'chunks') return scope === 'choice' ? choicesOf(message) : callsOf(message);
  if (!isObject(message)) return scope === 'choice' ? [{ kind: 'broadcast', event: message }] : [];
  const index = keyOf(message['index']);
  if (scope === 'choice') {
    return [index === undefined ? { kind: 'broadcast', event: message } : entered(index, message)];
  }
  const call = message['tool_call'];
  const place = isObject(call) ? keyOf(call['index']) : undefined;
  if (index !== undefined && place !== undefined) return [entered(`${index}/${place}`, message)];
  return index === undefined && call === undefined ? [{ kind: 'broadcast', event: message }] : [];
}

function entered(key: string, event: JsonValue, path = ''): ScopeEvent {
  return { kind: 'enter', key, event, path };
}

function choicesOf(message: JsonValue): readonly ScopeEvent[] {
  const choices = isObject(message) ? message['choices'] : undefined;
  if (!isList(choices)) return [];
  return choices.flatMap((choice, place) => {
    const key = isObject(choice) ? keyOf(choice['index']) : undefined;
    return key === undefined ? [] : [entered(key, choice, `/choices/${String(place)}`)];
  });
}

function callsOf(message: JsonValue): readonly ScopeEvent[] {
  return choicesOf(message).flatMap((choice) => {
    if (choice.kind !== 'enter') return [];
    const delta = isObject(choice.event) ? choice.event['delta'] : undefined;
    const pieces = isObject(delta) ? delta['tool_calls'] : undefined;
    if (!isList(pieces)) return [];
    return pieces.flatMap((piece, place) => {
      const key = isObject(piece) ? keyOf(piece['index']) : undefined;
      if (key === undefined) return [];
      return [entered(`${choice.key}/${key}`, piece, `${choice.path}/delta/tool_calls/${String(place)}`)];
    });
  });
}

/** The key of an index. */
export function keyOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : undefined;
}
