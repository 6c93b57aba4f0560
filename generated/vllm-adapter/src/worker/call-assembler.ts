/** A tool call as it is known so far. */
export interface CallRecord {
  readonly index: number;
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** An increment of a call as a chat chunk has it; null means the same as leaving out. */
export interface CallPiece {
  readonly index: number;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: string | null } | null;
}

/** What one piece did to its call. */
export interface CallStep {
  readonly call: CallRecord;
  /** Whether the call is known well enough, with this piece, to start. */
  readonly starts: boolean;
  /** The piece, with the text that came before the call could start. */
  readonly piece: { readonly index: number; readonly function: { readonly arguments: string } };
}

/** A call whose choice or item has ended. */
export interface EndedCall {
  readonly call: CallRecord;
  readonly valid: boolean;
}

class Call {
  id = '';
  name = '';
  text = '';
  started = false;
  ended = false;

  constructor(readonly index: number) {}

  record(): CallRecord {
    const { index, id, name, text } = this;
    return { index, id, type: 'function', function: { name, arguments: text } };
  }
}

/** Puts the tool calls of one operation together, each known by its choice and its position there. */
export class CallAssembler {
  readonly #choices = new Map<number, Map<number, Call>>();

  /** Takes the next piece of a call. Id and name are set once: servers repeat them, or send them empty. */
  take(choice: number, { index, id, function: added }: CallPiece): CallStep {
    const call = this.#call(choice, index);
    if (call.id === '') call.id = id ?? '';
    if (call.name === '') call.name = added?.name ?? '';
    const held = call.started ? '' : call.text;
    const text = added?.arguments ?? '';
    call.text += text;
    const starts = !call.started && call.id !== '' && call.name !== '';
    call.started ||= starts;
    return {
      call: call.record(),
      starts,
      piece: { index, function: { arguments: call.started ? held + text : '' } },
    };
  }

  /** The call at a place, once it has started. */
  find(choice: number, index: number): CallRecord | undefined {
    const call = this.#choices.get(choice)?.get(index);
    return call?.started === true ? call.record() : undefined;
  }

  /** Whether a choice has a call that never said what it calls. */
  hasUnknown(choice: number): boolean {
    return [...(this.#choices.get(choice)?.values() ?? [])].some((call) => !call.started);
  }

  /**
   * Ends one call; undefined when there is none, or when it has ended before.
   *
   * @param whole the arguments as the backend repeats them at the end, if it does
   */
  end(choice: number, index: number, whole = ''): EndedCall | undefined {
    const call = this.#choices.get(choice)?.get(index);
    if (call === undefined || !call.started || call.ended) return undefined;
    call.ended = true;
    if (whole !== '') call.text = whole;
    return { call: call.record(), valid: isJson(call.text) };
  }

  /** Ends every open call of a choice, in the order of their beginning. */
  endAll(choice: number): readonly EndedCall[] {
    return [...(this.#choices.get(choice)?.keys() ?? [])].flatMap((index) => this.end(choice, index) ?? []);
  }

  /** Every call of a choice, in the order of their beginning. */
  ofChoice(choice: number): readonly CallRecord[] {
    return [...(this.#choices.get(choice)?.values() ?? [])].map((call) => call.record());
  }

  #call(choice: number, index: number): Call {
    let calls = this.#choices.get(choice);
    if (calls === undefined) this.#choices.set(choice, (calls = new Map<number, Call>()));
    let call = calls.get(index);
    if (call === undefined) calls.set(index, (call = new Call(index)));
    return call;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
