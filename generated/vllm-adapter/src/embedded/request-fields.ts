import { errorReply, type ReceivedRequest, type Reply } from './reply.js';
import type { World } from './scenario.js';

export type Fields = Readonly<Record<string, unknown>>;

/** The body of a request as an object, or the answer that vLLM gives to what is none. */
export function readFields({ headers, body }: ReceivedRequest): Fields | Reply {
  if (headers['content-type']?.startsWith('application/json') !== true) {
    return errorReply(400, 'Bad Request', "Unsupported Media Type: Only 'application/json' is allowed");
  }
  if (isFields(body)) return body;
  return errorReply(400, 'Bad Request', 'Input should be a valid dictionary or object', 'body');
}

export function isReply(value: Fields | Reply): value is Reply {
  return 'pieces' in value;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The model that is asked for, the first one by default; or the refusal of one that is not there. */
export function modelOf(fields: Fields, { models }: World): string | Reply {
  const model = fields['model'] ?? models[0];
  if (typeof model === 'string' && models.includes(model)) return model;
  const aliases = `Valid aliases: ${models.join(', ')}.`;
  return errorReply(
    404,
    'NotFoundError',
    `The model \`${typeof model === 'string' ? model : ''}\` does not exist. ${aliases}`,
    'model',
  );
}

/** The refusal of a request for tools by a server that cannot read them from the model's text. */
export function toolRefusal(fields: Fields, { toolParser }: World): Reply | undefined {
  const choice = fields['tool_choice'] ?? (fields['tools'] === undefined ? 'none' : 'auto');
  if (toolParser || choice === 'none') return undefined;
  const said =
    choice === 'auto'
      ? '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'
      : `tool_choice=${JSON.stringify(choice)} requires --tool-call-parser to be set`;
  return errorReply(400, 'BadRequestError', said);
}

/** A count from the request, or a default. */
export function countOf(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isInteger(value) ? value : fallback;
}

/** The text of a content that is text or parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (isFields(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('');
}
