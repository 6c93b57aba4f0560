import {
  errorReply,
  eventsReply,
  jsonReply,
  namedFrame,
  type NamedEvent,
  type ReceivedRequest,
  type Reply,
} from './reply.js';
import { countOf, isFields, isReply, modelOf, readFields, textOf, type Fields } from './request-fields.js';
import { answerOf, generate, tokensOf, type Generated, type World } from './scenario.js';

/** Tokens that a response may have when the request sets no limit. */
const contextLength = 2048;

/** Answers a request for a response as vLLM does, from the scenarios. */
export function responsesReply(operation: string, request: ReceivedRequest, world: World): Reply {
  const fields = readFields(request);
  if (isReply(fields)) return fields;
  if (fields['input'] === undefined) return errorReply(400, 'Bad Request', 'Field required', 'body.input');
  const model = modelOf(fields, world);
  if (typeof model !== 'string') return model;
  const prompt = promptOf(fields);
  const answer = answerOf(world, operation, model, prompt);
  if ('status' in answer) return errorReply(answer.status, answer.type, answer.message);
  const limit = countOf(fields['max_output_tokens'], contextLength);
  const generated = generate(answer, limit);
  const id = `resp_${request.headers['x-request-id'] ?? 'embedded'}`;
  const items = itemsOf(id, generated);
  const base = { id, object: 'response', created_at: Math.floor(Date.now() / 1000), model };
  const inputTokens = tokensOf(prompt).length;
  const final = {
    ...base,
    status: generated.cut ? 'incomplete' : 'completed',
    incomplete_details: generated.cut ? { reason: 'max_output_tokens' } : null,
    output: items.map(({ item }) => item),
    usage: {
      input_tokens: inputTokens,
      output_tokens: generated.count,
      output_tokens_details: { reasoning_tokens: generated.reasoning.length },
      total_tokens: inputTokens + generated.count,
    },
  };
  if (fields['stream'] !== true) return jsonReply(200, final);
  const pending = { ...base, status: 'in_progress', output: [], usage: null };
  const events: NamedEvent[] = [
    { type: 'response.created', response: pending },
    { type: 'response.in_progress', response: pending },
    ...items.flatMap((entry, index) => itemEvents(entry, index)),
    { type: 'response.completed', response: final },
  ];
  return eventsReply(
    events.map((event, number) => namedFrame({ ...event, sequence_number: number })),
    answer.tokenDelayMs ?? world.tokenDelayMs,
  );
}

function promptOf({ input }: Fields): string {
  if (typeof input === 'string') return input;
  const last = Array.isArray(input) ? (input.at(-1) as unknown) : undefined;
  return isFields(last) ? textOf(last['content']) : '';
}

/** One item of the output, as it begins and as it ends, with the pieces between. */
interface Item {
  readonly begun: object;
  readonly item: object;
  readonly id: string;
  readonly delta: string;
  readonly pieces: readonly string[];
}

function itemsOf(id: string, { reasoning, text, calls }: Generated): Item[] {
  const items: Item[] = [];
  if (reasoning.length > 0) {
    const own = { id: `rs_${id}`, type: 'reasoning', summary: [] };
    const content = [{ type: 'reasoning_text', text: reasoning.join('') }];
    items.push({
      begun: own,
      item: { ...own, content },
      id: own.id,
      delta: 'response.reasoning_text.delta',
      pieces: reasoning,
    });
  }
  if (text.length > 0) {
    const own = { id: `msg_${id}`, type: 'message', role: 'assistant' };
    const content = [{ type: 'output_text', text: text.join(''), annotations: [] }];
    const begun = { ...own, status: 'in_progress', content: [] };
    const item = { ...own, status: 'completed', content };
    items.push({ begun, item, id: own.id, delta: 'response.output_text.delta', pieces: text });
  }
  for (const [position, { name, arguments: args }] of calls.entries()) {
    const own = {
      id: `fc_${id}_${String(position)}`,
      type: 'function_call',
      call_id: `call-${id}-${String(position)}`,
      name,
    };
    const begun = { ...own, arguments: '', status: 'in_progress' };
    const item = { ...own, arguments: args.join(''), status: 'completed' };
    items.push({ begun, item, id: own.id, delta: 'response.function_call_arguments.delta', pieces: args });
  }
  return items;
}

function itemEvents({ begun, item, id, delta, pieces }: Item, index: number): NamedEvent[] {
  const place = { item_id: id, output_index: index };
  const inPart = delta === 'response.function_call_arguments.delta' ? {} : { content_index: 0 };
  return [
    { type: 'response.output_item.added', output_index: index, item: begun },
    ...pieces.map((piece) => ({ type: delta, ...place, ...inPart, delta: piece })),
    { type: 'response.output_item.done', output_index: index, item },
  ];
}
