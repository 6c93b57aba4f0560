/** What can go wrong with an answer of the embedded backend. Counts are events of a stream, or pieces of a body. */
export type Fault =
  /** Waits before each event. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** Cuts the connection after so many events. */
  | { readonly kind: 'cut'; readonly afterEvents: number }
  /** Ends the body in good order after so many events, without those that should follow. */
  | { readonly kind: 'end'; readonly afterEvents: number }
  /** Sends text that is not JSON as an event, and goes on. */
  | { readonly kind: 'garbage'; readonly afterEvents: number; readonly text: string }
  /** Sends an error object after so many events, then `[DONE]`, and ends. */
  | {
      readonly kind: 'error';
      readonly afterEvents: number;
      readonly status: number;
      readonly message: string;
    }
  /** Sends a few bytes at a time: events and characters are split. */
  | { readonly kind: 'split'; readonly bytes: number }
  /** Sends nothing more after so many events, and keeps the connection open. */
  | { readonly kind: 'stall'; readonly afterEvents: number }
  /** Answers with an error status in place of the answer. */
  | { readonly kind: 'status'; readonly status: number; readonly text: string }
  /** Never answers. */
  | { readonly kind: 'silence' };

/** One step of writing an answer. */
export type Step =
  | { readonly kind: 'write'; readonly bytes: Uint8Array; readonly delayMs: number }
  | { readonly kind: 'cut' }
  | { readonly kind: 'stall' };

/** The steps that write the pieces of an answer with a fault in it; without one, one step for each piece. */
export function* stepsOf(
  pieces: Iterable<string>,
  delayMs: number,
  fault: Fault | undefined,
): Iterable<Step> {
  if (fault?.kind === 'split') {
    yield* split(Buffer.from([...pieces].join('')), fault.bytes);
    return;
  }
  const delay = fault?.kind === 'slow' ? fault.delayMs : delayMs;
  const at = fault !== undefined && 'afterEvents' in fault ? fault.afterEvents : undefined;
  let written = 0;
  for (const piece of pieces) {
    if (written === at && fault !== undefined) {
      yield* faultSteps(fault, delay);
      if (fault.kind !== 'garbage') return;
    }
    yield write(piece, delay);
    written += 1;
  }
}

/** What is written in the place of a fault; the answer goes on only after garbage. */
function* faultSteps(fault: Fault, delayMs: number): Iterable<Step> {
  if (fault.kind === 'cut' || fault.kind === 'stall') yield { kind: fault.kind };
  if (fault.kind === 'garbage') yield write(`data: ${fault.text}\n\n`, delayMs);
  if (fault.kind === 'error') {
    const error = { message: fault.message, type: 'InternalServerError', param: null, code: fault.status };
    yield write(`data: ${JSON.stringify({ error })}\n\n`, delayMs);
    yield write('data: [DONE]\n\n', delayMs);
  }
}

function write(text: string, delayMs: number): Step {
  return { kind: 'write', bytes: Buffer.from(text), delayMs };
}

function* split(bytes: Uint8Array, size: number): Iterable<Step> {
  for (let from = 0; from < bytes.length; from += size) {
    yield { kind: 'write', bytes: bytes.subarray(from, from + size), delayMs: 0 };
  }
}
