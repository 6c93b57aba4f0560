import type { InspectorOptions, StreamDefinition } from './inspector-types.js';
import { createJsonLinesDecoder } from './json-lines.js';
import { createSseDecoder, type SseItem } from './sse.js';

/** A piece of a stream: an event, or something that is none. */
export type Frame =
  | { readonly kind: 'event'; readonly data: string; readonly offset: number }
  | {
      readonly kind: 'stray';
      readonly code:
        'incomplete_event' | 'unknown_field' | 'event_too_large' | 'content_type' | 'http_status';
      readonly severity: 'error' | 'warning';
      readonly expected: string;
      readonly data: string;
      readonly offset: number;
      /** The data of the events that it would be if it were taken for some. */
      readonly dispatch: () => readonly string[];
    };

export interface Frames {
  push(bytes: Uint8Array): void;
  end(): void;
  /** How many bytes came. */
  bytes(): number;
}

const none = (): readonly string[] => [];

/** Cuts the bytes of a stream into frames, however they are split. */
export function createFrames(
  { format }: StreamDefinition,
  options: InspectorOptions,
  onFrame: (frame: Frame) => void,
): Frames {
  let total = 0;
  const decoder = isWhole(options)
    ? wholeBody(options, onFrame)
    : format === 'sse'
      ? createSseDecoder((item) => {
          const frame = sseFrame(item);
          if (frame !== undefined) onFrame(frame);
        }, limits(options))
      : createJsonLinesDecoder((line) => {
          onFrame(line.kind === 'event' ? line : tooLarge(line.bytes, line.offset));
        }, options.maxEventBytes);
  return {
    push(bytes) {
      total += bytes.length;
      decoder.push(bytes);
    },
    end() {
      decoder.end();
    },
    bytes: () => total,
  };
}

function limits({ maxEventBytes }: InspectorOptions): { readonly maxEventBytes?: number } {
  return maxEventBytes === undefined ? {} : { maxEventBytes };
}

function sseFrame(item: SseItem): Frame | undefined {
  const { offset } = item;
  switch (item.kind) {
    case 'event':
      return { kind: 'event', data: item.data, offset };
    case 'comment':
      return undefined;
    case 'too_large':
      return tooLarge(item.bytes, offset);
    case 'unknown_field': {
      const { line: data } = item;
      const expected = 'a field of server-sent events: data, event, id or retry';
      const dispatch = (): readonly string[] => [data];
      return { kind: 'stray', code: 'unknown_field', severity: 'warning', expected, data, offset, dispatch };
    }
    case 'incomplete': {
      const { text: data } = item;
      const expected = 'a blank line after the event';
      const dispatch = (): readonly string[] => eventsOf(`${data}\n\n`);
      return { kind: 'stray', code: 'incomplete_event', severity: 'error', expected, data, offset, dispatch };
    }
  }
}

function tooLarge(bytes: number, offset: number): Frame {
  const data = `${String(bytes)} bytes`;
  const expected = 'an event that can be buffered';
  return {
    kind: 'stray',
    code: 'event_too_large',
    severity: 'error',
    expected,
    data,
    offset,
    dispatch: none,
  };
}

function eventsOf(text: string): readonly string[] {
  const events: string[] = [];
  const decoder = createSseDecoder((item) => {
    if (item.kind === 'event') events.push(item.data);
  });
  decoder.push(new TextEncoder().encode(text));
  decoder.end();
  return events;
}

/** An answer of HTTP that is no event stream. */
function isWhole({ response }: InspectorOptions): boolean {
  if (response === undefined) return false;
  const { status, contentType } = response;
  return status < 200 || status > 299 || !/^text\/event-stream(?:$|[;\s])/i.test(contentType);
}

const maxBodyBytes = 1024 * 1024;

/** The body as one piece, cut at 1 MiB. */
function wholeBody(
  { response }: InspectorOptions,
  onFrame: (frame: Frame) => void,
): { push(bytes: Uint8Array): void; end(): void } {
  const decoder = new TextDecoder();
  let data = '';
  let length = 0;
  const { status = 200 } = response ?? {};
  const isError = status < 200 || status > 299;
  return {
    push(bytes) {
      const room = Math.max(maxBodyBytes - length, 0);
      data += decoder.decode(bytes.subarray(0, room), { stream: true });
      length += bytes.length;
    },
    end() {
      const code = isError ? 'http_status' : 'content_type';
      const expected = isError ? 'a status of success' : 'the media type text/event-stream';
      onFrame({ kind: 'stray', code, severity: 'error', expected, data, offset: 0, dispatch: () => [data] });
    },
  };
}
