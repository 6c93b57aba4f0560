/** First in, first out, in constant time; holds only what nobody has taken yet. */
export class EventQueue<T> {
  #items: T[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** Puts items before all others. */
  pushFront(...items: readonly T[]): void {
    this.#items.splice(0, this.#head, ...items);
    this.#head = 0;
  }

  shift(): T | undefined {
    const item = this.#items[this.#head];
    if (item === undefined) return undefined;
    this.#head += 1;
    if (this.#head === this.#items.length) this.clear();
    return item;
  }

  clear(): void {
    this.#items = [];
    this.#head = 0;
  }
}
