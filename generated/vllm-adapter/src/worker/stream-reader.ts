import { withChunk } from '../emitted/events.js';
import type { FailureSignal, Issue, ProfileEvent } from '../emitted/profile.js';
import { wellFormed } from '../main/body.js';
import type { ExchangeFacts } from '../wire/command.js';

/** Where the events of one operation go. */
export type Emit = (event: ProfileEvent) => void;

/** What a reader is given: where events go, and what it may note of the operation. */
export interface ReaderContext {
  readonly emit: Emit;
  readonly facts: ExchangeFacts;
  /** Whether every event carries the chunk that it was made from. */
  readonly attachChunks: boolean;
}

/** Reads the stream of one operation, one server-sent event at a time. */
export interface StreamReader {
  /**
   * Takes the data of one event. Undefined: the stream goes on; `complete`: it has had its last event; a
   * signal: it has failed, and nothing more is made of it.
   */
  read(data: string): 'complete' | FailureSignal | undefined;
}

/** Makes events of a plain answer; a signal when the answer is not what the operation promises. */
export type PlainReader = (body: unknown, context: ReaderContext) => FailureSignal | undefined;

/** Hands events on, each with the chunk that it was made from where that is wanted. */
export function emitterFor({ emit, attachChunks }: ReaderContext, chunk: object): Emit {
  if (!attachChunks) return emit;
  return (event) => {
    emit(withChunk(event, chunk));
  };
}

/** Notes which model answered, and the id of its answer. */
export function noteAnswer(
  facts: ExchangeFacts,
  answer: { readonly id?: unknown; readonly model?: unknown },
): void {
  if (typeof answer.id === 'string') facts.backendId ??= answer.id;
  if (typeof answer.model === 'string') facts.model ??= answer.model;
}

/** A failure that an answer of the backend shows by its form: it cannot be read, or it stops too early. */
export function invalidAnswer(message: string): FailureSignal {
  return { source: 'protocol', status: 0, type: '', param: '', message };
}

/** The same, from what a validator says of the answer. */
export function invalidValue(what: string, issues: readonly Issue[]): FailureSignal {
  const [first] = issues;
  if (first === undefined) return invalidAnswer(`The backend sent ${what} that is not valid.`);
  const place = first.path === '' ? 'it' : first.path;
  return invalidAnswer(
    `The backend sent ${what} that is not valid: ${place} should be ${first.expected}, and is ${first.got}.`,
  );
}

/** JSON text as a value; undefined for text that is not JSON. */
export function parseText(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** vLLM means the same by null, by empty text and by leaving a field out. */
export function isPresent<T>(value: T | null | undefined): value is Exclude<T, null | undefined> {
  return value !== undefined && value !== null && value !== '';
}

/** The start of a text, for messages. */
export function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 200 ? `${wellFormed(line.slice(0, 200))}…` : line;
}
