// The emitted checks of nscale-sse against peers in the same run: Ajv for shapes, JSON.parse of the same bytes for the
// order of a stream. Absolute numbers depend on the machine; the ratios are what is compared.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import {
  createOrderChecker,
  isChatCompletionChunk,
  validateChatCompletionChunk,
} from '../generated/nscale-sse/dist/index.js';

const rounds = Number(process.env.BENCH_ROUNDS ?? 9);
const size = 20_000;

const document = parse(readFileSync(new URL('../specs/nscale-sse/asyncapi.yaml', import.meta.url), 'utf8'));

/** Ajv, like JSON Schema, has null listed; the document says it with `nullable`. */
function listNull(node) {
  if (typeof node !== 'object' || node === null) return;
  if (node.nullable === true && Array.isArray(node.enum)) node.enum.push(null);
  Object.values(node).forEach(listNull);
}
listNull(document.components.schemas);

function ajvFor(allErrors) {
  const ajv = new Ajv({ strict: false, allErrors, validateFormats: false });
  ajv.addSchema({ components: document.components }, 'asyncapi');
  return ajv.compile({ $ref: 'asyncapi#/components/schemas/ChatCompletionChunk' });
}

const chunk = (delta, finish) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1760000000,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const stream = [
  chunk({ role: 'assistant' }, null),
  ...Array.from({ length: size - 2 }, (_item, at) => chunk({ content: `token ${String(at)} ` }, null)),
  chunk({}, 'stop'),
];
const broken = stream.map((message) => ({ ...message, created: 'now', choices: [{ delta: 1 }] }));
const texts = stream.map((message) => JSON.stringify(message));

/** Microseconds per value, the median over the rounds; the two take turns. */
function compare(ours, peer) {
  const times = [ours, peer].map(() => []);
  for (let round = 0; round < rounds + 2; round += 1) {
    [ours, peer].forEach((run, which) => {
      const start = performance.now();
      run();
      // The first rounds are the compiler's.
      if (round >= 2) times[which].push(((performance.now() - start) * 1000) / size);
    });
  }
  const [mine, other] = times.map((list) => list.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]);
  return {
    'µs each': Number(mine.toFixed(3)),
    'µs peer': Number(other.toFixed(3)),
    'x peer': Number((mine / other).toFixed(2)),
  };
}

function must(condition, what) {
  if (!condition) throw new Error(`${what} judged otherwise than expected`);
}

const [first, all] = [ajvFor(false), ajvFor(true)];
console.table({
  'guard, valid chunks, against Ajv': compare(
    () => must(stream.every(isChatCompletionChunk), 'the guard'),
    () =>
      must(
        stream.every((message) => first(message)),
        'Ajv',
      ),
  ),
  'every issue, invalid chunks, against Ajv with allErrors': compare(
    () =>
      must(
        broken.every((message) => validateChatCompletionChunk(message).length === 3),
        'the validator',
      ),
    () =>
      must(
        broken.every((message) => !all(message) && all.errors.length === 3),
        'Ajv',
      ),
  ),
  'order of a stream, against JSON.parse': compare(
    () => {
      const checker = createOrderChecker();
      must(
        stream.every((message) => checker.push(message).length === 0),
        'the order checker',
      );
    },
    () =>
      must(
        texts.every((text) => JSON.parse(text).id !== ''),
        'JSON.parse',
      ),
  ),
});
