import type {
  Capability,
  HttpOperation,
  NamedSchema,
  Operation,
  Profile,
  SchemaId,
} from '../../model/index.js';
import { camelCase, kebabCase, pascalCase } from '../../names/index.js';
import { alternatives, findProperty } from './schema-view.js';

/** The features that the emitter knows how to leave out. */
export type Feature = 'streaming' | 'non_streaming' | 'tool_calls' | 'cancellation';

/** One operation that the adapter is emitted with. */
export interface AdapterOperation {
  readonly wireName: string;
  /** Its name in file names, identifiers and types. */
  readonly kebab: string;
  readonly camel: string;
  readonly pascal: string;
  readonly operation: Operation;
  readonly http: HttpOperation;
  readonly request: NamedSchema | undefined;
  readonly response: NamedSchema | undefined;
  /** How its stream is read: chunks that end with `[DONE]`, or events that say what they are. */
  readonly stream: 'chunks' | 'typed' | undefined;
  readonly features: ReadonlySet<Feature>;
}

/** What of a profile an adapter is emitted with: what its capability document claims, and no more. */
export interface AdapterScope {
  readonly profile: Profile;
  readonly capability: Capability;
  readonly operations: readonly AdapterOperation[];
  /** The profile whose think-control table names the backend, if there is one. */
  readonly thinkControl: Profile | undefined;
}

/** The schema at which a path of the chunk mapping starts when it names none. */
export const chunkSchema = 'ChatCompletionChunk';

const features: readonly Feature[] = ['streaming', 'non_streaming', 'tool_calls', 'cancellation'];

/** The scope of one capability document; operations without an HTTP form cannot be served and are left out. */
export function adapterScope(
  profile: Profile,
  capability: Capability,
  thinkControl: Profile | undefined,
): AdapterScope {
  const operations = capability.operations.flatMap((claim): AdapterOperation[] => {
    const operation = profile.operations.find(({ wireName }) => wireName === claim.name);
    const http = profile.http.find(({ operationId }) => operationId === claim.name);
    if (operation === undefined || http === undefined) return [];
    const claimed = new Set(features.filter((feature) => claim.features.get(feature) === true));
    return [
      {
        wireName: claim.name,
        kebab: kebabCase(claim.name),
        camel: camelCase(claim.name),
        pascal: pascalCase(claim.name),
        operation,
        http,
        request: named(profile, operation.request),
        response: named(profile, operation.response),
        stream: claimed.has('streaming') ? streamKind(profile, operation.streamEvent) : undefined,
        features: claimed,
      },
    ];
  });
  return { profile, capability, operations, thinkControl };
}

/** Whether any operation is emitted with a feature. */
export function claims(scope: AdapterScope, feature: Feature): boolean {
  return scope.operations.some((operation) => operation.features.has(feature));
}

/** Whether the profile has an event type; rows that speak of others make nothing. */
export function hasEvent(scope: AdapterScope, type: string): boolean {
  return scope.profile.events.some((event) => event.type === type);
}

/** Whether an operation answers as a chat does. */
export function isChat(scope: AdapterScope, operation: AdapterOperation): boolean {
  return streamKind(scope.profile, operation.operation.streamEvent) === 'chunks';
}

function named(profile: Profile, id: SchemaId | undefined): NamedSchema | undefined {
  return id === undefined ? undefined : profile.schemas.get(id);
}

function streamKind(profile: Profile, id: SchemaId | undefined): AdapterOperation['stream'] {
  const event = named(profile, id);
  if (event === undefined) return undefined;
  const members = alternatives(event.schema, profile.schemas);
  const isChunk = members.some(
    (member) =>
      member.kind === 'keywords' &&
      member.ref !== undefined &&
      profile.schemas.get(member.ref.value)?.name === chunkSchema,
  );
  if (isChunk || event.name === chunkSchema) return 'chunks';
  return members.some((member) => findProperty(member, 'type', profile.schemas) !== undefined)
    ? 'typed'
    : undefined;
}
