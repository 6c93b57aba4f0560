import { randomUUID } from 'node:crypto';
import { adapterCapabilities } from './emitted/capabilities.js';
import { listModels } from './emitted/model-list.js';
import type { AdapterEvent, AdapterRequest } from './emitted/operations.js';
import { policyOf } from './emitted/policy.js';
import {
  validateCapabilityDocument,
  type CapabilityDocument,
  type FailureSignal,
  type ProfileEvent,
  type RequestEnvelope,
} from './emitted/profile.js';
import type { BodyOptions } from './emitted/request-options.js';
import { adapterFailure } from './failure.js';
import { hooks as userHooks } from './hooks.js';
import { narrowedClaims } from './main/claims.js';
import { checkEnvelope, type CheckedEnvelope } from './main/envelope.js';
import { OperationEvents } from './main/events.js';
import type { AdapterHooks } from './main/hooks-contract.js';
import { Operation } from './main/operation.js';
import { AdapterError, parseBaseUrl, wholeNumber, type AdapterOptions } from './main/options.js';
import { WorkerPool, type WorkerStatus } from './main/pool.js';
import { backendRequest } from './main/request.js';
import type { ResultSink } from './main/sink.js';

/** How one operation is submitted. */
export interface SubmitOptions {
  /** Cancels the operation. */
  readonly signal?: AbortSignal;
}

/** An adapter between the profile and one backend. */
export interface VllmAdapter {
  /**
   * Carries out one envelope. It is sent at once; its events come in order, and the last one is terminal:
   * whatever is wrong with the envelope or the backend is an event, too. An iterator that is left early cancels
   * the operation. The events can be taken once.
   */
  submit(envelope: AdapterRequest, options?: SubmitOptions): AsyncIterableIterator<AdapterEvent>;
  /** The same for a transport; resolves when the operation has ended. */
  submitTo(envelope: AdapterRequest, sink: ResultSink, options?: SubmitOptions): Promise<void>;
  /**
   * What the adapter claims, with the models that the backend lists.
   *
   * @throws AdapterError when the backend does not list them
   */
  capabilities(): Promise<CapabilityDocument>;
  /** The workers, and how many operations each of them carries. */
  workers(): readonly WorkerStatus[];
  /** Ends one worker thread at once, as a crash would: its operations fail, and it is replaced. */
  terminateWorker(threadId: number): Promise<void>;
  /** Cancels what is open, and ends connections and threads. */
  close(): Promise<void>;
}

/** Makes an adapter and starts its workers. Throws an `AdapterError` for options that make no sense. */
export function createVllmAdapter(options: AdapterOptions & BodyOptions): VllmAdapter {
  return new Adapter(options);
}

class Adapter implements VllmAdapter {
  readonly #options: AdapterOptions & BodyOptions;
  readonly #claimed: CapabilityDocument;
  readonly #hooks: AdapterHooks;
  readonly #window: number;
  readonly #pool: WorkerPool;
  readonly #open = new Set<Operation>();
  #closing: Promise<void> | undefined;

  constructor(options: AdapterOptions & BodyOptions) {
    this.#options = options;
    this.#claimed = narrowedClaims(adapterCapabilities, options.capabilities, validateCapabilityDocument);
    this.#hooks = options.hooks ?? userHooks;
    this.#window = wholeNumber('window', options.window, 1_024, 1);
    const configuration = {
      baseUrl: parseBaseUrl(options.baseUrl),
      connectTimeoutMs: wholeNumber('connectTimeoutMs', options.connectTimeoutMs, 10_000, 0),
      idleTimeoutMs: wholeNumber('idleTimeoutMs', options.idleTimeoutMs, 600_000, 0),
      lingerMs: wholeNumber('lingerMs', options.lingerMs, 0, 0),
      maxWorkerMemoryMb:
        options.maxWorkerMemoryMb === undefined
          ? undefined
          : wholeNumber('maxWorkerMemoryMb', options.maxWorkerMemoryMb, 0, 8),
    };
    this.#pool = new WorkerPool(configuration, wholeNumber('workers', options.workers, 1, 0), this.#window);
  }

  submit(envelope: AdapterRequest, options: SubmitOptions = {}): AsyncIterableIterator<AdapterEvent> {
    return new OperationEvents(this.#submit(envelope, options));
  }

  async submitTo(envelope: AdapterRequest, sink: ResultSink, options: SubmitOptions = {}): Promise<void> {
    const operation = this.#submit(envelope, options);
    try {
      while (!operation.ended) {
        for (let event = operation.poll(); event !== undefined; event = operation.poll()) {
          const taken = sink.push(event);
          if (taken !== undefined) await taken;
        }
        await operation.ready();
      }
    } catch (error) {
      operation.abandon('client_lost');
      throw error;
    }
  }

  async capabilities(): Promise<CapabilityDocument> {
    const models = await listModels((envelope: RequestEnvelope) => this.#run(envelope));
    return models === undefined ? this.#claimed : { ...this.#claimed, models };
  }

  workers(): readonly WorkerStatus[] {
    return this.#pool.status();
  }

  terminateWorker(threadId: number): Promise<void> {
    return this.#pool.terminate(threadId);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    for (const operation of this.#open) operation.cancel('adapter_closed');
    await this.#pool.close();
  }

  /** Carries out an envelope of the adapter's own; it may use what a narrower document does not claim. */
  #run(envelope: RequestEnvelope): AsyncIterableIterator<ProfileEvent> {
    return new OperationEvents(this.#submit(envelope, {}, adapterCapabilities));
  }

  #submit(value: RequestEnvelope, { signal }: SubmitOptions, claimed = this.#claimed): Operation {
    if (this.#closing !== undefined) throw new AdapterError('the adapter is closed');
    const checked = checkEnvelope(value, claimed);
    const operation = this.#openOperation(value, checked, signal);
    this.#open.add(operation);
    if ('error' in checked) operation.refuse(checked.error);
    else if (operation.isOpen) this.#start(operation, checked);
    return operation;
  }

  #openOperation(
    value: RequestEnvelope,
    checked: CheckedEnvelope,
    signal: AbortSignal | undefined,
  ): Operation {
    const fields = fieldsOf(value);
    const policy = 'error' in checked ? undefined : policyOf(checked.envelope);
    const claim = this.#claimed.operations.find(({ name }) => name === fields.operation);
    const cancellable = 'error' in checked || claim?.cancellation === true;
    return new Operation(value, {
      ...fields,
      hooks: this.#hooks,
      window: this.#window,
      diagnostics: policy?.diagnostics === true,
      timeoutMs: policy?.timeoutMs,
      eventLimit: cancellable ? policy?.eventLimit : undefined,
      signal: cancellable ? signal : undefined,
      onEnd: (ended) => {
        this.#open.delete(ended);
      },
    });
  }

  #start(operation: Operation, checked: Exclude<CheckedEnvelope, { error: unknown }>): void {
    const { envelope } = checked;
    const built = backendRequest(
      envelope,
      checked.operation,
      checked.stream,
      operation.requestId,
      this.#options,
    );
    if ('source' in built) {
      operation.fail(built);
      return;
    }
    const send = (request = built): void => {
      if (operation.isOpen) this.#pool.start(operation, request);
    };
    try {
      const answer = this.#hooks.onRequest?.(built, envelope);
      if (answer instanceof Promise) {
        answer.then(send).catch((error: unknown) => {
          operation.fail(hookFailure(error));
        });
      } else send(answer);
    } catch (error) {
      operation.fail(hookFailure(error));
    }
  }
}

function hookFailure(error: unknown): FailureSignal {
  return adapterFailure(`The request could not be handed to a worker: ${String(error)}`);
}

/** What an operation is called by, read from an envelope that may be anything. */
function fieldsOf(value: unknown): { requestId: string; operation: string; model: string | undefined } {
  const text = (holder: unknown, name: string): string | undefined => {
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, name)) return undefined;
    const field: unknown = (holder as Readonly<Record<string, unknown>>)[name];
    return typeof field === 'string' && field !== '' ? field : undefined;
  };
  const body = typeof value === 'object' && value !== null && 'body' in value ? value.body : undefined;
  return {
    requestId: text(value, 'request_id') ?? `req_${randomUUID().replaceAll('-', '')}`,
    operation: text(value, 'operation') ?? '',
    model: text(body, 'model'),
  };
}
