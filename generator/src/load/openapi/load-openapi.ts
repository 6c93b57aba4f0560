import { diagnose, hasErrors, printable, type Diagnostic, type Span } from '../../diagnostics/index.js';
import { entryOf, stringOf, valueOf, type DataNode, type MappingEntry } from '../data-node.js';
import {
  checkReferences,
  follow,
  frameReferenceFault,
  member,
  pointerTo,
  referenceOf,
  type Placed,
} from '../references.js';
import type { OpenApiDocument, OpenApiOperation, OpenApiResponse, SchemaPlace } from './document.js';

export interface LoadedOpenApi {
  /** Absent when a diagnostic is an error. */
  readonly document?: OpenApiDocument;
  readonly diagnostics: readonly Diagnostic[];
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Reads a YAML or JSON document as OpenAPI 3.1, as far as operations and bodies go. */
export function loadOpenApi(file: string, root: DataNode): LoadedOpenApi {
  const version = stringOf(valueOf(root, 'openapi'));
  if (version === undefined || !/^3\.1\.\d+$/.test(version)) {
    const span = entryOf(root, 'openapi')?.value.span ?? root.span;
    const found = version === undefined ? 'no `openapi`' : printable(version);
    const message = `${file.split('/').at(-1) ?? file} is not an OpenAPI document of version 3.1.`;
    return { diagnostics: [diagnose('document-kind', span, { message, expected: 'openapi: 3.1.x', found })] };
  }
  const reader = new OpenApiReader(root);
  const operations = reader.operations();
  const diagnostics = [...checkReferences(root), ...reader.diagnostics, ...duplicates(operations)];
  if (hasErrors(diagnostics)) return { diagnostics };
  const title = stringOf(valueOf(valueOf(root, 'info'), 'title')) ?? '';
  return { document: { file, title, operations, schemas: componentSchemas(root) }, diagnostics };
}

function componentSchemas(root: DataNode): OpenApiDocument['schemas'] {
  return entries(valueOf(valueOf(root, 'components'), 'schemas')).map((entry) => ({
    name: entry.key,
    pointer: pointerTo('/components/schemas', entry.key),
    span: entry.keySpan,
  }));
}

function duplicates(operations: readonly OpenApiOperation[]): readonly Diagnostic[] {
  const first = new Map<string, Span>();
  return operations.flatMap(({ operationId, span }) => {
    const known = first.get(operationId);
    if (known === undefined) {
      first.set(operationId, span);
      return [];
    }
    return [
      diagnose('duplicate-row', span, {
        message: `The operationId "${printable(operationId)}" stands twice.`,
        related: [{ span: known, message: 'first stated here' }],
      }),
    ];
  });
}

function entries(node: DataNode | undefined): readonly MappingEntry[] {
  return node?.kind === 'mapping' ? node.entries : [];
}

class OpenApiReader {
  readonly diagnostics: Diagnostic[] = [];

  constructor(private readonly root: DataNode) {}

  operations(): readonly OpenApiOperation[] {
    const paths = valueOf(this.root, 'paths');
    if (paths?.kind !== 'mapping') {
      this.#invalid(paths?.span ?? this.root.span, 'The document has no paths.', 'a mapping `paths`');
    }
    return entries(paths).flatMap((path) => {
      const written: Placed = { node: path.value, pointer: pointerTo('/paths', path.key) };
      const item = this.#follow(written);
      if (item.node.kind !== 'mapping') {
        this.#invalid(
          item.node.span,
          `The path ${printable(path.key)} has no operations.`,
          'a mapping of methods',
        );
      }
      return entries(item.node)
        .filter((entry) => methods.includes(entry.key))
        .flatMap((entry) => this.#operation(path.key, entry, pointerTo(item.pointer, entry.key)));
    });
  }

  #operation(path: string, entry: MappingEntry, pointer: string): readonly OpenApiOperation[] {
    const operationId = entryOf(entry.value, 'operationId');
    const name = stringOf(operationId?.value);
    if (operationId === undefined || name === undefined || name === '') {
      const message = `The operation ${entry.key.toUpperCase()} ${printable(path)} has no operationId.`;
      this.#invalid(
        operationId?.value.span ?? entry.keySpan,
        message,
        'the wire name of an operation of the profile',
      );
      return [];
    }
    return [
      {
        operationId: name,
        method: entry.key,
        path,
        summary: stringOf(valueOf(entry.value, 'summary')) ?? '',
        request: this.#request({ node: entry.value, pointer }),
        responses: this.#responses({ node: entry.value, pointer }),
        span: operationId.value.span,
      },
    ];
  }

  #request(operation: Placed): OpenApiOperation['request'] {
    const written = member(operation, 'requestBody');
    if (written === undefined) return undefined;
    const body = this.#follow(written);
    const [content] = this.#contents(body);
    if (content === undefined)
      this.#invalid(body.node.span, 'The request body has no content.', 'a media type');
    const required = valueOf(body.node, 'required');
    return content?.schema === undefined
      ? undefined
      : { schema: content.schema, required: required?.kind === 'scalar' && required.value === true };
  }

  #responses(operation: Placed): readonly OpenApiResponse[] {
    const responses = member(operation, 'responses');
    return entries(responses?.node).flatMap((entry): OpenApiResponse[] => {
      const written = responses === undefined ? undefined : member(responses, entry.key);
      if (written === undefined) return [];
      const response = this.#follow(written);
      const description = stringOf(valueOf(response.node, 'description')) ?? '';
      const common = { status: entry.key, description, span: entry.keySpan };
      const contents = this.#contents(response);
      if (contents.length === 0) return [{ ...common, mediaType: undefined, schema: undefined }];
      return contents.map((content) => ({ ...common, ...content }));
    });
  }

  #contents(holder: Placed): readonly { mediaType: string; schema: SchemaPlace | undefined }[] {
    const content = member(holder, 'content');
    return entries(content?.node).map((entry) => {
      const media = content === undefined ? undefined : member(content, entry.key);
      const schema = media === undefined ? undefined : member(media, 'schema');
      return {
        mediaType: entry.key,
        schema:
          schema === undefined
            ? undefined
            : { pointer: schema.pointer, reference: referenceOf(schema.node), span: schema.node.span },
      };
    });
  }

  #follow(placed: Placed): Placed {
    const fault = frameReferenceFault(this.root, placed.node);
    if (fault) this.diagnostics.push(fault);
    return follow(this.root, placed) ?? placed;
  }

  #invalid(span: Span, message: string, expected: string): void {
    this.diagnostics.push(diagnose('invalid-document', span, { message, expected }));
  }
}
