/** What the embedded model says. */
export interface ModelAnswer {
  readonly reasoning?: string;
  /** A text, or its tokens. */
  readonly text?: string | readonly string[];
  readonly calls?: readonly { readonly name: string; readonly arguments: string }[];
  /** Time before each token, in milliseconds; default: that of the backend. */
  readonly tokenDelayMs?: number;
}

/** An answer, or a failure of the engine, for the requests of one operation that it matches. */
export interface Scenario {
  readonly operation: string;
  /** Matches requests for this model only. */
  readonly model?: string;
  /** Matches requests whose last text is this. */
  readonly prompt?: string;
  readonly answer: ModelAnswer | { readonly status: number; readonly type: string; readonly message: string };
}

/** What the embedded backend is made of. */
export interface World {
  readonly models: readonly string[];
  readonly scenarios: readonly Scenario[];
  readonly tokenDelayMs: number;
  /** Whether the server can make tool calls of the model's text; without, it refuses requests for them. */
  readonly toolParser: boolean;
}

/** The first scenario that matches; without one the model repeats what it was told. */
export function answerOf(world: World, operation: string, model: string, prompt: string): Scenario['answer'] {
  const scenario = world.scenarios.find(
    (candidate) =>
      candidate.operation === operation &&
      (candidate.model === undefined || candidate.model === model) &&
      (candidate.prompt === undefined || candidate.prompt === prompt),
  );
  return scenario?.answer ?? { text: `You said: ${prompt}` };
}

/** Text in pieces as a tokenizer might cut it: words with the space before them, long ones in parts. */
export function tokensOf(text: string): readonly string[] {
  return text.match(/\s*\S{1,6}|\s+/gu) ?? [];
}

function asTokens(text: string | readonly string[]): readonly string[] {
  return typeof text === 'string' ? tokensOf(text) : text;
}

/** The answer of a model as tokens of one kind after the other, cut at a limit. */
export interface Generated {
  readonly reasoning: readonly string[];
  readonly text: readonly string[];
  readonly calls: readonly { readonly name: string; readonly arguments: readonly string[] }[];
  readonly count: number;
  /** Whether the limit cut it. */
  readonly cut: boolean;
}

/** @param limit most tokens to generate */
export function generate(answer: ModelAnswer, limit: number): Generated {
  let left = limit;
  const take = (text: string | readonly string[]): readonly string[] => {
    const tokens = asTokens(text).slice(0, left);
    left -= tokens.length;
    return tokens;
  };
  const reasoning = take(answer.reasoning ?? '');
  const text = take(answer.text ?? '');
  const calls = (answer.calls ?? []).flatMap(({ name, arguments: args }) =>
    left > 0 ? [{ name, arguments: take(args) }] : [],
  );
  const whole = [answer.reasoning, answer.text, ...(answer.calls ?? []).map((call) => call.arguments)];
  const wanted = whole.reduce((sum, part) => sum + asTokens(part ?? '').length, 0);
  return { reasoning, text, calls, count: limit - left, cut: wanted > limit };
}
