import type { ChatCompletion, ChatCompletionChunk, FailureSignal } from '../emitted/profile.js';
import { invalidAnswer, isPresent } from './stream-reader.js';

type ChunkChoice = ChatCompletionChunk['choices'][number];
type Choice = ChatCompletion['choices'][number];
type Message = Choice['message'];
type ToolCall = NonNullable<Message['tool_calls']>[number];

/** Where the tool calls of a choice come from. */
export interface CallSource {
  ofChoice(choice: number): readonly ToolCall[];
}

/** What the increments of one choice add up to. */
class ChoiceParts {
  role = 'assistant';
  content = '';
  refusal = '';
  reasoning = '';
  /** Older servers name it `reasoning_content`; the answer keeps the name. */
  reasoningName: 'reasoning' | 'reasoning_content' = 'reasoning';
  logprobs: unknown[] | undefined;
  tokenIds: number[] | undefined;
  finishReason: string | undefined;
  stopReason: string | number | null | undefined;

  add({ delta, finish_reason, stop_reason, logprobs, token_ids }: ChunkChoice): void {
    if (isPresent(delta.role)) this.role = delta.role;
    this.content += delta.content ?? '';
    this.refusal += delta.refusal ?? '';
    this.reasoning += delta.reasoning ?? '';
    if (isPresent(delta.reasoning_content)) {
      this.reasoningName = 'reasoning_content';
      this.reasoning += delta.reasoning_content;
    }
    if (isPresent(logprobs?.content)) (this.logprobs ??= []).push(...logprobs.content);
    if (isPresent(token_ids)) (this.tokenIds ??= []).push(...token_ids);
    if (stop_reason !== undefined) this.stopReason = stop_reason;
    if (isPresent(finish_reason)) this.finishReason = finish_reason;
  }
}

/** What is wrong with an increment of a choice that has finished: nothing, as long as it is empty. */
export function afterFinish(delta: ChunkChoice['delta']): FailureSignal | undefined {
  const { content, refusal, reasoning, reasoning_content, tool_calls } = delta;
  const isEmpty =
    ![content, refusal, reasoning, reasoning_content].some(isPresent) && (tool_calls ?? []).length === 0;
  return isEmpty ? undefined : invalidAnswer('The backend went on with a choice that had finished.');
}

const constantNames: ReadonlySet<string> = new Set(['id', 'object', 'created', 'model']);

/** Builds the whole answer of a chat from its chunks: what a plain request would have given. */
export class CompletionBuilder {
  readonly #calls: CallSource | undefined;
  readonly #choices = new Map<number, ChoiceParts>();
  readonly #common: Record<string, unknown> = {};

  constructor(calls?: CallSource) {
    this.#calls = calls;
  }

  add(chunk: ChatCompletionChunk): void {
    // What is constant over a stream comes from the first chunk; what comes once is kept whenever it comes.
    for (const name in chunk) {
      if (name === 'choices' || (constantNames.has(name) && name in this.#common)) continue;
      const value: unknown = chunk[name as keyof ChatCompletionChunk];
      if (isPresent(value)) this.#common[name] = value;
    }
    for (const choice of chunk.choices) {
      let parts = this.#choices.get(choice.index);
      if (parts === undefined) this.#choices.set(choice.index, (parts = new ChoiceParts()));
      parts.add(choice);
    }
  }

  /** Whether a choice has had its last increment. */
  isFinished(choice: number): boolean {
    return this.#choices.get(choice)?.finishReason !== undefined;
  }

  /** Whether there is an answer, and all of it has come. */
  get complete(): boolean {
    return (
      this.#choices.size > 0 && [...this.#choices.values()].every((parts) => parts.finishReason !== undefined)
    );
  }

  build(): ChatCompletion {
    const choices = [...this.#choices].sort(([a], [b]) => a - b);
    return {
      ...this.#common,
      object: 'chat.completion',
      choices: choices.map(([index, parts]) => this.#choice(index, parts)),
    } as ChatCompletion;
  }

  #choice(index: number, parts: ChoiceParts): Choice {
    const toolCalls = (this.#calls?.ofChoice(index) ?? []).map(({ id, type, function: called }) => ({
      id,
      type,
      function: called,
    }));
    const isAnswered = parts.content !== '' || (parts.reasoning === '' && toolCalls.length === 0);
    return {
      index,
      message: {
        role: parts.role,
        content: isAnswered ? parts.content : null,
        ...(parts.refusal === '' ? {} : { refusal: parts.refusal }),
        ...(parts.reasoning === '' ? {} : { [parts.reasoningName]: parts.reasoning }),
        ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
      },
      finish_reason: parts.finishReason ?? null,
      ...(parts.stopReason === undefined ? {} : { stop_reason: parts.stopReason }),
      logprobs: parts.logprobs === undefined ? null : { content: parts.logprobs },
      ...(parts.tokenIds === undefined ? {} : { token_ids: parts.tokenIds }),
    } as Choice;
  }
}
