import type { OpenApiDocument, SchemaPlace } from '../load/index.js';
import type { HttpOperation, SchemaId } from '../model/index.js';
import { schemaIdOf } from './asyncapi-schemas.js';
import type { NameTable } from './name-table.js';
import type { SchemaRoot } from './schema/index.js';

export interface BodyPlan {
  readonly roots: readonly SchemaRoot[];
  readonly operations: readonly HttpOperation[];
}

/**
 * Which schemas of an OpenAPI document become types: every component schema, and each body that an operation
 * writes out in place, which is named after the operation.
 */
export function planBodies(document: OpenApiDocument, names: NameTable): BodyPlan {
  const { file } = document;
  const roots: SchemaRoot[] = document.schemas.map(({ name, pointer, span }) => ({
    file,
    pointer,
    name: names.claim(name, span),
  }));
  const bodyOf = (place: SchemaPlace, name: string): SchemaId => {
    if (place.reference !== undefined) {
      const id = schemaIdOf(place.reference, file);
      const hash = id.indexOf('#');
      roots.push({ file: id.slice(0, hash), pointer: id.slice(hash + 1) });
      return id;
    }
    roots.push({ file, pointer: place.pointer, name: names.claim(name, place.span) });
    return `${file}#${place.pointer}`;
  };
  const operations = document.operations.map(
    ({ operationId, method, path, summary, request, responses, span }): HttpOperation => ({
      operationId,
      method,
      path,
      summary,
      request:
        request === undefined
          ? undefined
          : { schema: bodyOf(request.schema, `${operationId} request`), required: request.required },
      responses: responses.map((response) => ({
        status: response.status,
        description: response.description,
        mediaType: response.mediaType,
        schema:
          response.schema === undefined
            ? undefined
            : bodyOf(response.schema, responseName(operationId, response.status, response.mediaType)),
        at: response.span,
      })),
      at: span,
    }),
  );
  return { roots: distinct(roots), operations };
}

function responseName(operationId: string, status: string, mediaType: string | undefined): string {
  const kind = mediaType === 'text/event-stream' ? 'stream event' : 'response';
  return status === '200' ? `${operationId} ${kind}` : `${operationId} ${status} ${kind}`;
}

/** A place that is named wins over the same place that a reference leads to. */
function distinct(roots: readonly SchemaRoot[]): readonly SchemaRoot[] {
  const byId = new Map<string, SchemaRoot>();
  for (const root of roots) {
    const id = `${root.file}#${root.pointer}`;
    const known = byId.get(id);
    if (known === undefined || (known.name === undefined && root.name !== undefined)) byId.set(id, root);
  }
  return [...byId.values()];
}
