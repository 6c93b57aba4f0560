export {
  mappingRoots,
  parseAssignment,
  type Assignment,
  type MappingRoot,
  type MappingValue,
} from './assignment.js';
export { parseChunkField, type ChunkField, type PathStep } from './chunk-field.js';
