import { dataOf } from './recorded.js';

interface Delta {
  readonly content?: string | null;
  readonly reasoning?: string | null;
  readonly reasoning_content?: string | null;
  readonly tool_calls?: readonly {
    readonly index: number;
    readonly id?: string | null;
    readonly function?: { readonly name?: string | null; readonly arguments?: string | null } | null;
  }[];
}

interface Chunk {
  readonly error?: { readonly message: string };
  readonly choices: readonly {
    readonly index: number;
    readonly delta: Delta;
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: Readonly<Record<string, number>> | null;
}

export interface StreamedCall {
  id: string;
  name: string;
  text: string;
}

export interface StreamedChoice {
  text: string;
  reasoning: string;
  finish: string | undefined;
  calls: Map<number, StreamedCall>;
}

/** What a chat stream says, by a reading of its own: nothing here comes from the adapter. */
export interface StreamedChat {
  readonly choices: Map<number, StreamedChoice>;
  readonly usage: Readonly<Record<string, number>> | undefined;
  readonly error: string | undefined;
}

export function readChat(body: string): StreamedChat {
  const choices = new Map<number, StreamedChoice>();
  let usage: StreamedChat['usage'];
  let error: string | undefined;
  for (const data of dataOf(body)) {
    if (data === '[DONE]') break;
    const chunk = JSON.parse(data) as Chunk;
    if (chunk.error !== undefined) {
      error = chunk.error.message;
      break;
    }
    usage = chunk.usage ?? usage;
    for (const { index, delta, finish_reason: finish } of chunk.choices) {
      const choice = choices.get(index) ?? {
        text: '',
        reasoning: '',
        finish: undefined,
        calls: new Map<number, StreamedCall>(),
      };
      choices.set(index, choice);
      choice.text += delta.content ?? '';
      choice.reasoning += (delta.reasoning ?? '') + (delta.reasoning_content ?? '');
      choice.finish = finish ?? choice.finish;
      for (const piece of delta.tool_calls ?? []) {
        const call = choice.calls.get(piece.index) ?? { id: '', name: '', text: '' };
        choice.calls.set(piece.index, call);
        call.id += piece.id ?? '';
        call.name += piece.function?.name ?? '';
        call.text += piece.function?.arguments ?? '';
      }
    }
  }
  return { choices, usage, error };
}
