import { callError, callStep, type PartialCall } from '../emitted/call-events.js';
import type { ProfileEvent } from '../emitted/profile.js';
import { errorBody } from '../failure.js';

interface OpenCall {
  readonly choice: number;
  readonly call: PartialCall;
  text: string;
}

/**
 * The tool calls that a consumer saw begin and has not seen end. It stands where events are delivered, so that
 * calls are closed whatever ends the operation: an error, a cancellation, or a worker that died.
 */
export class CallTracker {
  readonly #open = new Map<string, OpenCall>();

  see(event: ProfileEvent): void {
    const step = callStep(event);
    if (step === undefined) return;
    const key = `${String(step.choice)} ${String(step.call.index)}`;
    if (step.kind === 'delta') {
      const open = this.#open.get(key);
      if (open !== undefined) open.text += step.text;
    } else if (step.kind === 'started') {
      this.#open.set(key, { choice: step.choice, call: step.call, text: '' });
    } else this.#open.delete(key);
  }

  /** Ends every open call with an error that keeps the text so far. */
  close(): readonly ProfileEvent[] {
    const events = [...this.#open.values()].map(({ choice, call, text }) =>
      callError(
        choice,
        { ...call, function: { ...call.function, arguments: text } },
        errorBody({
          source: 'tool_call',
          status: 0,
          type: 'interrupted',
          param: '',
          message: 'The operation ended before the call was whole.',
        }),
      ),
    );
    this.#open.clear();
    return events;
  }
}
