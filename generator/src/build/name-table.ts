import { diagnose, formatSpan, printable, type Diagnostic, type Span } from '../diagnostics/index.js';
import { typeName } from '../names/index.js';

/** What one specification calls its types, as identifiers: each once, whoever asks first keeps it. */
export class NameTable {
  readonly diagnostics: Diagnostic[] = [];
  readonly #owners = new Map<string, { readonly source: string; readonly span: Span }>();

  /** @param emitted names that the generator gives to declarations of its own, with what they are */
  constructor(private readonly emitted: ReadonlyMap<string, string> = new Map()) {}

  /**
   * The identifier for a name of the spec. Two names that become one identifier are an error, since either
   * would hide the other; a change beyond case and separators is noted.
   */
  claim(source: string, span: Span, suffix = ''): string {
    const { name, renamedBecause } = typeName(source);
    if (name === '') {
      this.diagnostics.push(
        diagnose('name-form', span, {
          message: `The name "${printable(source)}" has no letter or digit to make an identifier of.`,
          expected: 'a name with at least one letter or digit',
        }),
      );
      return 'Unnamed';
    }
    const identifier = name + suffix;
    if (renamedBecause !== undefined && suffix === '') {
      this.diagnostics.push(
        diagnose('renamed-identifier', span, {
          message: `The type of "${printable(source)}" is called ${identifier}: ${renamedBecause}.`,
        }),
      );
    }
    this.#own(identifier, source, span);
    return identifier;
  }

  isTaken(identifier: string): boolean {
    return this.#owners.has(identifier) || this.emitted.has(identifier);
  }

  #own(identifier: string, source: string, span: Span): void {
    const meaning = this.emitted.get(identifier);
    if (meaning !== undefined) {
      this.diagnostics.push(
        diagnose('name-collision', span, {
          message: `"${printable(source)}" becomes ${identifier}, which is the name of ${meaning}.`,
        }),
      );
    }
    const owner = this.#owners.get(identifier);
    if (owner === undefined) {
      this.#owners.set(identifier, { source, span });
      return;
    }
    this.diagnostics.push(
      diagnose('name-collision', span, {
        message: `"${printable(source)}" and "${printable(owner.source)}" both become ${identifier}.`,
        expected: `names that stay apart (the other one stands at ${formatSpan(owner.span)})`,
        related: [{ span: owner.span, message: `"${printable(owner.source)}" stands here` }],
      }),
    );
  }
}
