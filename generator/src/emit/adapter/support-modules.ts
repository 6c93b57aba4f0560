import { camelCase } from '../../names/index.js';
import { stringLiteral } from '../text/index.js';
import { claims, isChat, type AdapterScope } from './scope.js';

/** `profile.ts`: the packages that the adapter stands on, under one roof. */
export function profileModule(scope: AdapterScope, runtimePackage: string): string {
  return `
export * from ${stringLiteral(scope.profile.packageName)};
export { createSseDecoder, type Issue, type SseItem } from ${stringLiteral(runtimePackage)};
`;
}

/** `capabilities.ts`: the document that the adapter was emitted from. */
export function capabilitiesModule(scope: AdapterScope): string {
  const constant = `${camelCase(scope.capability.name)}Capabilities`;
  const features = scope.profile.capabilityType?.features.map(({ name }) => stringLiteral(name)) ?? [];
  return `
import { ${constant}, type CapabilityDocument, type OperationFeature } from './profile.js';

/** What this adapter was built for; nothing else is in it. */
export const adapterCapabilities: CapabilityDocument = ${constant};

/** The features that a document claims or denies for each operation. */
export const capabilityFeatures: readonly OperationFeature[] = [${features.join(', ')}];
`;
}

/** `model-list.ts`: asking the backend for its models, where the adapter has the operation for it. */
export function modelListModule(scope: AdapterScope): string {
  const list = modelList(scope);
  if (list === undefined) {
    return `
import type { CapabilityDocument } from './profile.js';

/** This adapter was built without an operation that lists models. */
export function listModels(_carryOut: unknown): Promise<CapabilityDocument['models']> {
  return Promise.resolve(undefined);
}
`;
  }
  return `
import { readModels, type CarryOut } from '../main/model-list.js';
import type { CapabilityDocument } from './profile.js';

/** The models that the backend lists. */
export function listModels(carryOut: CarryOut): Promise<CapabilityDocument['models']> {
  return readModels(carryOut, ${stringLiteral(list)});
}
`;
}

/** The schema version that envelopes state. */
export function schemaVersion({ profile }: AdapterScope): string {
  return profile.identity.find(({ name }) => name.toLowerCase() === 'schema version')?.value ?? '';
}

/** The operation that lists models: the one that is a plain GET of a list of model cards. */
export function modelList(scope: AdapterScope): string | undefined {
  return scope.operations.find(
    ({ http }) => http.method.toUpperCase() === 'GET' && http.path.endsWith('/models'),
  )?.wireName;
}

/** `attempts.ts`: what to ask when the backend refuses; nothing, where no operation has tools to choose. */
export function attemptsModule(scope: AdapterScope): string {
  if (choosesTools(scope)) return "export { nextAttempt } from '../worker/tool-choice.js';\n";
  return `
import type { BackendRequest } from '../wire/command.js';
import type { FailureSignal } from './profile.js';

/** Nothing that this adapter asks for can be asked in another way. */
export function nextAttempt(
  _original: BackendRequest,
  _attempt: BackendRequest,
  _failure: FailureSignal,
): { readonly request: BackendRequest; readonly reason: string } | undefined {
  return undefined;
}
`;
}

/** Whether an operation leaves the choice of tools to the backend. */
export function choosesTools(scope: AdapterScope): boolean {
  return scope.operations.some(
    (operation) => isChat(scope, operation) && operation.features.has('tool_calls'),
  );
}

/** Whether the adapter can map think-control fields. */
export function controlsThinking(scope: AdapterScope): boolean {
  return scope.thinkControl !== undefined && scope.operations.some((operation) => isChat(scope, operation));
}

/** Whether a stream is read at all. */
export function streams(scope: AdapterScope, kind: 'chunks' | 'typed'): boolean {
  return claims(scope, 'streaming') && scope.operations.some(({ stream }) => stream === kind);
}
