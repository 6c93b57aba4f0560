// The built package, as a user imports it: workers need real modules on disk.
export {
  AdapterError,
  adapterCapabilities,
  createVllmAdapter,
} from '../../../generated/vllm-adapter/dist/index.js';
export type {
  AdapterHooks,
  Observation,
  ResultSink,
  VllmAdapter,
} from '../../../generated/vllm-adapter/dist/index.js';
export { startEmbeddedBackend } from '../../../generated/vllm-adapter/dist/embedded/index.js';
export type {
  EmbeddedBackend,
  EmbeddedOptions,
  Fault,
  RecordedExchange,
  Scenario,
} from '../../../generated/vllm-adapter/dist/embedded/index.js';
export * as profile from '../../../generated/openai-compatible/dist/index.js';
export type {
  CapabilityDocument,
  ProfileEvent,
  RequestEnvelope,
} from '../../../generated/openai-compatible/dist/index.js';
