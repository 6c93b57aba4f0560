import { createCallTracker } from '../emitted/calls.js';
import { cancelledEvent, errorEvent, terminalOf, withDiagnostics, type Terminal } from '../emitted/events.js';
import type { ErrorBody, FailureSignal, ProfileEvent, RequestEnvelope } from '../emitted/profile.js';
import { adapterFailure, errorBody } from '../failure.js';
import type { ExchangeEnd, ExchangeFacts } from '../wire/command.js';
import { diagnosticsOf } from './diagnostics.js';
import { EventQueue } from './event-queue.js';
import type { AdapterHooks } from './hooks-contract.js';
import type { Observation } from './observation.js';

/** What is known of an operation when it is submitted. */
export interface OperationSettings {
  readonly requestId: string;
  readonly operation: string;
  readonly model: string | undefined;
  readonly hooks: AdapterHooks;
  /** Events that may wait for the consumer. */
  readonly window: number;
  readonly diagnostics: boolean;
  readonly timeoutMs: number | undefined;
  /** Number of events after which the operation is cancelled. */
  readonly eventLimit: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onEnd: (operation: Operation) => void;
}

/** The worker that carries an operation out. */
export interface OperationLine {
  grant(credit: number): void;
  stop(): void;
}

/**
 * One submitted operation, seen from the main thread: the events that wait for the consumer, and the one
 * place where it ends, whatever ends it. Exactly one terminal event is delivered, and nothing after it.
 */
export class Operation {
  readonly #settings: OperationSettings;
  readonly #envelope: RequestEnvelope;
  readonly #submittedAt = performance.now();
  readonly #queue = new EventQueue<ProfileEvent>();
  readonly #calls = createCallTracker();
  readonly #timer: NodeJS.Timeout | undefined;
  #line: OperationLine | undefined;
  #facts: ExchangeFacts | undefined;
  #failure: FailureSignal | undefined;
  #firstEventAt: number | undefined;
  /** The final event of the worker; it waits for the facts that come with the end of the exchange. */
  #final: ProfileEvent | undefined;
  #taken = 0;
  #delivered = 0;
  /** Set once the terminal event is in the queue: what a worker still sends is late, and dropped. */
  #closing = false;
  #cancelled = false;
  #ended = false;
  #wake: (() => void) | undefined;
  #waiting: Promise<void> | undefined;

  constructor(envelope: RequestEnvelope, settings: OperationSettings) {
    this.#envelope = envelope;
    this.#settings = settings;
    const { signal, timeoutMs, eventLimit } = settings;
    if (timeoutMs !== undefined) {
      this.#timer = setTimeout(() => {
        this.#timeOut(timeoutMs);
      }, timeoutMs);
    }
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted === true) this.#onAbort();
    else if (eventLimit === 0) this.cancel('event_limit');
  }

  /** Whether a request may still be sent for it. */
  get isOpen(): boolean {
    return !this.#closing && !this.#ended;
  }

  get requestId(): string {
    return this.#settings.requestId;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** The worker has the request from here on. */
  attach(line: OperationLine): void {
    this.#line = line;
  }

  /** Takes an event that a worker made. */
  receive(event: ProfileEvent): void {
    if (!this.isOpen) return;
    this.#firstEventAt ??= performance.now();
    if (terminalOf(event) !== undefined) {
      this.#final = event;
      return;
    }
    this.#queue.push(event);
    this.#notify();
  }

  /** The worker is done with the operation. */
  finish(end: ExchangeEnd): void {
    if (!this.isOpen) return;
    this.#facts = end.facts;
    this.#line = undefined;
    if (end.failure !== undefined) this.fail(end.failure);
    else if (this.#final !== undefined) this.#close(this.#final);
    else this.fail(adapterFailure('The answer of the backend made no final event.'));
  }

  /** Ends the operation with an error, after the events that are there already. */
  fail(failure: FailureSignal): void {
    if (!this.isOpen) return;
    this.#failure = failure;
    this.#close(errorEvent(errorBody(failure)));
  }

  /** Ends the operation before anything was sent. */
  refuse(error: ErrorBody): void {
    if (this.isOpen) this.#close(errorEvent(error));
  }

  /** Ends the operation at once: what the consumer has not taken yet is late. */
  cancel(reason: string): void {
    if (this.#ended || this.#cancelled) return;
    this.#cancelled = true;
    this.#queue.clear();
    this.#close(cancelledEvent(reason));
  }

  /** The consumer has left: nothing can be delivered any more. */
  abandon(reason: string): void {
    if (this.#ended) return;
    this.#queue.clear();
    this.#stop();
    this.#end({ kind: 'cancelled', reason });
  }

  /** The next event, undefined when there is none yet or the operation has ended. */
  poll(): ProfileEvent | undefined {
    if (this.#ended) return undefined;
    const event = this.#queue.shift();
    if (event === undefined) return undefined;
    const terminal = terminalOf(event);
    if (terminal === undefined) return this.#deliver(event);
    const closed = terminal.kind === 'completed' ? [] : this.#calls.close();
    if (closed.length > 0) {
      this.#queue.pushFront(...closed, event);
      return this.poll();
    }
    return this.#deliverLast(event, terminal);
  }

  /** Resolves when `poll` has something to give or the operation has ended. */
  ready(): Promise<void> {
    if (this.#ended || this.#queue.size > 0) return Promise.resolve();
    this.#waiting ??= new Promise((resolve) => {
      this.#wake = resolve;
    });
    return this.#waiting;
  }

  readonly #onAbort = (): void => {
    this.cancel('client_cancelled');
  };

  #timeOut(timeoutMs: number): void {
    const message = `The operation took longer than its ${String(timeoutMs)} ms.`;
    this.#queue.clear();
    this.fail({ source: 'timeout', status: 0, type: '', param: '', message });
  }

  #deliver(event: ProfileEvent): ProfileEvent {
    this.#taken += 1;
    if (this.#taken * 2 >= this.#settings.window) {
      this.#line?.grant(this.#taken);
      this.#taken = 0;
    }
    this.#calls.see(event);
    this.#delivered += 1;
    const fault = this.#tell(event);
    if (fault !== undefined && this.isOpen) {
      this.#queue.clear();
      this.fail(adapterFailure(fault));
    } else if (this.#delivered === this.#settings.eventLimit) this.cancel('event_limit');
    return event;
  }

  #deliverLast(event: ProfileEvent, terminal: Terminal): ProfileEvent {
    const wanted = this.#settings.diagnostics || this.#isOverload();
    const last = wanted
      ? withDiagnostics(event, diagnosticsOf(this.#observe(terminal), this.#failure))
      : event;
    this.#delivered += 1;
    const fault = this.#tell(last);
    if (fault !== undefined) process.emitWarning(fault);
    this.#end(terminal);
    return last;
  }

  /** Runs the hook; says what is wrong when it throws. */
  #tell(event: ProfileEvent): string | undefined {
    try {
      this.#settings.hooks.onEvent?.(event, this.#envelope);
      return undefined;
    } catch (error) {
      return `The hook onEvent threw: ${String(error)}`;
    }
  }

  /** The profile asks for diagnostics with every error of an overloaded backend. */
  #isOverload(): boolean {
    return this.#failure?.status === 503 || this.#failure?.status === 429;
  }

  #close(terminal: ProfileEvent): void {
    this.#closing = true;
    clearTimeout(this.#timer);
    this.#stop();
    this.#queue.push(terminal);
    this.#notify();
  }

  #stop(): void {
    this.#line?.stop();
    this.#line = undefined;
  }

  #notify(): void {
    this.#wake?.();
    this.#wake = undefined;
    this.#waiting = undefined;
  }

  #end(terminal: Terminal): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#settings.signal?.removeEventListener('abort', this.#onAbort);
    this.#notify();
    this.#settings.onEnd(this);
    try {
      this.#settings.hooks.onObservation?.(this.#observe(terminal));
    } catch (error) {
      // The operation is over: there is nobody to tell but whoever watches the process.
      process.emitWarning(`The hook onObservation threw: ${String(error)}`);
    }
  }

  #observe(terminal: Terminal): Observation {
    const { requestId, operation, model } = this.#settings;
    const facts = this.#facts;
    const sentAt = facts === undefined ? undefined : facts.sentAt - performance.timeOrigin;
    return {
      requestId,
      operation,
      model: facts?.model ?? model,
      backendId: facts?.backendId,
      outcome: terminal.kind,
      queueDelayMs: sentAt === undefined ? undefined : Math.max(0, sentAt - this.#submittedAt),
      firstEventLatencyMs:
        this.#firstEventAt === undefined ? undefined : this.#firstEventAt - this.#submittedAt,
      durationMs: performance.now() - this.#submittedAt,
      eventCount: this.#delivered,
      errorFamily: terminal.kind === 'failed' ? terminal.error.type : undefined,
      errorCode: terminal.kind === 'failed' ? terminal.error.code : undefined,
      cancelReason: terminal.kind === 'cancelled' ? terminal.reason : undefined,
      usage: facts?.usage,
      backendStatus: facts === undefined || facts.status === 0 ? undefined : facts.status,
      retries: facts?.retries ?? [],
      pauses: facts?.pauses ?? 0,
    };
  }
}
