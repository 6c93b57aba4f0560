import { jsonLiteral, propertyKey, stringLiteral } from '../text/index.js';
import { specPosition } from '../text/provenance.js';
import { eventRoles, isCallEvent } from './roles.js';
import { findProperty } from './schema-view.js';
import { claims, isChat, type AdapterOperation, type AdapterScope } from './scope.js';
import { schemaVersion } from './support-modules.js';

/** `operations.ts`: the operations that are served, how each is called, and the types of what goes in and out. */
export function operationsModule(scope: AdapterScope): string {
  const validators = scope.operations.flatMap(({ request }) =>
    request === undefined ? [] : [`validate${request.name}`],
  );
  const { envelope } = scope.profile;
  const rules = scope.profile.dataRules.filter(({ schema }) => schema === envelope?.schema);
  const codes = new Map(rules.map(({ code, description }) => [code, description] as const));
  return `
import { ${[...new Set(validators), 'type Issue', 'type ProfileEvent', 'type RequestEnvelope'].sort().join(', ')} } from './profile.js';

/** The wire name of an operation of this adapter. */
export type OperationName = ${scope.operations.map(({ wireName }) => stringLiteral(wireName)).join(' | ') || 'never'};

/** How an operation is called, and what its requests may hold. */
export interface OperationFacts {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Whether the usage of a stream has to be asked for. */
  readonly asksUsage: boolean;
  /** Whether the backend chooses among tools. */
  readonly toolChoice: boolean;
  /** Every issue of a request body. */
  validateRequest(body: unknown): readonly Issue[];
}

/** What the schema version of an envelope has to be. */
export const schemaVersion = ${stringLiteral(schemaVersion(scope))};

/** The operations of this adapter, by the name that goes over the wire. */
export const operations: Readonly<Record<OperationName, OperationFacts>> = {
  ${scope.operations.map((operation) => operationEntry(scope, operation)).join('\n')}
};

/** An envelope for an operation of this adapter. */
export type AdapterRequest = Extract<RequestEnvelope, { readonly operation: OperationName }>;

/** An event that this adapter may give. */
export type AdapterEvent = ${adapterEvents(scope)};

/** The rules on envelopes that have a code of their own, with what they say. */
export const envelopeRules: ReadonlyMap<string, string> = new Map(${jsonLiteral([...codes].map(([code, text]) => [code, text]))});
`;
}

function operationEntry(scope: AdapterScope, operation: AdapterOperation): string {
  const { http, request, wireName } = operation;
  const options = findProperty(request?.schema, 'stream_options', scope.profile.schemas)?.schema;
  const asksUsage =
    operation.stream === 'chunks' &&
    findProperty(options, 'include_usage', scope.profile.schemas) !== undefined;
  const members = [
    `method: ${stringLiteral(http.method.toUpperCase())}`,
    `path: ${stringLiteral(http.path)}`,
    `asksUsage: ${String(asksUsage)}`,
    `toolChoice: ${String(isChat(scope, operation) && operation.features.has('tool_calls'))}`,
    request === undefined ? 'validateRequest: () => []' : `validateRequest: validate${request.name}`,
  ];
  return `/** ${http.summary === '' ? wireName : ''} Spec: ${specPosition(operation.operation.at)} */
  ${propertyKey(wireName)}: { ${members.join(', ')} },`;
}

/** The union without the events of features that are not emitted. */
function adapterEvents(scope: AdapterScope): string {
  const left = scope.profile.events
    .map(({ type }) => type)
    .filter((type) => {
      if (isCallEvent(type)) return !claims(scope, 'tool_calls');
      return type === eventRoles.cancelled && !claims(scope, 'cancellation');
    });
  if (left.length === 0) return 'ProfileEvent';
  return `Exclude<ProfileEvent, { readonly type: ${left.map((type) => stringLiteral(type)).join(' | ')} }>`;
}
