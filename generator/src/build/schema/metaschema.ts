import { createRequire } from 'node:module';
import { loadJson } from '../../load/index.js';
import type { SchemaDocument } from './schema-place.js';

/** The identifier of the draft-07 metaschema, the one network address that a reference may name. */
export const draft07Metaschema = 'http://json-schema.org/draft-07/schema';

/** Ajv ships the metaschema as json-schema.org publishes it, so nothing is fetched. */
const published: unknown = createRequire(import.meta.url)('ajv/dist/refs/json-schema-draft-07.json');

export function loadDraft07Metaschema(): SchemaDocument | undefined {
  const { root } = loadJson(draft07Metaschema, JSON.stringify(published, null, 4));
  return root && { file: draft07Metaschema, root, dialect: 'draft-07' };
}
