import { stringLiteral } from '../text/index.js';
import { eventFields, eventRoles } from './roles.js';
import { claims, hasEvent, type AdapterScope } from './scope.js';

/** `events.ts`: the events that end an operation, and what the adapter adds to events. */
export function eventsModule(scope: AdapterScope): string {
  return [terminalFunctions(), fieldFunctions(scope), metadataFunction()].join('\n');
}

const literalOf = (role: keyof typeof eventRoles): string => stringLiteral(eventRoles[role]);

function terminalFunctions(): string {
  return `
import type { Diagnostics, ErrorBody, ProfileEvent } from './profile.js';

/** How an operation ended. */
export type Terminal =
  | { readonly kind: 'completed' }
  | { readonly kind: 'failed'; readonly error: ErrorBody }
  | { readonly kind: 'cancelled'; readonly reason: string };

/** What an event says of the end of its operation; undefined for one that does not end it. */
export function terminalOf(event: ProfileEvent): Terminal | undefined {
  switch (event.type) {
    case ${literalOf('completed')}:
      return { kind: 'completed' };
    case ${literalOf('error')}:
      return { kind: 'failed', error: event.error };
    case ${literalOf('cancelled')}:
      return { kind: 'cancelled', reason: event.reason };
    default:
      return undefined;
  }
}

/** The event of an operation that failed. */
export function errorEvent(error: ErrorBody): ProfileEvent {
  return { type: ${literalOf('error')}, error };
}

/** The event of an operation that was cancelled. */
export function cancelledEvent(reason: string): ProfileEvent {
  return { type: ${literalOf('cancelled')}, reason };
}
`;
}

/** The functions that fill the optional fields of events, for the types that have them. */
function fieldFunctions(scope: AdapterScope): string {
  return `
/** The same event with diagnostics, where its type has a place for them. */
export function withDiagnostics(event: ProfileEvent, diagnostics: Diagnostics): ProfileEvent {
  ${forEventsWith(scope, eventFields.diagnostics, '{ ...event, diagnostics }')}
}

/** The same event with the chunk that it was made from, where it has none yet and its type has a place for it. */
export function withChunk(event: ProfileEvent, chunk: object): ProfileEvent {
  ${forEventsWith(scope, eventFields.chunk, '{ openai_chunk: { ...chunk }, ...event }')}
}
`;
}

function forEventsWith({ profile }: AdapterScope, field: string, changed: string): string {
  const types = profile.events
    .filter((event) => event.fields.some(({ name }) => name === field))
    .map(({ type }) => type);
  if (types.length === 0) return 'return event;';
  return `switch (event.type) {
    ${types.map((type) => `case ${stringLiteral(type)}:`).join('\n')}
      return ${changed};
    default:
      return event;
  }`;
}

function metadataFunction(): string {
  return `
/** A completed event whose body has more metadata; any other event as it is. */
export function withMetadata(event: ProfileEvent, metadata: Readonly<Record<string, string>>): ProfileEvent {
  if (event.type !== ${literalOf('completed')}) return event;
  const stated = 'metadata' in event.body ? event.body['metadata'] : undefined;
  const kept = typeof stated === 'object' && stated !== null ? stated : {};
  return { ...event, body: { ...event.body, metadata: { ...kept, ...metadata } } };
}
`;
}

/** \`call-events.ts\`: what events tell of tool calls; undefined where the adapter makes none. */
export function callEventsModule(scope: AdapterScope): string | undefined {
  if (!tracksCalls(scope)) return undefined;
  const step = (role: keyof typeof eventRoles, statement: string): string =>
    hasEvent(scope, eventRoles[role]) ? `case ${stringLiteral(eventRoles[role])}: ${statement}` : '';
  const ended = "return { kind: 'ended', choice: event.index, call: event.tool_call };";
  return `
import type { ErrorBody, PartialToolCall, ProfileEvent } from './profile.js';

/** A call, as far as it is known. */
export type PartialCall = PartialToolCall;

/** What an event tells of a call. */
export type CallStep =
  | { readonly kind: 'started' | 'ended'; readonly choice: number; readonly call: PartialCall }
  | { readonly kind: 'delta'; readonly choice: number; readonly call: PartialCall; readonly text: string };

/** What an event tells of a call; undefined for an event that tells of none. */
export function callStep(event: ProfileEvent): CallStep | undefined {
  switch (event.type) {
    ${step('callStarted', "return { kind: 'started', choice: event.index, call: event.tool_call };")}
    ${step('callDelta', "return { kind: 'delta', choice: event.index, call: event.tool_call, text: event.tool_call.function?.arguments ?? '' };")}
    ${step('callCompleted', ended)}
    ${step('callError', ended)}
    default:
      return undefined;
  }
}

/** The event of a call that failed. */
export function callError(choice: number, call: PartialCall, error: ErrorBody): ProfileEvent {
  return { type: ${stringLiteral(eventRoles.callError)}, index: choice, tool_call: call, error };
}
`;
}

/** \`calls.ts\`: the tracker of open calls, or nothing in its place. */
export function callsModule(scope: AdapterScope): string {
  if (tracksCalls(scope)) {
    return `
import { CallTracker } from '../main/call-tracker.js';

/** Follows the tool calls of one operation. */
export function createCallTracker(): CallTracker {
  return new CallTracker();
}
`;
  }
  return `
import type { ProfileEvent } from './profile.js';

const noCalls: readonly ProfileEvent[] = [];

/** This adapter makes no tool calls: there is nothing to follow. */
export function createCallTracker(): { see(event: ProfileEvent): void; close(): readonly ProfileEvent[] } {
  return { see: () => undefined, close: () => noCalls };
}
`;
}

/** Whether calls begin and can fail: else there is nothing to close. */
export function tracksCalls(scope: AdapterScope): boolean {
  return (
    claims(scope, 'tool_calls') &&
    hasEvent(scope, eventRoles.callStarted) &&
    hasEvent(scope, eventRoles.callError)
  );
}
