import { Worker } from 'node:worker_threads';
import type { EventBatch } from '../wire/batch.js';
import type { Command, WorkerConfiguration } from '../wire/command.js';
import { Engine } from '../worker/engine.js';

/** Where an engine runs. */
export interface Host {
  /** Id of its thread; 0 on the main thread. */
  readonly threadId: number;
  post(command: Command): void;
  /** Whether it keeps the process alive. */
  keepAlive(wanted: boolean): void;
  /** Ends it in good order: connections are closed first. */
  close(): Promise<void>;
  /** Ends it at once, as a crash would. */
  terminate(): Promise<void>;
}

/** What a host reports. */
export interface HostEvents {
  readonly batch: (batch: EventBatch) => void;
  /** It is gone and was not asked to go. */
  readonly died: (reason: string) => void;
}

/** How long a thread may take to end in good order. */
const closeMs = 2_000;

/** An engine in a thread of its own. */
export function startThread(configuration: WorkerConfiguration, events: HostEvents): Host {
  const worker = new Worker(new URL('../worker/thread.js', import.meta.url), {
    workerData: configuration,
    resourceLimits:
      configuration.maxWorkerMemoryMb === undefined
        ? {}
        : { maxOldGenerationSizeMb: configuration.maxWorkerMemoryMb },
  });
  let closing = false;
  let reason = 'it ended';
  const gone = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      resolve();
      if (!closing) events.died(reason);
    });
  });
  worker.on('message', events.batch);
  worker.on('error', (error: unknown) => {
    reason = String(error);
  });
  worker.unref();
  return {
    threadId: worker.threadId,
    post: (command) => {
      worker.postMessage(command);
    },
    keepAlive: (wanted) => {
      if (wanted) worker.ref();
      else worker.unref();
    },
    async close() {
      closing = true;
      worker.ref();
      worker.postMessage({ kind: 'close' } satisfies Command);
      const timer = setTimeout(() => void worker.terminate(), closeMs);
      await gone;
      clearTimeout(timer);
    },
    async terminate() {
      await worker.terminate();
    },
  };
}

/** An engine on the main thread, through the same commands and batches. */
export function startLocal(configuration: WorkerConfiguration, events: HostEvents): Host {
  const engine = new Engine(configuration, events.batch);
  const post = (command: Command): void => {
    engine.handle(command).catch((error: unknown) => {
      events.died(String(error));
    });
  };
  return {
    threadId: 0,
    post,
    keepAlive: () => undefined,
    close: () => engine.handle({ kind: 'close' }),
    async terminate() {
      await engine.handle({ kind: 'close' });
      events.died('it was ended');
    },
  };
}
