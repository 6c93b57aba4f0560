import type { JsonValue, Schema, SpecPosition } from '../../model/index.js';

/** One part of a value that breaks a schema. */
export interface InstanceFault {
  /** JSON pointer to the part, `''` for the value itself. */
  readonly pointer: string;
  /** What was expected and what was found. */
  readonly message: string;
  /** The keyword that demands it. */
  readonly at: SpecPosition;
}

/** The part of a value that is judged: what stands at the pointer, or the name of the property there. */
export interface InstancePart {
  readonly pointer: string;
  readonly value: JsonValue;
  readonly isName?: true;
}

/** Judges a part by a schema; no faults when it is valid. */
export type InstanceJudge = (schema: Schema, part: InstancePart) => readonly InstanceFault[];

export function fault(part: InstancePart, message: string, at: SpecPosition): InstanceFault {
  const { pointer } = part;
  return { pointer, message: part.isName ? `the property name: ${message}` : message, at };
}

/** All faults, each once: several paths through a schema lead to the same reference. */
export function mergeFaults(lists: readonly (readonly InstanceFault[])[]): readonly InstanceFault[] {
  const filled = lists.filter((list) => list.length > 0);
  if (filled.length <= 1) return filled[0] ?? [];
  return [...new Set(filled.flat())];
}
