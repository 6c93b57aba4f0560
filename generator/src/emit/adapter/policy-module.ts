import { schemaAt } from './schema-view.js';
import type { AdapterScope } from './scope.js';

/** What a client can ask of the adapter itself, by the names of the adapter, and where an envelope says it. */
const hints = [
  { name: 'diagnostics', type: 'boolean', field: 'diagnostics' },
  { name: 'timeoutMs', type: 'number', field: 'timeout_ms' },
  { name: 'eventLimit', type: 'number', field: 'cancel_after_events' },
] as const;

/** `policy.ts`: the hints of an envelope; of a profile without them, or without some, the adapter knows none. */
export function policyModule({ profile }: AdapterScope): string {
  const envelope = profile.schemas.get(profile.envelope?.schema ?? '')?.schema;
  const read = hints.map(({ name, field }) => {
    const isThere = schemaAt(envelope, ['nnrp', field], profile.schemas) !== undefined;
    return { name, value: isThere ? `envelope.nnrp?.${field}` : 'undefined', isThere };
  });
  const parameter = read.some(({ isThere }) => isThere) ? 'envelope' : '_envelope';
  return `
import type { RequestEnvelope } from './profile.js';

/** What the client asks of the adapter itself. */
export interface RequestPolicy {
  ${hints.map(({ name, type }) => `readonly ${name}: ${type} | undefined;`).join('\n')}
}

/** The hints of an envelope. */
export function policyOf(${parameter}: RequestEnvelope): RequestPolicy {
  return { ${read.map(({ name, value }) => `${name}: ${value}`).join(', ')} };
}
`;
}
