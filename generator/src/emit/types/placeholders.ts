import { isPrototypeName } from '../text/index.js';

/**
 * Stand-ins for property names while a type printer works. The printers are made for names that people
 * write; a name such as `__proto__` or one with quotes must neither confuse them nor reach their output raw.
 */
export class Placeholders {
  readonly #names: string[] = [];
  readonly #keys = new Map<string, string>();

  /** The name itself where it is plain, else a stand-in that no plain name equals. */
  keyOf = (name: string): string => {
    const isPlain = /^[A-Za-z][A-Za-z0-9_]*$/.test(name) && !/^(Key__|id$)/.test(name);
    if (isPlain && !isPrototypeName(name)) return name;
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const key = `Key__${String(this.#names.length)}__`;
    this.#names.push(name);
    this.#keys.set(name, key);
    return key;
  };

  /** Puts the real names back, written as property keys. */
  restore(text: string, propertyKey: (name: string) => string): string {
    return text.replace(/Key__(\d+)__/g, (_match, index: string) => {
      const name = this.#names[Number(index)];
      return name === undefined ? '' : propertyKey(name);
    });
  }
}
