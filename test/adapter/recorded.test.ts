import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readChat, type StreamedChoice } from './support/chat-oracle.js';
import { breaches } from './support/check-events.js';
import {
  createVllmAdapter,
  startEmbeddedBackend,
  type EmbeddedBackend,
  type ProfileEvent,
  type RecordedExchange,
  type RequestEnvelope,
  type VllmAdapter,
} from './support/package.js';
import { dataOf, golden, recorded } from './support/recorded.js';
import { collect, envelope, last, textOf } from './support/run.js';

let backend: EmbeddedBackend;
let adapter: VllmAdapter;

beforeAll(async () => {
  backend = await startEmbeddedBackend({ exchanges: [...recorded, ...golden] });
  adapter = createVllmAdapter({ baseUrl: backend.url, workers: 1 });
});

afterAll(async () => {
  await adapter.close();
  await backend.close();
});

const operations: Readonly<Record<string, string>> = {
  'POST /v1/chat/completions': 'chat.completions.create',
  'POST /v1/responses': 'responses.create',
  'POST /v1/embeddings': 'embeddings.create',
  'GET /v1/models': 'models.list',
};

const plainBodies: Readonly<Record<string, object>> = {
  'chat.completions.create': { model: 'tiny-chat', messages: [{ role: 'user', content: 'Say hello.' }] },
  'responses.create': { model: 'tiny-chat', input: 'Say hello.' },
  'embeddings.create': { model: 'tiny-chat', input: 'Say hello.' },
  'models.list': {},
};

function operationOf({ request }: RecordedExchange): string | undefined {
  return operations[`${request.method} ${request.path}`];
}

function isStream({ request }: RecordedExchange): boolean {
  return (
    typeof request.body === 'object' &&
    request.body !== null &&
    'stream' in request.body &&
    request.body.stream === true
  );
}

/** A sound request that the recorded answer is given to; answers of other routes are given to a chat. */
function soundRequest(exchange: RecordedExchange): RequestEnvelope {
  const operation = operationOf(exchange) ?? 'chat.completions.create';
  const body = { ...plainBodies[operation], ...(isStream(exchange) ? { stream: true } : {}) };
  return { ...envelope(operation, body), request_id: exchange.name };
}

/** What an error answer has to become, by its status and its words. */
function errorCode({ response: { status, body } }: RecordedExchange): string {
  if (status === 401) return 'backend_unauthorized';
  if (status >= 500) return 'backend_error';
  const { error } = JSON.parse(body) as { error?: { type: string; param: string | null } };
  if (error === undefined) return 'unsupported_operation';
  if (error.param === 'response_id') return 'response_not_found';
  if (status === 404) return 'unsupported_model';
  return error.param === 'input_tokens' ? 'context_length_exceeded' : 'invalid_body';
}

function callsOf(events: readonly ProfileEvent[], choice: number): object[] {
  return events.flatMap((event) =>
    (event.type === 'response.tool_call.completed' || event.type === 'response.tool_call.error') &&
    event.index === choice
      ? [{ ...event.tool_call, type: event.type }]
      : [],
  );
}

function expectedCalls({ calls, finish }: StreamedChoice): object[] {
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  expect(finish).toBeDefined();
  return [...calls].map(([index, { id, name, text }]) => ({
    type: isJson(text) ? 'response.tool_call.completed' : 'response.tool_call.error',
    index,
    id,
    function: { name, arguments: text },
  }));
}

function expectChat(events: readonly ProfileEvent[], body: string): void {
  const said = readChat(body);
  for (const [index, choice] of said.choices) {
    expect(textOf(events, index)).toBe(choice.text);
    if (said.error === undefined) expect(callsOf(events, index)).toMatchObject(expectedCalls(choice));
  }
  if (said.error !== undefined) {
    expect(last(events, 'response.error').error.message).toBe(said.error);
    return;
  }
  const { usage } = said;
  expect(events.flatMap((event) => (event.type === 'response.usage' ? [event.usage] : []))).toMatchObject(
    usage === undefined
      ? []
      : [
          {
            input_tokens: usage['prompt_tokens'],
            output_tokens: usage['completion_tokens'],
            total_tokens: usage['total_tokens'],
          },
        ],
  );
  expect(last(events, 'response.completed').body).toMatchObject({
    object: 'chat.completion',
    choices: [...said.choices]
      .sort(([a], [b]) => a - b)
      .map(([index, { text, reasoning, finish, calls }]) => ({
        index,
        finish_reason: finish,
        message: {
          role: 'assistant',
          content: text === '' && (reasoning !== '' || calls.size > 0) ? null : text,
          ...(calls.size === 0
            ? {}
            : {
                tool_calls: [...calls.values()].map((call) => ({
                  id: call.id,
                  function: { name: call.name, arguments: call.text },
                })),
              }),
        },
      })),
    ...(usage === undefined ? {} : { usage }),
  });
  const reasoning = events.flatMap((event) =>
    'openai_chunk' in event && event.type === 'response.output_text.delta'
      ? [JSON.stringify(event.openai_chunk)]
      : [],
  );
  for (const { reasoning: whole } of said.choices.values())
    if (whole !== '') expect(reasoning.length).toBeGreaterThan(0);
}

function expectResponse(events: readonly ProfileEvent[], body: string): void {
  const frames = dataOf(body).map(
    (data) =>
      JSON.parse(data) as {
        type: string;
        delta?: string;
        response?: {
          usage?: object;
          output: { type: string; arguments?: string; name?: string; call_id?: string }[];
        };
      },
  );
  const deltas = frames.filter(({ type }) => type === 'response.output_text.delta');
  expect(textOf(events)).toBe(deltas.map(({ delta }) => delta).join(''));
  const final = frames.at(-1)?.response;
  expect(last(events, 'response.completed').body).toEqual(final);
  expect(events.flatMap((event) => (event.type === 'response.usage' ? [event.usage] : []))).toEqual([
    final?.usage,
  ]);
  const calls = final?.output.filter(({ type }) => type === 'function_call') ?? [];
  expect(callsOf(events, 0)).toMatchObject(
    calls.map((call) => ({ id: call.call_id, function: { name: call.name, arguments: call.arguments } })),
  );
}

test('there are 147 recorded exchanges', () => {
  expect(recorded).toHaveLength(147);
  expect(new Set(recorded.map(({ name }) => name)).size).toBe(147);
});

describe('the answer of a recorded exchange', () => {
  test.each([...recorded, ...golden].map((exchange) => ({ name: exchange.name, exchange })))(
    '$name',
    async ({ exchange }) => {
      const { response } = exchange;
      const events = await collect(adapter, soundRequest(exchange));
      expect(breaches(events)).toEqual([]);
      if (response.status >= 400) {
        expect(events).toHaveLength(1);
        expect(last(events, 'response.error').error.code).toBe(errorCode(exchange));
      } else if (operationOf(exchange) === undefined) {
        // An answer of another route is no answer to a chat.
        expect(last(events, 'response.error').error.code).toBe('invalid_backend_response');
      } else if (!isStream(exchange)) {
        expect(events).toEqual([{ type: 'response.completed', body: JSON.parse(response.body) as unknown }]);
      } else if (operationOf(exchange) === 'responses.create') expectResponse(events, response.body);
      else expectChat(events, response.body);
    },
  );
});

/** Diagnostics hold measured times; everything else is the same for the same answer. */
function withoutTimes(events: readonly ProfileEvent[]): object[] {
  return events.map(({ ...event }) =>
    'diagnostics' in event ? { ...event, diagnostics: undefined } : event,
  );
}

/** Requests that vLLM got and the adapter refuses by itself, each with the code of the refusal. */
const refused: Readonly<Record<string, string>> = {
  'error.no-messages': 'missing_messages',
  'error.empty-messages': 'missing_messages',
  'error.empty-messages.stream': 'missing_messages',
  'error.messages-not-list': 'invalid_body',
  'error.no-model': 'missing_model',
  'error.negative-temperature': 'invalid_body',
  'error.n-zero': 'invalid_body',
  'error.stream-options-without-stream': 'invalid_body',
  'error.tools-empty': 'invalid_body',
  'error.not-json': 'invalid_body',
  'error.json-array': 'invalid_body',
  'error.content-type': 'invalid_body',
  'responses.error.no-input': 'missing_input',
  'embed.no-input': 'missing_input',
  'embed.messages': 'missing_input',
  'embed.empty': 'invalid_body',
  'embed.empty-list': 'invalid_body',
};

describe('the request of a recorded exchange', () => {
  test.each(
    recorded
      .filter((exchange) => operationOf(exchange) !== undefined)
      .map((exchange) => ({ name: exchange.name, exchange })),
  )('$name', async ({ exchange }) => {
    const operation = operationOf(exchange) ?? '';
    const request = {
      ...envelope(operation, exchange.request.body ?? {}),
      request_id: exchange.name,
    } as RequestEnvelope;
    const own = await collect(adapter, request);
    expect(breaches(own)).toEqual([]);
    const code = refused[exchange.name];
    if (code === undefined)
      expect(withoutTimes(own)).toEqual(withoutTimes(await collect(adapter, soundRequest(exchange))));
    else expect(last(own, 'response.error').error.code).toBe(code);
  });
});

/** Streams that say something else than the plain answer to the same request: the model's call was broken or cut. */
const differing = new Set(['tool-broken', 'tool-cut']);

test('a stream gives the text and the calls of the plain answer to the same request', () => {
  const byName = new Map(recorded.map((exchange) => [exchange.name, exchange]));
  const pairs = recorded.flatMap((plain) => {
    const streamed = byName.get(`${plain.name}.stream`);
    const isPair =
      streamed !== undefined &&
      plain.response.status === 200 &&
      plain.request.path === '/v1/chat/completions';
    return isPair && !differing.has(plain.name) ? [{ plain, streamed }] : [];
  });
  expect(pairs.length).toBeGreaterThan(20);
  return Promise.all(
    pairs.map(async ({ plain, streamed }) => {
      const [whole, built] = await Promise.all(
        [plain, streamed].map(
          async (exchange) => last(await collect(adapter, soundRequest(exchange)), 'response.completed').body,
        ),
      );
      const facts = (body: unknown): unknown =>
        (
          body as {
            choices: {
              message: { content: string; reasoning?: string | null; tool_calls?: { function: object }[] };
              finish_reason: string;
            }[];
          }
        ).choices.map(({ message, finish_reason }) => ({
          content: message.content === '' ? null : message.content,
          reasoning: message.reasoning ?? null,
          calls: (message.tool_calls ?? []).map((call) => call.function),
          finish_reason,
        }));
      expect(facts(built), plain.name).toEqual(facts(whole));
    }),
  );
});
