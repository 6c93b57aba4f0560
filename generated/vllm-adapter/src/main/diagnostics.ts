import type { Diagnostics, FailureSignal } from '../emitted/profile.js';
import type { Observation } from './observation.js';

/**
 * What a client that asks for diagnostics is told of its operation. Diagnostics are open: members that the profile
 * has no name for are kept and ignored.
 */
export function diagnosticsOf(observation: Observation, failure: FailureSignal | undefined): Diagnostics {
  const { model, queueDelayMs, firstEventLatencyMs, backendStatus, retries } = observation;
  const members = {
    selected_operation: observation.operation,
    selected_transport: 'http',
    event_count: observation.eventCount,
    flow_control_pressure: observation.pauses,
    ...(model === undefined ? {} : { selected_model_id: model }),
    ...(queueDelayMs === undefined ? {} : { queue_delay_ms: queueDelayMs }),
    ...(firstEventLatencyMs === undefined ? {} : { first_event_latency_ms: firstEventLatencyMs }),
    ...(backendStatus === undefined ? {} : { backend_status: backendStatus }),
    ...(retries.length === 0 ? {} : { retry_reason: retries.join('; ') }),
    ...(failure === undefined || failure.type === '' ? {} : { backend_error_type: failure.type }),
  };
  return members;
}
