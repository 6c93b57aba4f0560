import {
  dataFrame,
  doneFrame,
  errorReply,
  eventsReply,
  jsonReply,
  type ReceivedRequest,
  type Reply,
} from './reply.js';
import {
  countOf,
  isFields,
  isReply,
  modelOf,
  readFields,
  textOf,
  toolRefusal,
  type Fields,
} from './request-fields.js';
import { answerOf, generate, tokensOf, type Generated, type World } from './scenario.js';

/** Tokens that an answer may have when the request sets no limit. */
const contextLength = 2048;

interface Chat {
  readonly id: string;
  readonly created: number;
  readonly model: string;
  readonly generated: Generated;
  readonly choices: number;
  readonly promptTokens: number;
}

/** Answers a chat as vLLM does, from the scenarios. */
export function chatReply(operation: string, request: ReceivedRequest, world: World): Reply {
  const fields = readFields(request);
  if (isReply(fields)) return fields;
  const refusal = refusalOf(fields, world);
  if (refusal !== undefined) return refusal;
  const model = modelOf(fields, world);
  if (typeof model !== 'string') return model;
  const prompt = promptOf(fields);
  const answer = answerOf(world, operation, model, prompt);
  if ('status' in answer) return errorReply(answer.status, answer.type, answer.message);
  const limit = countOf(fields['max_completion_tokens'] ?? fields['max_tokens'], contextLength);
  const chat: Chat = {
    id: `chatcmpl-${request.headers['x-request-id'] ?? 'embedded'}`,
    created: Math.floor(Date.now() / 1000),
    model,
    generated: generate(answer, limit),
    choices: countOf(fields['n'], 1),
    promptTokens: tokensOf(JSON.stringify(fields['messages'])).length,
  };
  if (fields['stream'] !== true) return jsonReply(200, completion(chat));
  return eventsReply(frames(chat, fields['stream_options']), answer.tokenDelayMs ?? world.tokenDelayMs);
}

function refusalOf(fields: Fields, world: World): Reply | undefined {
  const { messages, stream, stream_options: streamOptions, tools } = fields;
  if (!Array.isArray(messages)) return errorReply(400, 'Bad Request', 'Field required', 'body.messages');
  if (messages.length === 0) {
    return errorReply(400, 'BadRequestError', 'Cannot apply chat template to an empty conversation.');
  }
  if (streamOptions !== undefined && streamOptions !== null && stream !== true) {
    const said = 'Stream options can only be defined when `stream=True`.';
    return errorReply(400, 'BadRequestError', said, 'stream_options');
  }
  if (Array.isArray(tools) && tools.length === 0) {
    return errorReply(400, 'BadRequestError', '`tools` must not be an empty array.', 'tools');
  }
  return toolRefusal(fields, world);
}

function promptOf(fields: Fields): string {
  const messages = fields['messages'] as readonly unknown[];
  const last = messages.at(-1);
  return isFields(last) ? textOf(last['content']) : '';
}

function finishReason({ cut, calls }: Generated): string {
  if (cut) return 'length';
  return calls.length > 0 ? 'tool_calls' : 'stop';
}

function usage({ generated, choices, promptTokens }: Chat): object {
  const generatedTokens = generated.count * choices;
  return {
    prompt_tokens: promptTokens,
    total_tokens: promptTokens + generatedTokens,
    completion_tokens: generatedTokens,
    completion_tokens_details: { reasoning_tokens: generated.reasoning.length * choices },
  };
}

function callId(id: string, choice: number, position: number): string {
  return `call-${id}-${String(choice)}-${String(position)}`;
}

function completion(chat: Chat): object {
  const { generated, id, created, model } = chat;
  const choices = Array.from({ length: chat.choices }, (_, index) => ({
    index,
    message: {
      role: 'assistant',
      content: generated.text.length === 0 && generated.calls.length > 0 ? null : generated.text.join(''),
      ...(generated.reasoning.length === 0 ? {} : { reasoning: generated.reasoning.join('') }),
      ...(generated.calls.length === 0 ? {} : { tool_calls: toolCalls(chat, index) }),
    },
    logprobs: null,
    finish_reason: finishReason(generated),
    stop_reason: null,
  }));
  return { id, object: 'chat.completion', created, model, choices, usage: usage(chat) };
}

function toolCalls({ generated, id }: Chat, choice: number): object[] {
  return generated.calls.map(({ name, arguments: args }, position) => ({
    id: callId(id, choice, position),
    type: 'function',
    function: { name, arguments: args.join('') },
  }));
}

/** The events of a stream: role, reasoning, text, calls, finish; each choice in its own chunks; usage; `[DONE]`. */
function* frames(chat: Chat, streamOptions: unknown): Iterable<string> {
  const { id, created, model, generated } = chat;
  const common = { id, object: 'chat.completion.chunk', created, model };
  const indexes = Array.from({ length: chat.choices }, (_, index) => index);
  const chunk = (index: number, delta: object, finish: string | null): string =>
    dataFrame({ ...common, choices: [{ index, delta, logprobs: null, finish_reason: finish }] });
  for (const index of indexes) yield chunk(index, { role: 'assistant', content: '' }, null);
  for (const reasoning of generated.reasoning)
    for (const index of indexes) yield chunk(index, { reasoning }, null);
  for (const content of generated.text) for (const index of indexes) yield chunk(index, { content }, null);
  for (const index of indexes) for (const delta of callDeltas(chat, index)) yield chunk(index, delta, null);
  for (const index of indexes) yield chunk(index, {}, finishReason(generated));
  if (isFields(streamOptions) && streamOptions['include_usage'] === true) {
    yield dataFrame({ ...common, choices: [], usage: usage(chat) });
  }
  yield doneFrame;
}

function callDeltas({ generated, id }: Chat, choice: number): object[] {
  return generated.calls.flatMap(({ name, arguments: args }, index) => [
    {
      content: null,
      tool_calls: [{ id: callId(id, choice, index), type: 'function', index, function: { name } }],
    },
    ...args.map((text) => ({ content: null, tool_calls: [{ index, function: { arguments: text } }] })),
  ]);
}
