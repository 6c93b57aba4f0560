import type { FailureSignal } from '../emitted/profile.js';
import { without, type RequestBody } from '../main/body.js';
import type { BackendRequest } from '../wire/command.js';

/** Another request in place of one that was refused, and why. */
export interface Attempt {
  readonly request: BackendRequest;
  readonly reason: string;
}

/** `auto` is the default, and some servers refuse to be told so. */
export function withoutAutomaticChoice(body: RequestBody): RequestBody {
  return body['tool_choice'] === 'auto' ? without(body, 'tool_choice') : body;
}

/** The metadata of a completion whose tools were asked for in text. */
export const textFallbackMetadata = { openai_text_tool_fallback: 'true' } as const;

/** What vLLM says when it was started without what tool calls need. */
const refusal = /--enable-auto-tool-choice|--tool-call-parser/;

/**
 * What to ask when the backend refuses to choose tools by itself: with one tool, once more with that tool
 * forced; when that is refused too, or there are several tools, once more with the tools described in the
 * leading system message. Undefined when there is nothing else to ask.
 */
export function nextAttempt(
  original: BackendRequest,
  attempt: BackendRequest,
  failure: FailureSignal,
): Attempt | undefined {
  if (!original.toolChoiceFallback || failure.status !== 400 || !refusal.test(failure.message))
    return undefined;
  if (original.body === undefined || attempt.completionMetadata !== undefined) return undefined;
  const body = JSON.parse(original.body) as RequestBody;
  const tools = body['tools'];
  // Only the choice that the backend was to make is made another way; what the client forced stays refused.
  if (!Array.isArray(tools) || 'tool_choice' in body) return undefined;
  const only = tools.length === 1 && attempt === original ? nameOf(tools[0]) : undefined;
  if (only !== undefined) {
    const choice = { type: 'function', function: { name: only } };
    return {
      request: { ...original, body: JSON.stringify({ ...body, tool_choice: choice }) },
      reason: `automatic tool choice was refused, ${only} is forced`,
    };
  }
  return {
    request: {
      ...original,
      body: JSON.stringify(asText(body, tools)),
      completionMetadata: textFallbackMetadata,
    },
    reason: 'tool calls were refused, tools are described in text',
  };
}

/** The request without tools, and an instruction that describes them in its leading system message. */
function asText(body: RequestBody, tools: readonly unknown[]): RequestBody {
  const messages: readonly unknown[] = Array.isArray(body['messages']) ? body['messages'] : [];
  const [first, ...rest] = messages;
  const instruction = instructionFor(tools);
  const leading = isSystem(first)
    ? { ...first, content: `${first.content}\n\n${instruction}` }
    : { role: 'system', content: instruction };
  return {
    ...without(body, 'tools'),
    messages: isSystem(first) ? [leading, ...rest] : [leading, ...messages],
  };
}

function instructionFor(tools: readonly unknown[]): string {
  return [
    'You can call these functions, given as JSON:',
    ...tools.map((tool) => JSON.stringify(tool)),
    'To call one, answer with nothing but a block of this form, one parameter element for each argument:',
    '<tool_call><function=NAME><parameter=KEY>VALUE</parameter></function></tool_call>',
  ].join('\n');
}

function isSystem(message: unknown): message is { readonly role: 'system'; readonly content: string } {
  return (
    typeof message === 'object' &&
    message !== null &&
    'role' in message &&
    message.role === 'system' &&
    'content' in message &&
    typeof message.content === 'string'
  );
}

function nameOf(tool: unknown): string | undefined {
  const described =
    typeof tool === 'object' && tool !== null && 'function' in tool ? tool.function : undefined;
  const name =
    typeof described === 'object' && described !== null && 'name' in described ? described.name : undefined;
  return typeof name === 'string' ? name : undefined;
}
