/**
 * Events on their way from a worker to the main thread, as parallel arrays. One message for many events of
 * many streams costs the main thread a fraction of what a message or an object for each would cost.
 */
export interface EventBatch {
  /** The stream that each entry belongs to. */
  readonly streams: number[];
  /** How `numbers` and `texts` are to be read: a kind of the codec, or `endKind`. */
  readonly kinds: number[];
  readonly numbers: number[];
  readonly texts: string[];
}

/** The kind of the entry that ends a stream; its text is an `ExchangeEnd` as JSON. */
export const endKind = 0;

/** The most entries of one message: enough to share its cost, few enough to keep the other thread's turn short. */
export const batchSize = 128;

/** Collects entries and posts them when the event loop has done what was ready, or when a batch is full. */
export class BatchWriter {
  readonly #post: (batch: EventBatch) => void;
  readonly #lingerMs: number;
  #batch = emptyBatch();
  #scheduled = false;

  /** @param lingerMs time to wait for more entries, in milliseconds; 0 posts at the end of the turn */
  constructor(post: (batch: EventBatch) => void, lingerMs: number) {
    this.#post = post;
    this.#lingerMs = lingerMs;
  }

  add(stream: number, kind: number, number: number, text: string): void {
    const batch = this.#batch;
    batch.kinds.push(kind);
    batch.numbers.push(number);
    batch.texts.push(text);
    if (batch.streams.push(stream) >= batchSize) this.flush();
    else if (!this.#scheduled) this.#schedule();
  }

  flush(): void {
    if (this.#batch.streams.length === 0) return;
    const batch = this.#batch;
    this.#batch = emptyBatch();
    this.#post(batch);
  }

  #schedule(): void {
    this.#scheduled = true;
    const flush = (): void => {
      this.#scheduled = false;
      this.flush();
    };
    if (this.#lingerMs > 0) setTimeout(flush, this.#lingerMs);
    else setImmediate(flush);
  }
}

function emptyBatch(): EventBatch {
  return { streams: [], kinds: [], numbers: [], texts: [] };
}
