export { buildSchemas, type BuiltSchemas, type SchemaRoot } from './build-schemas.js';
export type { SchemaDialect } from './dialect.js';
export { jsonOf } from './json-value.js';
export type { SchemaDocument } from './schema-place.js';
export { checkInstance, type InstanceFault } from './instance.js';
