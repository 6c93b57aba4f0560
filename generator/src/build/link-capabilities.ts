import { diagnose, printable, type Span } from '../diagnostics/index.js';
import { type DataNode, entryOf, stringOf, valueOf } from '../load/index.js';
import type {
  Capability,
  CapabilityOperation,
  CapabilityType,
  Level,
  Operation,
  Property,
  Schema,
} from '../model/index.js';
import { nodeAt } from './document-schema.js';
import { behindReferences, schemaOfType, type LinkContext } from './link-context.js';
import type { LoadedJson } from './load-folder.js';
import { checkInstance } from './schema/index.js';
import { toJson } from './to-json.js';

/** The type of capability documents bears this name in every profile that has one. */
export const capabilityTypeName = 'CapabilityDocument';

/** The declared type, with the boolean members of its operations as features. */
export function linkCapabilityType(context: LinkContext): CapabilityType | undefined {
  const named = schemaOfType(context, capabilityTypeName);
  if (named === undefined) return undefined;
  const operations = property(context, named.schema, 'operations');
  const item = operations === undefined ? undefined : behindReferences(context, operations.schema);
  const operation = item?.kind === 'keywords' ? item.items?.value : undefined;
  const members = operation === undefined ? [] : propertiesOf(context, operation);
  return {
    schema: named.id,
    features: members
      .filter((member) => isBoolean(context, member.schema))
      .map((member) => ({ name: member.name, at: member.at })),
    at: named.at,
  };
}

function propertiesOf(context: LinkContext, schema: Schema): readonly Property[] {
  const resolved = behindReferences(context, schema);
  return resolved?.kind === 'keywords' ? (resolved.properties ?? []) : [];
}

function property(context: LinkContext, schema: Schema, name: string): Property | undefined {
  return propertiesOf(context, schema).find((candidate) => candidate.name === name);
}

function isBoolean(context: LinkContext, schema: Schema): boolean {
  const resolved = behindReferences(context, schema);
  return resolved?.kind === 'keywords' && resolved.type?.value.join() === 'boolean';
}

/** The capability documents, each checked against the type and against the levels that it claims. */
export function linkCapabilities(
  context: LinkContext,
  type: CapabilityType | undefined,
  levels: readonly Level[],
  operations: readonly Operation[],
): readonly Capability[] {
  return context.loaded.capabilities.flatMap((document) => {
    if (type === undefined) {
      reportMissingType(context, document);
      return [];
    }
    if (!checkShape(context, type, document)) return [];
    const capability = capabilityOf(document);
    checkClaims(context, capability, levels, operations);
    return [capability];
  });
}

function reportMissingType(context: LinkContext, document: LoadedJson): void {
  if (!context.loaded.complete) return;
  context.report(
    diagnose('missing-type', document.root.span, {
      message: 'Nothing says what a capability document holds.',
      expected: `a type ${capabilityTypeName} under $defs in ${context.loaded.folder.id}/types.schema.json`,
    }),
  );
}

function checkShape(context: LinkContext, type: CapabilityType, { root }: LoadedJson): boolean {
  const faults = checkInstance(context.schemas, type.schema, toJson(root));
  for (const { pointer, message, at } of faults) {
    context.report(
      diagnose('invalid-document', spanAt(root, pointer), {
        message: `${pointer === '' ? 'The document' : printable(pointer)}: ${message}.`,
        related: [{ span: at, message: 'demanded here' }],
      }),
    );
  }
  return faults.length === 0;
}

/** The key of a member that is too much or of the wrong kind; else the deepest place that exists. */
export function spanAt(root: DataNode, pointer: string): Span {
  const slash = pointer.lastIndexOf('/');
  if (slash >= 0) {
    const parent = nodeAt(root, pointer.slice(0, slash));
    const key = pointer
      .slice(slash + 1)
      .replaceAll('~1', '/')
      .replaceAll('~0', '~');
    const entry = entryOf(parent, key);
    if (entry !== undefined) return entry.keySpan;
  }
  return nodeAt(root, pointer).span;
}

function capabilityOf({ file, root }: LoadedJson): Capability {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.json$/, '');
  return {
    name,
    levels: items(valueOf(root, 'compatibility_levels')).flatMap((node) =>
      node.kind === 'scalar' && typeof node.value === 'number' ? [{ value: node.value, at: node.span }] : [],
    ),
    operations: items(valueOf(root, 'operations')).map(operationOf),
    document: toJson(root),
    at: root.span,
  };
}

function operationOf(node: DataNode): CapabilityOperation {
  const entries = node.kind === 'mapping' ? node.entries : [];
  const features = entries.flatMap(({ key, value }): [string, boolean][] =>
    value.kind === 'scalar' && typeof value.value === 'boolean' ? [[key, value.value]] : [],
  );
  return {
    name: stringOf(valueOf(node, 'name')) ?? '',
    features: new Map(features),
    at: valueOf(node, 'name')?.span ?? node.span,
  };
}

function items(node: DataNode | undefined): readonly DataNode[] {
  return node?.kind === 'sequence' ? node.items : [];
}

function checkClaims(
  context: LinkContext,
  capability: Capability,
  levels: readonly Level[],
  operations: readonly Operation[],
): void {
  const claimed = new Set(capability.operations.map((operation) => operation.name));
  for (const { value, at } of capability.levels) {
    const level = levels.find((candidate) => candidate.level === value);
    if (level === undefined) {
      const message = `The profile has no level ${String(value)}: nothing is demanded for it.`;
      context.report(diagnose('dangling-reference', at, { message }));
      continue;
    }
    for (const operation of level.requiredOperations.filter((required) => !claimed.has(required.value))) {
      context.report(
        diagnose('missing-operation', at, {
          message: `Level ${String(value)} is claimed without its operation "${printable(operation.value)}".`,
          related: [{ span: operation.at, message: 'required here' }],
        }),
      );
    }
  }
  for (const { name, at } of capability.operations) {
    if (operations.some((operation) => operation.wireName === name)) continue;
    context.report(
      diagnose('dangling-reference', at, {
        message: `The profile has no operation "${printable(name)}".`,
      }),
    );
  }
}
