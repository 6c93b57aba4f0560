import { templateText } from '../../text/index.js';

/** A JSON pointer in the making: an expression of emitted code that is evaluated when there is an issue. */
export class PathText {
  private constructor(
    private readonly base: string,
    private readonly tail: string,
  ) {}

  /** The parameter `path` of a collector. */
  static readonly root = new PathText('path', '');

  /** A pointer that a call makes, `child(path, name)`. */
  static call(expression: string): PathText {
    return new PathText(expression, '');
  }

  member(name: string): PathText {
    const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1');
    return new PathText(this.base, `${this.tail}/${templateText(escaped)}`);
  }

  /** The item whose index is the value of an expression. */
  item(index: string): PathText {
    return new PathText(this.base, `${this.tail}/${/^\d+$/.test(index) ? index : `\${String(${index})}`}`);
  }

  toString(): string {
    return this.tail === '' ? this.base : `\`\${${this.base}}${this.tail}\``;
  }
}
