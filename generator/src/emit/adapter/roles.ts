/** The event types that an adapter gives a part of its own; a profile may lack any of them. */
export const eventRoles = {
  usage: 'response.usage',
  completed: 'response.completed',
  error: 'response.error',
  cancelled: 'response.cancelled',
  callStarted: 'response.tool_call.started',
  callDelta: 'response.tool_call.delta',
  callCompleted: 'response.tool_call.completed',
  callError: 'response.tool_call.error',
} as const;

const callEvents: ReadonlySet<string> = new Set([
  eventRoles.callStarted,
  eventRoles.callDelta,
  eventRoles.callCompleted,
  eventRoles.callError,
]);

/** Whether an event type tells of a tool call. */
export function isCallEvent(type: string): boolean {
  return callEvents.has(type);
}

/** The optional fields of events that the adapter fills by itself. */
export const eventFields = { chunk: 'openai_chunk', diagnostics: 'diagnostics' } as const;
