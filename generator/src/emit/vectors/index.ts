import type { Profile } from '../../model/index.js';
import { recordData } from './data.js';
import { recordOrder } from './order/record-order.js';
import { Recorder } from './recorder.js';
import { recordShape } from './shape.js';
import type { ProfileVectors } from './vector.js';
import { worldOf } from './world.js';

export {
  vectorKinds,
  type CoveredRule,
  type ExpectedIssue,
  type ProfileVectors,
  type Vector,
  type VectorKind,
} from './vector.js';

/** A model is frozen: what is made of it once is the same the next time. */
const known = new WeakMap<Profile, ProfileVectors>();

/**
 * The conformance vectors of a profile: for each keyword of its schemas, each data rule and each order rule at least
 * one input that keeps it and one that breaks it, as far as a bounded search finds them. What is not found is a
 * warning at the rule, never an error: a specification with a rule that nothing can break still compiles.
 * Deterministic.
 */
export function profileVectors(profile: Profile): ProfileVectors {
  let vectors = known.get(profile);
  if (vectors === undefined) {
    const world = worldOf(profile);
    const recorder = new Recorder(profile, world.judging.work);
    recordShape(world, recorder);
    recordData(world, recorder);
    recordOrder(world, recorder);
    vectors = recorder.result();
    known.set(profile, vectors);
  }
  return vectors;
}
