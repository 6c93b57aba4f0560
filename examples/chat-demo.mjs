// Streams a chat through worker threads: from the embedded backend, or from the vLLM that VLLM_URL names.
//
//   npm run demo
//   VLLM_URL=http://127.0.0.1:8000 npm run demo
import { createVllmAdapter } from '../generated/vllm-adapter/dist/index.js';
import { startEmbeddedBackend } from '../generated/vllm-adapter/dist/embedded/index.js';

const prompt = process.argv[2] ?? 'Tell me a story.';
const story =
  'Once there was a small river that wanted to see the sea. It asked the stones, and the stones said: go on. ' +
  'It asked the reeds, and the reeds said: go on. So it went on, and one day there was no other bank.';

const url = process.env.VLLM_URL;
const scenarios = [
  { operation: 'chat.completions.create', prompt, answer: { text: story, tokenDelayMs: 30 } },
];
const backend = url === undefined ? await startEmbeddedBackend({ scenarios }) : undefined;
const adapter = createVllmAdapter({
  baseUrl: url ?? backend.url,
  workers: 2,
  hooks: {
    onObservation({ operation, model, outcome, eventCount, firstEventLatencyMs, durationMs }) {
      if (operation !== 'chat.completions.create') return;
      const first =
        firstEventLatencyMs === undefined ? '' : `, the first after ${Math.round(firstEventLatencyMs)} ms`;
      console.error(`\n${model}: ${outcome}, ${eventCount} events in ${Math.round(durationMs)} ms${first}`);
    },
  },
});

const { models } = await adapter.capabilities();
const threads = adapter.workers().map(({ threadId }) => threadId);
console.error(
  `${url ?? 'embedded backend'}, model ${models[0].id}, worker threads ${threads.join(' and ')}\n`,
);

for await (const event of adapter.submit({
  schema_version: 'openai-compatible/1',
  operation: 'chat.completions.create',
  body: { model: models[0].id, messages: [{ role: 'user', content: prompt }], stream: true },
})) {
  if (event.type === 'response.output_text.delta') process.stdout.write(event.delta);
  else if (event.type === 'response.usage') console.error(`\n\nusage: ${JSON.stringify(event.usage)}`);
  else if (event.type === 'response.error') console.error(`\n${event.error.code}: ${event.error.message}`);
}

await adapter.close();
await backend?.close();
