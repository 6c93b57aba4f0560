import type { ProfileEvent } from './package.js';

const terminals: ReadonlySet<string> = new Set([
  'response.completed',
  'response.error',
  'response.cancelled',
]);

/**
 * What the profile says of the order of events, checked by hand: one terminal event and it is the last; usage
 * after all output; each call started once, then its deltas, then one end, and whole arguments from the deltas.
 */
export function lifecycleFaults(events: readonly ProfileEvent[]): string[] {
  const faults: string[] = [];
  const terminalAt = events.findIndex(({ type }) => terminals.has(type));
  if (terminalAt !== events.length - 1)
    faults.push(`terminal event at ${String(terminalAt)} of ${String(events.length)}`);
  const usageAt = events.findIndex(({ type }) => type === 'response.usage');
  const outputAt = events.findLastIndex(
    ({ type }) => type === 'response.output_text.delta' || type.startsWith('response.tool_call.'),
  );
  if (usageAt >= 0 && usageAt < outputAt) faults.push('output after the usage');
  const calls = new Map<string, { text: string; ended: boolean; id: string }>();
  for (const event of events) {
    if (!('tool_call' in event)) continue;
    const key = `${String(event.index)}/${String(event.tool_call.index)}`;
    const call = calls.get(key);
    if (event.type === 'response.tool_call.started') {
      if (call !== undefined) faults.push(`call ${key} started twice`);
      calls.set(key, { text: '', ended: false, id: event.tool_call.id });
      continue;
    }
    if (call === undefined) {
      faults.push(`call ${key} did not start`);
      continue;
    }
    if (call.ended) faults.push(`call ${key} went on after its end`);
    if (event.tool_call.id !== undefined && event.tool_call.id !== call.id)
      faults.push(`call ${key} changed its id`);
    if (event.type === 'response.tool_call.delta') call.text += event.tool_call.function?.arguments ?? '';
    else {
      call.ended = true;
      if ((event.tool_call.function?.arguments ?? '') !== call.text)
        faults.push(`call ${key} has other arguments than its deltas`);
    }
  }
  for (const [key, { ended }] of calls) if (!ended) faults.push(`call ${key} did not end`);
  return faults;
}
