/** One line of a stream of JSON lines, or one that is longer than the decoder buffers. */
export type JsonLine =
  | { readonly kind: 'event'; readonly data: string; readonly offset: number }
  | { readonly kind: 'too_large'; readonly bytes: number; readonly offset: number };

export interface JsonLinesDecoder {
  /** Takes the next bytes, split anywhere, and hands on every line that they complete. */
  push(bytes: Uint8Array): void;
  /** The stream has ended: what is left is a line, too. */
  end(): void;
}

const lineFeed = 0x0a;

/** Decodes JSON lines from bytes. Empty lines are no events. `offset` counts bytes from the start of the stream. */
export function createJsonLinesDecoder(
  onLine: (line: JsonLine) => void,
  maxLineBytes = 16 * 1024 * 1024,
): JsonLinesDecoder {
  let pending: Uint8Array[] = [];
  let length = 0;
  let start = 0;

  const keep = (bytes: Uint8Array): void => {
    length += bytes.length;
    if (length > maxLineBytes) pending = [];
    // A copy: the caller may reuse the memory of a chunk once push returns.
    else if (bytes.length > 0) pending.push(bytes.slice());
  };
  const finish = (lineEnd: number): void => {
    if (length > maxLineBytes) onLine({ kind: 'too_large', bytes: length, offset: start });
    else {
      const decoder = new TextDecoder('utf-8', { ignoreBOM: start > 0 });
      const data = pending.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
      if (data.trim() !== '') onLine({ kind: 'event', data, offset: start });
    }
    start += length + lineEnd;
    pending = [];
    length = 0;
  };
  return {
    push(bytes) {
      let from = 0;
      for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, from)) {
        keep(bytes.subarray(from, at));
        finish(1);
        from = at + 1;
      }
      keep(bytes.subarray(from));
    },
    end() {
      finish(0);
    },
  };
}
