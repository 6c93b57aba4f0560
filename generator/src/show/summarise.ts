import { hasErrors, type Diagnostic } from '../diagnostics/index.js';
import {
  type DataNode,
  decodeSource,
  entryOf,
  loadAsyncApi,
  loadJson,
  loadOpenApi,
  loadProfile,
  loadYaml,
  stringOf,
  valueOf,
} from '../load/index.js';
import {
  asyncApiSections,
  capabilitySections,
  openApiSections,
  recipeSections,
  schemaSections,
} from './documents.js';
import { profileSections } from './profile.js';
import type { DocumentSummary } from './section.js';

export interface Summarised {
  /** Absent when the document cannot be read. */
  readonly summary?: DocumentSummary;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads one document by itself: what it is, and what profilegen understands of it. */
export async function summarise(file: string, bytes: Uint8Array): Promise<Summarised> {
  const { text, diagnostics: faults } = decodeSource(file, bytes);
  if (text === undefined) return { diagnostics: faults };
  if (/\.(md|markdown)$/i.test(file)) return summariseProfile(file, text);
  const { root, diagnostics } = file.endsWith('.json') ? loadJson(file, text) : loadYaml(file, text);
  if (root === undefined || hasErrors(diagnostics)) return { diagnostics };
  const summarised = await summariseData(file, root);
  return { ...summarised, diagnostics: [...diagnostics, ...summarised.diagnostics] };
}

function summariseProfile(file: string, text: string): Summarised {
  const document = loadProfile(file, text);
  return {
    summary: { file, kind: 'profile', title: document.title?.value, sections: profileSections(document) },
    diagnostics: document.diagnostics,
  };
}

async function summariseData(file: string, root: DataNode): Promise<Summarised> {
  const plain = (kind: string, sections: DocumentSummary['sections']): Summarised => ({
    summary: { file, kind, title: stringOf(valueOf(root, 'title')), sections },
    diagnostics: [],
  });
  if (entryOf(root, 'openapi') !== undefined) {
    const { document, diagnostics } = loadOpenApi(file, root);
    if (document === undefined) return { diagnostics };
    return {
      summary: { file, kind: 'openapi', title: document.title, sections: openApiSections(document) },
      diagnostics,
    };
  }
  if (entryOf(root, 'compatibility_levels') !== undefined)
    return plain('capability', capabilitySections(root));
  if (entryOf(root, 'expect') !== undefined && entryOf(root, 'request') !== undefined) {
    return plain('recipe', recipeSections(root));
  }
  if (['$defs', 'definitions', '$schema'].some((key) => entryOf(root, key) !== undefined)) {
    return plain('schema', schemaSections(root));
  }
  if (file.split('/').at(-1) === 'profilegen.yaml') return plain('config', []);
  // What is nothing else was meant as an AsyncAPI document, and hears why it is none.
  const { document, diagnostics } = await loadAsyncApi(file, root);
  if (document === undefined) return { diagnostics };
  return {
    summary: { file, kind: 'asyncapi', title: document.title, sections: asyncApiSections(document) },
    diagnostics,
  };
}
