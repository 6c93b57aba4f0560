// Throughput, latency and main-thread share of the emitted adapter, as ratios to the same work on the main thread
// (`workers: 0`) in the same run. Absolute numbers depend on the machine; the ratios are what is compared.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { createVllmAdapter } from '../generated/vllm-adapter/dist/index.js';

const streams = Number(process.env.BENCH_STREAMS ?? 64);
const deltas = Number(process.env.BENCH_DELTAS ?? 2_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);

const server = spawn(process.execPath, [new URL('stream-server.mjs', import.meta.url).pathname], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [port] = await once(server.stdout, 'data');
const baseUrl = `http://127.0.0.1:${String(port).trim()}`;

const request = (bench) => ({
  schema_version: 'openai-compatible/1',
  operation: 'chat.completions.create',
  body: { model: 'bench', messages: [{ role: 'user', content: 'Go.' }], stream: true, bench },
});

/** Runs many streams at once and counts their deltas. */
async function run(adapter, count, bench, onDelta) {
  const counts = await Promise.all(
    Array.from({ length: count }, async () => {
      let seen = 0;
      let last;
      for await (const event of adapter.submit(request(bench))) {
        last = event;
        if (event.type !== 'response.output_text.delta') continue;
        seen += 1;
        onDelta?.(event.delta);
      }
      if (last.type !== 'response.completed' || seen !== bench.deltas) throw new Error(JSON.stringify(last));
      return seen;
    }),
  );
  return counts.reduce((sum, seen) => sum + seen, 0);
}

async function throughput(workers) {
  const adapter = createVllmAdapter({ baseUrl, workers });
  await run(adapter, streams, { deltas: Math.ceil(deltas / 4) });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const utilization = performance.eventLoopUtilization();
  const start = performance.now();
  const events = await run(adapter, streams, { deltas });
  const seconds = (performance.now() - start) / 1000;
  const { active } = performance.eventLoopUtilization(utilization);
  delay.disable();
  await adapter.close();
  return {
    eventsPerSecond: events / seconds,
    mainMicrosPerEvent: (active * 1000) / events,
    worstDelayMs: delay.max / 1e6,
  };
}

async function latency(workers) {
  const adapter = createVllmAdapter({ baseUrl, workers });
  await run(adapter, 8, { deltas: 20 });
  const times = [];
  await run(adapter, 32, { deltas: 100, everyMs: 10 }, (sent) => {
    times.push(performance.timeOrigin + performance.now() - Number(sent));
  });
  await adapter.close();
  times.sort((a, b) => a - b);
  return { p50Ms: times[Math.floor(times.length * 0.5)], p99Ms: times[Math.floor(times.length * 0.99)] };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Measures the variants in turn, so that what else the machine does meets all of them. */
async function measure(probe) {
  const variants = [0, 1, 2];
  const samples = new Map(variants.map((workers) => [workers, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const workers of variants) samples.get(workers).push(await probe(workers));
  }
  return variants.map((workers) => {
    const [first] = samples.get(workers);
    return {
      workers,
      ...Object.fromEntries(
        Object.keys(first).map((name) => [name, median(samples.get(workers).map((sample) => sample[name]))]),
      ),
    };
  });
}

try {
  const fast = await measure(throughput);
  const paced = await measure(latency);
  const [base] = fast;
  console.table(
    fast.map(({ workers, eventsPerSecond, mainMicrosPerEvent, worstDelayMs }, index) => ({
      workers,
      'events/s': Math.round(eventsPerSecond),
      'x main thread': Number((eventsPerSecond / base.eventsPerSecond).toFixed(2)),
      'main µs/event': Number(mainMicrosPerEvent.toFixed(2)),
      'share of main': Number((mainMicrosPerEvent / base.mainMicrosPerEvent).toFixed(2)),
      'worst delay ms': Number(worstDelayMs.toFixed(1)),
      'latency p50 ms': Number(paced[index].p50Ms.toFixed(2)),
      'latency p99 ms': Number(paced[index].p99Ms.toFixed(2)),
    })),
  );
} finally {
  server.kill();
}
