export { applyWrite, writeOutput, type WriteReport } from './apply.js';
export { checkWrite, type CheckReport, type StaleFile, type Staleness } from './check.js';
export type { FileDiff } from './diff.js';
export { inspectLocation, type OutputLocation } from './location.js';
export type { LockOptions } from './lock.js';
export { compareCodeUnits, manifestName, packageOf } from './paths.js';
export { planWrite } from './plan.js';
export {
  OutputError,
  type FileOwnership,
  type FileState,
  type GeneratorIdentity,
  type OutputProblem,
  type OutputProblemCode,
  type PlannedFile,
  type PlanOptions,
  type WritableFile,
  type WritePlan,
} from './types.js';
