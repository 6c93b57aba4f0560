import {
  isChatCompletionChunk,
  validateChatCompletionChunk,
  type ChatCompletionChunk,
  type FailureSignal,
} from '../emitted/profile.js';
import { errorSignal } from './error-body.js';
import {
  invalidAnswer,
  invalidValue,
  parseText,
  type ReaderContext,
  type StreamReader,
} from './stream-reader.js';

/** What is made of the chunks of a chat stream. */
export interface ChatMapping {
  chunk(chunk: ChatCompletionChunk): FailureSignal | undefined;
  /** The stream said that it is over. */
  done(): 'complete' | FailureSignal;
}

/** Reads a chat stream: chunks, an error object in the place of one, and `[DONE]`. */
export function readChatStream(context: ReaderContext, mapping: ChatMapping): StreamReader {
  return {
    read(data) {
      if (data === '[DONE]') return mapping.done();
      const parsed = parseText(data);
      if (parsed === undefined) return invalidAnswer('The backend sent an event that is not JSON.');
      const { value } = parsed;
      const failure = errorSignal(value, 'stream', 0);
      if (failure !== undefined) return failure;
      if (!isChatCompletionChunk(value)) return invalidValue('a chunk', validateChatCompletionChunk(value));
      context.facts.backendId ??= value.id;
      context.facts.model ??= value.model;
      return mapping.chunk(value);
    },
  };
}
