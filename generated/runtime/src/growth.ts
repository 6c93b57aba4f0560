import { describe, type Issue } from './issue.js';
import { placesOf } from './member-paths.js';
import type { MemberPath } from './stream-types.js';

/** The most choices that are told apart; numbers of further ones are not checked. */
const maxChoices = 1024;

/**
 * Checks along one stream that a number never gets smaller, for each choice by itself: a message with one choice speaks
 * of that choice, any other of the whole. The code is `decreases`.
 */
export function createGrowthTracker(path: MemberPath, spec: string): (message: unknown) => readonly Issue[] {
  const greatest = new Map<unknown, number>();
  return (message) => {
    const indexes = placesOf(message, ['choices', '[]', 'index']);
    const key = indexes.length === 1 ? indexes[0]?.value : undefined;
    return placesOf(message, path).flatMap(({ value, path: at }) => {
      if (typeof value !== 'number') return [];
      const before = greatest.get(key) ?? Number.NEGATIVE_INFINITY;
      if (value < before) {
        const expected = `at least ${String(before)}`;
        return [{ code: 'decreases', path: at, expected, got: describe(value), spec }];
      }
      if (greatest.has(key) || greatest.size < maxChoices) greatest.set(key, value);
      return [];
    });
  };
}
