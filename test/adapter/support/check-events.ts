import { lifecycleFaults } from './lifecycle.js';
import { profile, type ProfileEvent } from './package.js';

/** Every breach of the profile by the events of one operation: by the emitted checkers, and by hand. */
export function breaches(events: readonly ProfileEvent[]): string[] {
  const shape = events.flatMap((event, number) =>
    profile
      .validateProfileEvent(event)
      .map((issue) => `event ${String(number)}: ${issue.code} at ${issue.path}`),
  );
  const checker = profile.createOrderChecker({ mode: 'strict' });
  const order = [...events.flatMap((event) => checker.push(event)), ...checker.end()];
  return [
    ...shape,
    ...order.map((issue) => `order: ${issue.code} (expected ${issue.expected}, got ${issue.got})`),
    ...lifecycleFaults(events),
  ];
}
