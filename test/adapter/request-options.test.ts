import { describe, expect, test } from 'vitest';
import { breaches } from './support/check-events.js';
import type { EmbeddedOptions, Observation } from './support/package.js';
import { chat, collect, last, startPair, textOf, type AdapterOptions } from './support/run.js';

const lookup = {
  type: 'function',
  function: { name: 'lookup', parameters: { type: 'object', properties: {} } },
};
const other = { type: 'function', function: { name: 'other' } };

type Body = Readonly<Record<string, unknown>>;

/** Runs one chat and gives its events with the bodies that the server got for it. */
async function exchange(
  body: Body,
  adapterOptions: Omit<AdapterOptions, 'baseUrl'>,
  backendOptions: EmbeddedOptions = {},
): Promise<{ bodies: Body[]; events: Awaited<ReturnType<typeof collect>>; observations: Observation[] }> {
  const bodies: Body[] = [];
  const observations: Observation[] = [];
  const { adapter } = await startPair(
    {
      ...backendOptions,
      fault: (request) => {
        bodies.push(request.body as Body);
        return undefined;
      },
    },
    {
      workers: 0,
      hooks: { onObservation: (observation) => void observations.push(observation) },
      ...adapterOptions,
    },
  );
  const events = await collect(adapter, chat('Say hello.', body, { diagnostics: true }));
  expect(breaches(events)).toEqual([]);
  return { bodies, events, observations };
}

describe('tool_choice', () => {
  const withoutParser = { toolParser: false };

  test('is sent as it is without the option, and a refusal is the answer', async () => {
    const { bodies, events } = await exchange({ tools: [lookup], tool_choice: 'auto' }, {}, withoutParser);
    expect(bodies).toMatchObject([{ tool_choice: 'auto' }]);
    expect(last(events, 'response.error').error.code).toBe('invalid_body');
  });

  test('auto is left out with the option', async () => {
    const { bodies, events } = await exchange(
      { tools: [lookup], tool_choice: 'auto' },
      { toolChoiceFallback: true },
    );
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).not.toHaveProperty('tool_choice');
    last(events, 'response.completed');
  });

  test('one tool: it is forced, and then described in text; each step is reported', async () => {
    const { bodies, events, observations } = await exchange(
      { tools: [lookup] },
      { toolChoiceFallback: true },
      withoutParser,
    );
    expect(bodies).toHaveLength(3);
    expect(bodies[1]).toMatchObject({
      tools: [lookup],
      tool_choice: { type: 'function', function: { name: 'lookup' } },
    });
    expect(bodies[2]).not.toHaveProperty('tools');
    expect(bodies[2]).toMatchObject({
      messages: [{ role: 'system' }, { role: 'user', content: 'Say hello.' }],
    });
    expect(JSON.stringify(bodies[2]?.['messages'])).toContain('lookup');
    expect(textOf(events)).toBe('You said: Say hello.');
    const completed = last(events, 'response.completed');
    expect(completed.body).toMatchObject({ metadata: { openai_text_tool_fallback: 'true' } });
    expect(completed.diagnostics?.retry_reason).toMatch(/lookup is forced.*described in text/);
    expect(observations[0]?.retries).toHaveLength(2);
  });

  test('several tools: described in text at once, in the system message that is there', async () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Say hello.' },
    ];
    const { bodies, events } = await exchange(
      { tools: [lookup, other], messages },
      { toolChoiceFallback: true },
      withoutParser,
    );
    expect(bodies).toHaveLength(2);
    const [system, user] = bodies[1]?.['messages'] as { role: string; content: string }[];
    expect(system?.content).toMatch(/^Be brief\.\n\n[^]*lookup[^]*other/);
    expect(user).toEqual(messages[1]);
    last(events, 'response.completed');
  });

  test('a tool that the client forces stays refused', async () => {
    const { bodies, events } = await exchange(
      { tools: [lookup], tool_choice: 'required' },
      { toolChoiceFallback: true },
      withoutParser,
    );
    expect(bodies).toHaveLength(1);
    last(events, 'response.error');
  });

  test('other refusals are not asked again', async () => {
    const { bodies, events } = await exchange(
      { tools: [lookup], model: 'no-such-model' },
      { toolChoiceFallback: true },
    );
    expect(bodies).toHaveLength(1);
    last(events, 'response.error');
  });
});

describe('think control', () => {
  test.each<{ given: Body; sent: Body }>([
    { given: { think: false }, sent: { chat_template_kwargs: { enable_thinking: false } } },
    { given: { think: true }, sent: { chat_template_kwargs: { enable_thinking: true } } },
    { given: { reasoning_effort: 'none' }, sent: { chat_template_kwargs: { enable_thinking: false } } },
    {
      given: { thinking_token_budget: 64 },
      sent: { chat_template_kwargs: { enable_thinking: true, thinking_token_budget: 64 } },
    },
    {
      given: { think: true, chat_template_kwargs: { enable_thinking: false, style: 'brief' } },
      sent: { chat_template_kwargs: { enable_thinking: false, style: 'brief' } },
    },
    { given: { temperature: 0.5 }, sent: { temperature: 0.5 } },
  ])('$given', async ({ given, sent }) => {
    const { bodies, events } = await exchange(given, { thinkControl: true });
    expect(bodies).toMatchObject([sent]);
    if (!('chat_template_kwargs' in sent)) expect(bodies[0]).not.toHaveProperty('chat_template_kwargs');
    last(events, 'response.completed');
  });

  test.each<Body>([
    { reasoning_effort: 'high' },
    { reasoning_effort: 'sideways' },
    { think: false, reasoning_effort: 'low' },
    { think: false, thinking_token_budget: 5 },
    { reasoning_effort: 'none', thinking_token_budget: 5 },
    { thinking_token_budget: -1 },
  ])('%j is refused, and nothing is sent', async (given) => {
    const { bodies, events } = await exchange(given, { thinkControl: true });
    expect(bodies).toEqual([]);
    expect(last(events, 'response.error').error).toMatchObject({
      type: 'invalid_request_error',
      code: 'invalid_body',
    });
  });

  test('does nothing without the option', async () => {
    const { bodies } = await exchange({ think: false }, {});
    expect(bodies).toMatchObject([{ think: false }]);
    expect(bodies[0]).not.toHaveProperty('chat_template_kwargs');
  });
});
