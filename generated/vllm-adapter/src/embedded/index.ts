export { startEmbeddedBackend, type EmbeddedOptions } from './backend.js';
export type { Fault } from './faults.js';
export type { RecordedExchange } from './replay.js';
export type { ReceivedRequest } from './reply.js';
export type { ModelAnswer, Scenario } from './scenario.js';
export type { EmbeddedBackend, EmbeddedStatus } from './server.js';
