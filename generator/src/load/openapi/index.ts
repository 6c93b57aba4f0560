export type { OpenApiDocument, OpenApiOperation, OpenApiResponse, SchemaPlace } from './document.js';
export { loadOpenApi, type LoadedOpenApi } from './load-openapi.js';
