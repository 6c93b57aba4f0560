import { createParser } from 'eventsource-parser';

/**
 * One thing found in a stream of server-sent events (WHATWG HTML, section 9.2). `offset` is the position of
 * its first byte, counted from the start of the stream.
 *
 * - `event`: a dispatched event; `event` and `id` are absent where the server sent none.
 * - `comment`: a line that starts with a colon: a heartbeat, never content.
 * - `unknown_field`: a line whose field name the standard does not know; the standard says to skip it.
 * - `incomplete`: bytes after the last blank line when the stream ended; the standard says to discard them.
 * - `too_large`: an event with more bytes than the decoder buffers; it is skipped.
 */
export type SseItem =
  | {
      readonly kind: 'event';
      readonly data: string;
      readonly event?: string;
      readonly id?: string;
      readonly offset: number;
    }
  | { readonly kind: 'comment'; readonly text: string; readonly offset: number }
  | { readonly kind: 'unknown_field'; readonly line: string; readonly offset: number }
  | { readonly kind: 'incomplete'; readonly text: string; readonly offset: number }
  | { readonly kind: 'too_large'; readonly bytes: number; readonly offset: number };

export interface SseDecoderOptions {
  /** The most bytes of one event that are buffered; default 16 MiB. */
  readonly maxEventBytes?: number;
}

export interface SseDecoder {
  /** Takes the next bytes, split anywhere, and hands on every item that they complete. */
  push(bytes: Uint8Array): void;
  /** The stream has ended: hands on what is left as `incomplete`. */
  end(): void;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const defaultMaxEventBytes = 16 * 1024 * 1024;

/**
 * Decodes server-sent events from bytes. The items do not depend on how the bytes are split: events are
 * framed on bytes first (a blank line never falls inside a UTF-8 sequence) and then decoded whole.
 */
export function createSseDecoder(
  onItem: (item: SseItem) => void,
  options: SseDecoderOptions = {},
): SseDecoder {
  const maxEventBytes = options.maxEventBytes ?? defaultMaxEventBytes;
  const text = new TextDecoder('utf-8', { ignoreBOM: true });
  let offset = 0;
  const parser = createParser({
    onEvent: ({ data, event, id }) => {
      onItem({
        kind: 'event',
        data,
        ...(event === undefined ? {} : { event }),
        ...(id === undefined ? {} : { id }),
        offset,
      });
    },
    onComment: (comment) => {
      onItem({ kind: 'comment', text: comment, offset });
    },
    onError: (error) => {
      if (error.type === 'unknown-field') {
        onItem({ kind: 'unknown_field', line: error.line ?? error.field ?? '', offset });
      }
    },
  });

  const decode = (block: Uint8Array): string => {
    const decoded = text.decode(block);
    // Exactly one byte order mark, and only at the very start, is not part of the first line.
    return offset === 0 && decoded.startsWith('\ufeff') ? decoded.slice(1) : decoded;
  };

  const framer = createFramer(maxEventBytes, {
    block(start, bytes) {
      offset = start;
      const decoded = decode(bytes);
      parser.feed(decoded.includes('\r') ? decoded.replace(/\r\n?/g, '\n') : decoded);
    },
    tooLarge(start, bytes) {
      onItem({ kind: 'too_large', bytes, offset: start });
    },
  });

  return {
    push: framer.push,
    end() {
      const rest = framer.rest();
      offset = rest.start;
      const decoded = decode(rest.bytes);
      // Comments take effect line by line; only fields wait for the blank line that never came.
      if (/^(?!:)./m.test(decoded)) onItem({ kind: 'incomplete', text: decoded, offset });
      else parser.feed(`${decoded}\n`);
    },
  };
}

/** The same as an async generator over the chunks of a response body. */
export async function* decodeSse(
  chunks: AsyncIterable<Uint8Array>,
  options: SseDecoderOptions = {},
): AsyncGenerator<SseItem, void, undefined> {
  let items: SseItem[] = [];
  const decoder = createSseDecoder((item) => items.push(item), options);
  for await (const chunk of chunks) {
    decoder.push(chunk);
    const ready = items;
    items = [];
    yield* ready;
  }
  decoder.end();
  yield* items;
}

interface FramerEvents {
  /** A run of lines that ends with a blank line, line ends included. */
  block(start: number, bytes: Uint8Array): void;
  tooLarge(start: number, bytes: number): void;
}

interface Framer {
  push(bytes: Uint8Array): void;
  rest(): { readonly start: number; readonly bytes: Uint8Array };
}

/** Cuts a byte stream after each blank line; CR, LF and CRLF end a line, also when a chunk ends between CR and LF. */
function createFramer(maxEventBytes: number, events: FramerEvents): Framer {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let skipped = 0;
  let start = 0;
  let lineIsEmpty = true;
  let afterCarriageReturn = false;

  const keep = (bytes: Uint8Array): void => {
    if (bytes.length === 0) return;
    if (skipped > 0 || pendingBytes + bytes.length > maxEventBytes) {
      skipped += pendingBytes + bytes.length;
      pending = [];
      pendingBytes = 0;
      return;
    }
    // A copy: the caller may reuse the memory of a chunk once push returns.
    pending.push(bytes.slice());
    pendingBytes += bytes.length;
  };

  const finish = (tail: Uint8Array): void => {
    const length = skipped + pendingBytes + tail.length;
    if (skipped > 0 || length > maxEventBytes) events.tooLarge(start, length);
    else events.block(start, pendingBytes === 0 ? tail : join([...pending, tail]));
    start += length;
    pending = [];
    pendingBytes = 0;
    skipped = 0;
  };

  return {
    push(bytes) {
      let from = 0;
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at];
        if (byte === lineFeed && afterCarriageReturn) {
          afterCarriageReturn = false;
          // The second half of the CRLF that ended the last block belongs to no event.
          if (from === at && pendingBytes === 0 && skipped === 0 && lineIsEmpty) {
            start += 1;
            from = at + 1;
          }
        } else if (byte === lineFeed || byte === carriageReturn) {
          afterCarriageReturn = byte === carriageReturn;
          if (lineIsEmpty) {
            finish(bytes.subarray(from, at + 1));
            from = at + 1;
          }
          lineIsEmpty = true;
        } else {
          afterCarriageReturn = false;
          lineIsEmpty = false;
        }
      }
      keep(bytes.subarray(from));
    },
    rest: () => ({ start, bytes: join(pending) }),
  };
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
