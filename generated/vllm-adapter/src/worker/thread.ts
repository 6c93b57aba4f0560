import { parentPort, workerData } from 'node:worker_threads';
import type { Command, WorkerConfiguration } from '../wire/command.js';
import { Engine } from './engine.js';

// The entry of a worker thread. A fault of the engine is left uncaught on purpose: the thread dies of it, and
// the main thread fails its operations and starts another.
const port = parentPort;
if (port === null) throw new Error('this module is the entry of a worker thread');
const engine = new Engine(workerData as WorkerConfiguration, (batch) => {
  port.postMessage(batch);
});
port.on('message', (command: Command) => {
  void engine.handle(command).then(() => {
    // Without its port nothing keeps the thread alive.
    if (command.kind === 'close') port.close();
  });
});
