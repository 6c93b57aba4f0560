import { diagnose, hasErrors, type Diagnostic } from '../diagnostics/index.js';
import {
  type AsyncApiDocument,
  type DataNode,
  decodeSource,
  loadAsyncApi,
  loadJson,
  loadOpenApi,
  loadProfile,
  loadYaml,
  type OpenApiDocument,
  type ProfileDocument,
} from '../load/index.js';
import type { SchemaDialect, SchemaDocument } from './schema/index.js';
import type { SpecFolder } from './spec-folders.js';

/** A JSON document that stands beside the others: a capability document or a recipe. */
export interface LoadedJson {
  readonly file: string;
  readonly root: DataNode;
}

/** The documents of one specification as far as they could be read. */
export interface LoadedFolder {
  readonly folder: SpecFolder;
  readonly asyncapi: AsyncApiDocument | undefined;
  readonly profile: (ProfileDocument & { readonly file: string }) | undefined;
  readonly types: LoadedJson | undefined;
  readonly bodies: OpenApiDocument | undefined;
  readonly capabilities: readonly LoadedJson[];
  readonly recipes: readonly LoadedJson[];
  /** Every document that a schema may stand in. */
  readonly documents: ReadonlyMap<string, SchemaDocument>;
  /** Whether every document could be read: else what one does not find may stand in the one that is missing. */
  readonly complete: boolean;
  /** How often a text stands in all documents together, as a word of its own. */
  readonly occurrences: (text: string) => number;
  readonly diagnostics: readonly Diagnostic[];
}

export type SpecFiles = ReadonlyMap<string, Uint8Array>;

/** Reads every document of a folder; a fault in one hides no fault in another. */
export async function loadFolder(folder: SpecFolder, files: SpecFiles): Promise<LoadedFolder> {
  const reader = new FolderReader(files);
  const asyncapi = await reader.asyncapi(folder.asyncapi);
  const profile = reader.profile(folder.profile);
  const types = reader.schema(folder.types, '2020-12');
  const bodies = reader.openapi(folder.bodies);
  for (const file of folder.others) reader.schema(file, '2020-12');
  const capabilities = folder.capabilities.flatMap((file) => reader.json(file) ?? []);
  const recipes = folder.recipes.flatMap((file) => reader.json(file) ?? []);
  return {
    folder,
    asyncapi,
    profile,
    types,
    bodies,
    capabilities,
    recipes,
    documents: reader.documents,
    complete: !hasErrors(reader.diagnostics),
    occurrences: (text) => reader.occurrences(text),
    diagnostics: reader.diagnostics,
  };
}

class FolderReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly documents = new Map<string, SchemaDocument>();
  readonly #texts = new Map<string, string>();

  constructor(private readonly files: SpecFiles) {}

  occurrences(text: string): number {
    return [...this.#texts.values()].reduce((sum, document) => sum + wordsEqualTo(text, document), 0);
  }

  async asyncapi(file: string | undefined): Promise<AsyncApiDocument | undefined> {
    const root = this.schema(file, 'asyncapi-2')?.root;
    if (file === undefined || root === undefined) return undefined;
    const { document, diagnostics } = await loadAsyncApi(file, root);
    this.diagnostics.push(...diagnostics);
    return document;
  }

  openapi(file: string | undefined): OpenApiDocument | undefined {
    const root = this.schema(file, 'openapi-3.1')?.root;
    if (file === undefined || root === undefined) return undefined;
    const { document, diagnostics } = loadOpenApi(file, root);
    this.diagnostics.push(...diagnostics);
    return document;
  }

  profile(file: string | undefined): LoadedFolder['profile'] {
    const text = this.#text(file);
    if (file === undefined || text === undefined) return undefined;
    const document = loadProfile(file, text);
    this.diagnostics.push(...document.diagnostics);
    return { ...document, file };
  }

  /** A document that schemas stand in. */
  schema(file: string | undefined, dialect: SchemaDialect): LoadedJson | undefined {
    const loaded = this.json(file);
    if (loaded === undefined) return undefined;
    this.documents.set(loaded.file, { ...loaded, dialect });
    return loaded;
  }

  json(file: string | undefined): LoadedJson | undefined {
    const text = this.#text(file);
    if (file === undefined || text === undefined) return undefined;
    const { root, diagnostics } = file.endsWith('.json') ? loadJson(file, text) : loadYaml(file, text);
    this.diagnostics.push(...diagnostics);
    return root === undefined || hasErrors(diagnostics) ? undefined : { file, root };
  }

  #text(file: string | undefined): string | undefined {
    const bytes = file === undefined ? undefined : this.files.get(file);
    if (file === undefined || bytes === undefined) return undefined;
    const { text, diagnostics } = decodeSource(file, bytes);
    this.diagnostics.push(...diagnostics);
    if (text !== undefined) {
      this.#texts.set(file, text);
      return text;
    }
    if (!hasErrors(diagnostics)) {
      this.diagnostics.push(
        diagnose('file-unreadable', { file, line: 1, column: 1 }, { message: 'The file has no text.' }),
      );
    }
    return undefined;
  }
}

/** How often a text stands in a document with nothing beside it that would make it part of a longer name. */
function wordsEqualTo(text: string, document: string): number {
  const parts = document.split(text);
  return parts.slice(1).filter((after, place) => !/[\w-]$/.test(parts[place] ?? '') && !/^[\w-]/.test(after))
    .length;
}
