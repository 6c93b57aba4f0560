export { loadManifest, loadVectors, vectorsOfRule } from './load.js';
export type { ExpectedIssue, JsonValue, RuleEntry, SpecPlace, Vector, VectorKind } from './vector.js';
