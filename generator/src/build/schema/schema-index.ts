import { diagnose, printable, type Diagnostic, type Span } from '../../diagnostics/index.js';
import {
  type DataNode,
  entryOf,
  type MappingEntry,
  type MappingNode,
  stringOf,
  valueOf,
} from '../../load/index.js';
import { keywordsOf, referenceHidesSiblings, type KeywordForm } from './dialect.js';
import { draft07Metaschema, loadDraft07Metaschema } from './metaschema.js';
import { appendToken, childOf, pointerTokens } from './pointer.js';
import type { SchemaDocument, SchemaPlace } from './schema-place.js';
import { documentUri, resolveUri, splitFragment } from './uri.js';

/** The plain name of a schema (2020-12 core, section 8.2.2). */
const anchorName = /^[A-Za-z_][-A-Za-z0-9._]*$/;

/** Finds schemas by URI, by plain name and by JSON pointer, and knows the base URI that holds at each. */
export class SchemaIndex {
  private readonly resources = new Map<string, SchemaPlace>();
  private readonly anchors = new Map<string, SchemaPlace>();
  private readonly scanned = new Map<DataNode, SchemaPlace>();

  constructor(
    documents: ReadonlyMap<string, SchemaDocument>,
    private readonly report: (diagnostic: Diagnostic) => void,
  ) {
    // Paths first: a schema that claims the path of another document is told so, whichever is read first.
    for (const document of documents.values()) this.addDocument(document);
    for (const document of documents.values()) this.scanDocument(document);
  }

  /** The root of the document, or the schema, that a URI without fragment identifies. */
  resource(uri: string): SchemaPlace | undefined {
    if (uri === draft07Metaschema && !this.resources.has(uri)) {
      const metaschema = loadDraft07Metaschema();
      if (metaschema) {
        this.addDocument(metaschema);
        this.scanDocument(metaschema);
      }
    }
    return this.resources.get(uri);
  }

  anchor(uri: string, name: string): SchemaPlace | undefined {
    return this.anchors.get(`${uri}#${name}`);
  }

  document(file: string): SchemaPlace | undefined {
    return this.resources.get(documentUri(file));
  }

  /** The value that a JSON pointer selects from `place`; its schema is searched for identifiers when it is new. */
  select(place: SchemaPlace, pointer: string): SchemaPlace | undefined {
    let selected: SchemaPlace = { ...place, base: this.scanned.get(place.node)?.base ?? place.base };
    for (const token of pointerTokens(pointer) ?? [undefined]) {
      const node = token === undefined ? undefined : childOf(selected.node, token);
      if (node === undefined || token === undefined) return undefined;
      const base = this.scanned.get(node)?.base ?? selected.base;
      selected = { ...selected, node, pointer: appendToken(selected.pointer, token), base };
    }
    this.scan(selected);
    return { ...selected, base: this.scanned.get(selected.node)?.base ?? selected.base };
  }

  /** A node inside the value of a schema, at the tokens that lead to it. */
  inside(place: SchemaPlace, node: DataNode, tokens: readonly (string | number)[]): SchemaPlace {
    const pointer = tokens.reduce(appendToken, place.pointer);
    return { ...place, node, pointer, base: this.scanned.get(node)?.base ?? place.base };
  }

  private addDocument(document: SchemaDocument): void {
    const uri = documentUri(document.file);
    this.resources.set(uri, { document, node: document.root, pointer: '', base: uri });
  }

  /** A JSON Schema document is one schema; of the others, only the shared schemas are known before they are used. */
  private scanDocument(document: SchemaDocument): void {
    const base = documentUri(document.file);
    if (document.dialect === 'draft-07' || document.dialect === '2020-12') {
      this.scan({ document, node: document.root, pointer: '', base });
      return;
    }
    const schemas = valueOf(valueOf(document.root, 'components'), 'schemas');
    if (schemas?.kind !== 'mapping') return;
    const pointer = '/components/schemas';
    for (const { key, value } of schemas.entries) {
      this.scan({ document, node: value, pointer: appendToken(pointer, key), base });
    }
  }

  /** Registers the identifiers of a schema and of all its subschemas. On a list, not the stack: depth is input. */
  private scan(start: SchemaPlace): void {
    const waiting = [start];
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      const { node, document } = place;
      if (node.kind !== 'mapping' || this.scanned.has(node)) continue;
      const inside = { ...place, base: this.identify(place, node) };
      this.scanned.set(node, inside);
      const keywords = keywordsOf(document.dialect);
      for (const entry of node.entries) {
        const form = keywords.get(entry.key);
        // One by one: a list of arguments as long as a wide schema would not fit the stack.
        for (const inner of form ? subschemasOf(entry, form, inside) : []) waiting.push(inner);
      }
    }
  }

  /** Registers `$id` and `$anchor` of one schema; returns the base URI that holds inside it. */
  private identify(place: SchemaPlace, node: MappingNode): string {
    const { dialect } = place.document;
    const hidden = referenceHidesSiblings(dialect) && stringOf(valueOf(node, '$ref')) !== undefined;
    if (hidden) return place.base;
    const base = this.registerId(place, entryOf(node, '$id'));
    const anchor = keywordsOf(dialect).has('$anchor') ? entryOf(node, '$anchor') : undefined;
    if (anchor) this.registerAnchor({ ...place, base }, base, anchor.value, stringOf(anchor.value));
    return base;
  }

  private registerId(place: SchemaPlace, entry: MappingEntry | undefined): string {
    if (!entry) return place.base;
    const text = stringOf(entry.value);
    const uri = text === undefined ? undefined : resolveUri(text, place.base);
    const parts = uri === undefined ? undefined : splitFragment(uri);
    if (text === undefined || parts === undefined) {
      this.refuse(entry.value.span, '`$id` is not a URI reference.', 'a URI reference', text);
      return place.base;
    }
    const { dialect } = place.document;
    const { resource, fragment } = parts;
    // The path in front of a plain name is empty in draft-07; `#name` alone must not replace the resource itself.
    const base = text.startsWith('#') ? place.base : resource;
    const inside = { ...place, base: dialect === 'asyncapi-2' ? place.base : base };
    if (!text.startsWith('#') && text !== '')
      this.register(this.resources, resource, inside, entry.value.span);
    if (fragment !== '' && referenceHidesSiblings(dialect)) {
      this.registerAnchor(inside, base, entry.value, fragment);
    } else if (fragment !== '') {
      this.refuse(
        entry.value.span,
        '`$id` has a fragment.',
        'a URI without fragment; a name is an `$anchor`',
        text,
      );
    }
    return inside.base;
  }

  private registerAnchor(
    place: SchemaPlace,
    resource: string,
    node: DataNode,
    name: string | undefined,
  ): void {
    if (name === undefined || !anchorName.test(name)) {
      this.refuse(
        node.span,
        'The name of a schema is malformed.',
        'a letter or `_`, then letters, digits, `-`, `.`, `_`',
        name,
      );
      return;
    }
    this.register(this.anchors, `${resource}#${name}`, place, node.span);
  }

  private register(kind: Map<string, SchemaPlace>, key: string, place: SchemaPlace, span: Span): void {
    const first = kind.get(key);
    if (first === undefined) {
      kind.set(key, place);
    } else if (first.node !== place.node) {
      this.report(
        diagnose('keyword-value', span, {
          message: 'Two schemas have the same identifier.',
          related: [{ span: first.node.span, message: 'the first of them' }],
        }),
      );
    }
  }

  private refuse(span: Span, message: string, expected: string, found: string | undefined): void {
    const details =
      found === undefined ? { message, expected } : { message, expected, found: printable(found) };
    this.report(diagnose('keyword-value', span, details));
  }
}

/** The schemas inside the value of one keyword. What has another shape than the keyword takes has none. */
function subschemasOf(entry: MappingEntry, form: KeywordForm, inside: SchemaPlace): readonly SchemaPlace[] {
  const { key, value } = entry;
  const pointer = appendToken(inside.pointer, key);
  if (form === 'value') return [];
  if (form === 'schema' || (form === 'schema-or-list' && value.kind === 'mapping')) {
    return [{ ...inside, node: value, pointer }];
  }
  if (value.kind === 'scalar') return [];
  if (value.kind === 'sequence') {
    if (form !== 'schema-list' && form !== 'schema-or-list') return [];
    return value.items.map((node, place) => ({ ...inside, node, pointer: appendToken(pointer, place) }));
  }
  if (form === 'schema-list') return [];
  return value.entries.map((child) => ({
    ...inside,
    node: child.value,
    pointer: appendToken(pointer, child.key),
  }));
}
