import { errorReply, jsonReply, type ReceivedRequest, type Reply } from './reply.js';
import { isReply, modelOf, readFields } from './request-fields.js';
import { answerOf, tokensOf, type World } from './scenario.js';

/** Length of the vectors of the embedded model. */
const dimensions = 16;

/** Answers a request for embeddings: equal inputs have equal vectors of length 1. */
export function embeddingsReply(operation: string, request: ReceivedRequest, world: World): Reply {
  const fields = readFields(request);
  if (isReply(fields)) return fields;
  const model = modelOf(fields, world);
  if (typeof model !== 'string') return model;
  const inputs = inputsOf(fields['input']);
  if (inputs === undefined) return errorReply(400, 'Bad Request', 'Field required', 'body.input');
  if (inputs.length === 0) return errorReply(400, 'BadRequestError', 'You must pass at least one prompt');
  const answer = answerOf(world, operation, model, inputs[0] ?? '');
  if ('status' in answer) return errorReply(answer.status, answer.type, answer.message);
  const base64 = fields['encoding_format'] === 'base64';
  const data = inputs.map((input, index) => {
    const vector = vectorOf(input);
    const bytes = (): string => Buffer.from(Float32Array.from(vector).buffer).toString('base64');
    return { index, object: 'embedding', embedding: base64 ? bytes() : vector };
  });
  const tokens = inputs.reduce((sum, input) => sum + tokensOf(input).length, 0);
  return jsonReply(200, {
    id: `embd-${request.headers['x-request-id'] ?? 'embedded'}`,
    object: 'list',
    created: Math.floor(Date.now() / 1000),
    model,
    data,
    usage: { prompt_tokens: tokens, total_tokens: tokens, completion_tokens: 0 },
  });
}

/** The inputs as texts; tokens count as a text of their numbers. Undefined for what is no input. */
function inputsOf(input: unknown): readonly string[] | undefined {
  if (typeof input === 'string') return [input];
  if (!Array.isArray(input)) return undefined;
  if (input.every((item) => typeof item === 'number') && input.length > 0) return [input.join(' ')];
  return input.map((item: unknown) => (Array.isArray(item) ? item.join(' ') : String(item)));
}

/** A vector that depends on the text alone (FNV-1a, then xorshift). */
function vectorOf(text: string): number[] {
  let state = 0x811c9dc5;
  for (const byte of Buffer.from(text)) state = Math.imul(state ^ byte, 0x01000193);
  const vector = Array.from({ length: dimensions }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 0x80000000;
  });
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
