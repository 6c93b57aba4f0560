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
  | { readonly kind: 'error'; readonly afterEvents: number; readonly status: number; readonly message: string }
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
export function stepsOf(pieces: readonly string[], delayMs: number, fault: Fault | undefined): Step[] {
  const writes = pieces.map((piece): Step => write(piece, delayMs));
  switch (fault?.kind) {
    case 'slow':
      return pieces.map((piece) => write(piece, fault.delayMs));
    case 'cut':
    case 'stall':
      return [...writes.slice(0, fault.afterEvents), { kind: fault.kind }];
    case 'end':
      return writes.slice(0, fault.afterEvents);
    case 'garbage':
      return writes.toSpliced(fault.afterEvents, 0, write(`data: ${fault.text}\n\n`, delayMs));
    case 'error': {
      const error = { message: fault.message, type: 'InternalServerError', param: null, code: fault.status };
      const frames = [`data: ${JSON.stringify({ error })}\n\n`, 'data: [DONE]\n\n'];
      return [...writes.slice(0, fault.afterEvents), ...frames.map((frame) => write(frame, delayMs))];
    }
    case 'split':
      return split(Buffer.from(pieces.join('')), fault.bytes);
    default:
      return writes;
  }
}

function write(text: string, delayMs: number): Step {
  return { kind: 'write', bytes: Buffer.from(text), delayMs };
}

function split(bytes: Uint8Array, size: number): Step[] {
  const steps: Step[] = [];
  for (let from = 0; from < bytes.length; from += size) {
    steps.push({ kind: 'write', bytes: bytes.subarray(from, from + size), delayMs: 0 });
  }
  return steps;
}
