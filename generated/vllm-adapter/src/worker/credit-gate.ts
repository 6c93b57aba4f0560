/**
 * Flow control of one stream: the consumer grants credit, every event takes one, and whoever reads the
 * response body waits here while there is none. Not reading is what makes the backend wait in turn.
 */
export class CreditGate {
  #credit: number;
  #open: (() => void) | undefined;

  constructor(credit: number) {
    this.#credit = credit;
  }

  get exhausted(): boolean {
    return this.#credit <= 0;
  }

  /** One event was handed on. A chunk that makes several events may overdraw the credit. */
  take(): void {
    this.#credit -= 1;
  }

  grant(credit: number): void {
    this.#credit += credit;
    if (!this.exhausted) this.release();
  }

  /** Lets the reader go on whatever the credit: it is about to be aborted. */
  release(): void {
    this.#open?.();
    this.#open = undefined;
  }

  /** Resolves once there is credit, or on `release`. */
  wait(): Promise<void> {
    if (!this.exhausted) return Promise.resolve();
    return new Promise((resolve) => {
      this.#open = resolve;
    });
  }
}
