import { terminalOf } from '../emitted/events.js';
import { schemaVersion } from '../emitted/operations.js';
import type { CapabilityDocument, ProfileEvent, RequestEnvelope } from '../emitted/profile.js';
import { AdapterError } from './options.js';

/** Submits an envelope of the adapter's own. */
export type CarryOut = (envelope: RequestEnvelope) => AsyncIterable<ProfileEvent>;

type Models = NonNullable<CapabilityDocument['models']>;

/**
 * The models that a backend lists, in the form of a capability document.
 *
 * @param operation wire name of the operation that lists them
 * @throws AdapterError when the backend does not answer with a list
 */
export async function readModels(carryOut: CarryOut, operation: string): Promise<Models> {
  const envelope = { schema_version: schemaVersion, operation, body: {} };
  // The wire name comes from the same tables as the type.
  for await (const event of carryOut(envelope as unknown as RequestEnvelope)) {
    const terminal = terminalOf(event);
    if (terminal?.kind === 'failed')
      throw new AdapterError(`the models could not be listed: ${terminal.error.message}`);
    if (terminal?.kind === 'completed' && 'body' in event) return cards(event.body);
  }
  throw new AdapterError('the models could not be listed: the operation was cancelled');
}

function cards(body: object): Models {
  const data: unknown = 'data' in body ? body.data : [];
  if (!Array.isArray(data)) return [];
  return data.flatMap((card: unknown): Models => {
    if (typeof card !== 'object' || card === null || !('id' in card) || typeof card.id !== 'string')
      return [];
    const owner = 'owned_by' in card && typeof card.owned_by === 'string' ? { owned_by: card.owned_by } : {};
    return [{ id: card.id, ...owner }];
  });
}
