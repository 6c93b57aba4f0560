import { capabilityFeatures } from '../emitted/capabilities.js';
import type { CapabilityDocument, Issue } from '../emitted/profile.js';
import { AdapterError } from './options.js';

/**
 * The capability document that an adapter works by: what it was built for, or less.
 *
 * @throws AdapterError when the wanted document is not one, or claims more than the adapter was built for
 */
export function narrowedClaims(
  built: CapabilityDocument,
  wanted: CapabilityDocument | undefined,
  validate: (value: unknown) => readonly Issue[],
): CapabilityDocument {
  if (wanted === undefined) return built;
  const [issue] = validate(wanted);
  if (issue !== undefined) {
    const place = issue.path === '' ? 'the capability document' : issue.path;
    throw new AdapterError(`${place} should be ${issue.expected}, and is ${issue.got}`);
  }
  for (const claim of wanted.operations) {
    const offer = built.operations.find(({ name }) => name === claim.name);
    if (offer === undefined) throw new AdapterError(`the adapter was built without ${claim.name}`);
    for (const feature of capabilityFeatures) {
      if (claim[feature] === true && offer[feature] !== true) {
        throw new AdapterError(`the adapter was built without ${feature} of ${claim.name}`);
      }
    }
  }
  return wanted;
}
