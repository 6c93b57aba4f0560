import { envelopeRules, operations, schemaVersion, type OperationName } from '../emitted/operations.js';
import {
  validateRequestEnvelope,
  type CapabilityDocument,
  type ErrorBody,
  type Issue,
  type RequestEnvelope,
} from '../emitted/profile.js';
import { envelopeFailure, errorBody } from '../failure.js';

/** An envelope that may be carried out, or the error that answers it. */
export type CheckedEnvelope =
  | { readonly envelope: RequestEnvelope; readonly operation: OperationName; readonly stream: boolean }
  | { readonly error: ErrorBody };

/**
 * Checks what a client submitted before anything is sent: schema version, operation, body, in this order. The
 * first fault is the answer.
 *
 * @param claimed the document that says what is served; it may claim less than the adapter can do
 */
export function checkEnvelope(value: unknown, claimed: CapabilityDocument): CheckedEnvelope {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse('', 'A request is an envelope: an object with schema_version, operation and body.');
  }
  const version = 'schema_version' in value ? value.schema_version : undefined;
  if (version !== schemaVersion) {
    return refuse(
      'schema_version',
      `The schema version should be ${schemaVersion}, and is ${describe(version)}.`,
    );
  }
  const name = 'operation' in value ? value.operation : undefined;
  if (typeof name !== 'string' || !isServed(name, claimed)) {
    return refuse('operation', `The operation ${describe(name)} is not served here.`);
  }
  const body = 'body' in value ? value.body : undefined;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return refuse('body', `The body should be an object, and is ${describe(body)}.`);
  }
  const fault = bodyFault(name, body, validateRequestEnvelope(value));
  if (fault !== undefined) return { error: fault };
  return checkFeatures(value as RequestEnvelope, name, claimed);
}

/** A value from outside, short enough for a message. */
function describe(value: unknown): string {
  return typeof value === 'string'
    ? JSON.stringify(value.slice(0, 100))
    : value === null
      ? 'null'
      : typeof value;
}

function isServed(name: string, claimed: CapabilityDocument): name is OperationName {
  return Object.hasOwn(operations, name) && claimed.operations.some((operation) => operation.name === name);
}

/** Rules of the profile have codes of their own; whatever else is wrong with a body makes it invalid. */
function bodyFault(name: OperationName, body: unknown, issues: readonly Issue[]): ErrorBody | undefined {
  for (const issue of issues) {
    const description = envelopeRules.get(issue.code);
    if (description === undefined) continue;
    return { type: 'invalid_request_error', code: issue.code, message: description };
  }
  const bodyIssues = operations[name]
    .validateRequest(body)
    .map((issue) => ({ ...issue, path: `/body${issue.path}` }));
  const first = issues[0] ?? bodyIssues[0];
  return first === undefined ? undefined : errorBody(envelopeFailure(dotted(first.path), sentence(first)));
}

function checkFeatures(
  envelope: RequestEnvelope,
  operation: OperationName,
  claimed: CapabilityDocument,
): CheckedEnvelope {
  const claim = claimed.operations.find((candidate) => candidate.name === operation);
  const body = envelope.body as {
    readonly stream?: unknown;
    readonly tools?: unknown;
    readonly model?: unknown;
  };
  const stream = body.stream === true;
  if (stream && claim?.streaming !== true) return refuse('body.stream', `${operation} is not streamed here.`);
  if (!stream && claim?.non_streaming !== true)
    return refuse('body.stream', `${operation} is only streamed here.`);
  if (Array.isArray(body.tools) && claim?.tool_calls !== true) {
    return refuse('body.tools', `${operation} is served without tools here.`);
  }
  const { models } = claimed;
  if (models !== undefined && typeof body.model === 'string' && !models.some(({ id }) => id === body.model)) {
    const message = `The model ${JSON.stringify(body.model)} is not served here.`;
    return {
      error: errorBody({ source: 'http', status: 404, type: 'NotFoundError', param: 'model', message }),
    };
  }
  return { envelope, operation, stream };
}

function refuse(param: string, message: string): CheckedEnvelope {
  return { error: errorBody(envelopeFailure(param, message)) };
}

function sentence({ path, expected, got }: Issue): string {
  return `${path === '' ? 'The envelope' : dotted(path)} should be ${expected}, and is ${got}.`;
}

/** `body.messages.0.role` for `/body/messages/0/role`. */
function dotted(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
}
