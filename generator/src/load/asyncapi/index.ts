export type {
  AsyncApiChannel,
  AsyncApiDocument,
  AsyncApiMessage,
  AsyncApiOperation,
  AsyncApiSecurityScheme,
  AsyncApiServer,
  SseBinding,
} from './document.js';
export { loadAsyncApi, type LoadedAsyncApi } from './load-asyncapi.js';
