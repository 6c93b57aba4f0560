import { hasErrors, type Diagnostic } from '../diagnostics/index.js';
import type { HttpOperation, NamedSchema, Profile, SchemaId } from '../model/index.js';
import { planAsyncApi, type AsyncApiPlan } from './asyncapi-schemas.js';
import { planBodies } from './body-schemas.js';
import { checkExamples } from './check-examples.js';
import { definitionsOf, fieldRoots, isTypeKey, pointerOf, unusedDefinitions } from './field-types.js';
import { linkCapabilities, linkCapabilityType } from './link-capabilities.js';
import type { LinkContext } from './link-context.js';
import { linkDataRules } from './link-data-rules.js';
import { linkDialects } from './link-dialects.js';
import { envelopeFieldUses, linkEnvelope } from './link-envelope.js';
import { eventFieldUses, linkEvents } from './link-events.js';
import { linkFacts } from './link-facts.js';
import { linkLevels, linkOperations } from './link-operations.js';
import { linkOrderRules } from './link-order-rules.js';
import { linkBackendErrors, linkChunkMappings } from './link-mappings.js';
import { linkRecipes } from './link-recipes.js';
import { linkRepairs } from './link-repairs.js';
import { linkStream } from './link-stream.js';
import { linkThinkControls } from './link-think-controls.js';
import type { LoadedFolder } from './load-folder.js';
import { NameTable } from './name-table.js';
import { buildSchemas, type SchemaRoot } from './schema/index.js';

/** Names of declarations that the emitter makes, with what they are. */
const emittedNames: ReadonlyMap<string, string> = new Map([
  ['ProfileEvent', 'the union of all events'],
  ['ProfileEventByType', 'the map from event type to event'],
  ['ProfileEventType', 'the union of all event types'],
  ['StreamMessage', 'the union of all messages of the stream'],
  ['StreamItem', 'what reading a stream gives'],
  ['OperationName', 'the union of all operation names'],
  ['OperationFeature', 'the union of all features of operations'],
  ['OperationRequests', 'the map from operation to request'],
  ['OperationResponses', 'the map from operation to response'],
  ['OperationStreamEvents', 'the map from operation to streamed event'],
  ['Issue', 'the type of issues'],
  ['Dialect', 'the union of all dialects'],
  ['OrderCheckerOptions', 'how the order of a stream is checked'],
  ['InspectorOptions', 'how a stream is inspected'],
]);

export interface BuiltProfile {
  /** Absent when a diagnostic is an error. */
  readonly profile?: Profile;
  readonly diagnostics: readonly Diagnostic[];
}

/** Links the documents of one specification into its model; every problem is collected, none throws. */
export function buildProfile(loaded: LoadedFolder, packageName: string): BuiltProfile {
  const diagnostics: Diagnostic[] = [...loaded.diagnostics];
  const names = new NameTable(emittedNames);
  const plan = planSchemas(loaded, names);
  const built = buildSchemas(loaded.documents, plan.roots);
  diagnostics.push(...built.diagnostics);
  const schemas = new Map<SchemaId, NamedSchema>(built.schemas);
  for (const { alias } of plan.asyncapi?.messages ?? [])
    if (alias !== undefined) schemas.set(alias.id, alias);
  const context: LinkContext = {
    loaded,
    names,
    schemas,
    report: (diagnostic) => diagnostics.push(diagnostic),
  };
  const profile = linkProfile(context, plan, packageName);
  diagnostics.push(...names.diagnostics);
  return hasErrors(diagnostics) ? { diagnostics } : { profile, diagnostics };
}

interface SchemaPlan {
  readonly roots: readonly SchemaRoot[];
  readonly asyncapi: AsyncApiPlan | undefined;
  readonly http: readonly HttpOperation[];
}

/** Which schemas of all documents become types, in the order in which they are emitted. */
function planSchemas(loaded: LoadedFolder, names: NameTable): SchemaPlan {
  const asyncapi = loaded.asyncapi === undefined ? undefined : planAsyncApi(loaded.asyncapi, names);
  const types = definitionsOf(loaded)
    .filter((entry) => isTypeKey(entry.key))
    .map((entry): SchemaRoot => ({
      file: loaded.types?.file ?? '',
      pointer: pointerOf(loaded, entry.key),
      name: names.claim(entry.key, entry.keySpan),
    }));
  const bodies = loaded.bodies === undefined ? undefined : planBodies(loaded.bodies, names);
  return {
    roots: [
      ...(asyncapi?.roots ?? []),
      ...types,
      ...(bodies?.roots ?? []),
      ...fieldRoots(loaded, fieldUses(loaded)),
    ],
    asyncapi,
    http: bodies?.operations ?? [],
  };
}

function fieldUses(loaded: LoadedFolder): ReturnType<typeof eventFieldUses> {
  const tables = loaded.profile?.tables;
  return [...eventFieldUses(tables?.events ?? []), ...envelopeFieldUses(tables?.envelope ?? [])];
}

/** The steps of linking, in the order in which they need each other. */
function linkProfile(context: LinkContext, plan: SchemaPlan, packageName: string): Profile {
  const { loaded, schemas } = context;
  const { folder } = loaded;
  const operations = linkOperations(context, plan.http);
  const levels = linkLevels(context, operations);
  const events = linkEvents(context);
  const envelope = linkEnvelope(context, operations);
  const stream = linkStream(context, plan.asyncapi);
  const capabilityType = linkCapabilityType(context);
  const message =
    events.length > 0 ? `${events[0]?.at.file ?? ''}#/events` : stream && `${stream.at.file}#/stream`;
  const order = linkOrderRules(context, message, events);
  checkExamples(context, plan.asyncapi?.messages ?? [], { events, envelope, operations, capabilityType });
  return {
    id: folder.id,
    packageName,
    title: loaded.profile?.title?.value ?? loaded.asyncapi?.title ?? folder.id,
    sources: sourcesOf(loaded),
    ...linkFacts(context),
    levels,
    operations,
    envelope,
    events,
    http: plan.http,
    stream,
    dataRules: linkDataRules(context, levels),
    symbols: order.symbols,
    orderRules: order.rules,
    dialects: linkDialects(context, order.rules),
    repairs: linkRepairs(context),
    chunkMappings: linkChunkMappings(context, events),
    backendErrors: linkBackendErrors(context),
    thinkControls: linkThinkControls(context),
    schemas,
    capabilityType,
    capabilities: linkCapabilities(context, capabilityType, levels, operations),
    recipes: linkRecipes(context, events),
    unused: [
      ...(loaded.asyncapi?.unusedMessages ?? []).map(({ name, span }) => ({ name, at: span })),
      ...unusedDefinitions(loaded, fieldUses(loaded), (id) => schemas.has(id)),
    ],
  };
}

/** The documents that say something that the package depends on, sorted. */
function sourcesOf({ folder }: LoadedFolder): readonly string[] {
  const { asyncapi, profile, types, bodies, capabilities, recipes, others } = folder;
  const single = [asyncapi, profile, types, bodies].filter((file) => file !== undefined);
  return [...single, ...capabilities, ...recipes, ...others].sort();
}
