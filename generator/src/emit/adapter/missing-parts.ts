import { eventRoles } from './roles.js';
import { hasEvent, type AdapterScope } from './scope.js';

/** Without these events there is nothing to say how an operation ended. */
const neededEvents = [eventRoles.completed, eventRoles.error, eventRoles.cancelled];

/** Without these fields of an envelope there is nothing to carry out. */
const neededFields = ['operation', 'body'];

/** The events and envelope fields that the profile lacks, without which it cannot be served; mostly none. */
export function missingParts(scope: AdapterScope): readonly string[] {
  const fields = new Set(scope.profile.envelope?.fields.map(({ name }) => name));
  return [
    ...neededEvents.filter((type) => !hasEvent(scope, type)),
    ...neededFields.filter((name) => !fields.has(name)),
  ];
}
