import { diagnose, printable, type Diagnostic, type Span } from '../../diagnostics/index.js';
import { entryOf, type DataNode } from '../data-node.js';
import { member, referenceOf, type Placed } from '../references.js';
import { inWordsOfDocument, isMessagePlace, skeleton } from './skeleton.js';

/** `severity` of an error in the official parser's findings. */
const errorSeverity = 0;

/** `format` is an annotation here, as in every schema: a URL with a placeholder is no reason to refuse a document. */
const aboutFormat = 'must match format ';

/** Found by `ownChecks` and `checkReferences`, with better positions. */
const foundElsewhere: readonly unknown[] = ['asyncapi2-operation-operationId-uniqueness', 'invalid-ref'];

/**
 * What the official AsyncAPI parser finds wrong with a document.
 *
 * It gets the document without schemas and examples: those are compiled and checked by profilegen itself, with
 * positions and one documented reading of `nullable`, and the parser would expand every reference in them. Its
 * readers of files and of the network are replaced by one that reads nothing.
 */
export async function officialFindings(root: DataNode): Promise<readonly Diagnostic[]> {
  // The parser takes a second to load, which commands that meet no AsyncAPI document should not wait for.
  const { Parser } = await import('@asyncapi/parser');
  const resolvers = ['file', 'http', 'https'].map((schema) => ({ schema, order: 1, read: () => '{}' }));
  const parser = new Parser({ ruleset: { recommended: false }, __unstable: { resolver: { resolvers } } });
  try {
    const findings = await parser.validate(JSON.stringify(skeleton(root)));
    const errors = findings
      .filter(({ severity }) => isError(severity))
      .filter(({ message, code }) => !message.includes(aboutFormat) && !foundElsewhere.includes(code))
      .map(({ message, path }) => placeFinding(root, inWordsOfDocument(message), path.map(keyOfDocument)))
      .filter((finding) => finding !== undefined);
    const causes = errors.filter((error) => !isAlternative(error));
    return (causes.length > 0 ? causes : errors).map(({ message, span }) =>
      diagnose('invalid-document', span, { message: `AsyncAPI: ${printable(message, 200)}.` }),
    );
  } catch (error) {
    const reason = error instanceof Error ? printable(error.message, 200) : 'unknown reason';
    const message = `The AsyncAPI parser gave up on the document: ${reason}.`;
    return [diagnose('invalid-document', root.span, { message })];
  }
}

/** Takes a number, since the enum of the severities belongs to a package that only the parser depends on. */
function isError(severity: number): boolean {
  return severity === errorSeverity;
}

function keyOfDocument(token: string | number): string {
  return inWordsOfDocument(String(token));
}

interface PlacedFinding {
  readonly message: string;
  readonly path: readonly string[];
  /** The pointer of the deepest object on the path, and what stands there. */
  readonly holder: Placed;
  readonly span: Span;
}

/**
 * Where a finding stands: at the deepest node on its path that the document has, since a missing member has
 * none. A path that runs through a reference repeats what is found where the reference leads.
 */
function placeFinding(root: DataNode, message: string, path: readonly string[]): PlacedFinding | undefined {
  let placed: Placed = { node: root, pointer: '' };
  let holder = placed;
  for (const token of path) {
    if (referenceOf(placed.node) !== undefined && token !== '$ref') return undefined;
    const next = member(placed, token);
    if (next === undefined) break;
    holder = placed;
    placed = next;
  }
  const key = entryOf(holder.node, path.at(-1) ?? '');
  const isUnknownKey = message.includes('is not expected to be here') && key?.value === placed.node;
  const span = isUnknownKey ? key.keySpan : placed.node.span;
  return { message: message.trim().replace(/\.$/, ''), path, holder, span };
}

/** The fields of a Message Object of AsyncAPI 2.6. */
const messageFields: ReadonlySet<string> = new Set([
  ...['messageId', 'headers', 'payload', 'correlationId', 'schemaFormat', 'contentType', 'name', 'title'],
  ...['summary', 'description', 'tags', 'externalDocs', 'deprecated', 'examples', 'bindings', 'traits'],
]);

/**
 * A message is either a Message Object or a `oneOf`, and the parser tells what keeps a faulty one from being
 * each of them. What it says about the alternative that was not meant is no fault of the document.
 */
function isAlternative({ message, path, holder }: PlacedFinding): boolean {
  if (/must match "(?:then|else)" schema/.test(message)) return true;
  if (message.includes('must have required property "oneOf"')) return true;
  const unexpected = /^Property "(.*)" is not expected to be here$/.exec(message)?.[1];
  if (unexpected === undefined || unexpected !== path.at(-1) || !isMessagePlace(holder.pointer)) return false;
  return unexpected === 'oneOf' || messageFields.has(unexpected);
}
