export * as cel from './cel.js';
export * from './issue.js';
export { parseJson } from './json.js';
export { removePath, setPath } from './paths.js';
export { createSseDecoder, decodeSse, type SseDecoder, type SseDecoderOptions, type SseItem } from './sse.js';
export * from './validation.js';
