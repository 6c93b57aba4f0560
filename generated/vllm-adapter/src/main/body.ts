import type { FailureSignal, Issue } from '../emitted/profile.js';
import { envelopeFailure } from '../failure.js';

/** The body of a request, with every field that the client gave it. */
export type RequestBody = Readonly<Record<string, unknown>>;

/** The body without some of its fields. */
export function without(body: RequestBody, ...names: readonly string[]): RequestBody {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** A body as an option wants it, or why there is none. */
export type RewrittenBody = { readonly body: RequestBody } | { readonly failure: FailureSignal };

/** The text without halves of characters, which no encoding can carry. */
export function wellFormed(text: string): string {
  return text.replaceAll(/[\ud800-\udfff]/gu, '\ufffd');
}

/** The failure of a body that a validator has issues with. */
export function bodyFailure([first]: readonly Issue[]): FailureSignal {
  if (first === undefined) return envelopeFailure('body', 'The body is not valid.');
  const param = `body${first.path.replaceAll('/', '.')}`;
  return envelopeFailure(param, `${param} should be ${first.expected}, and is ${first.got} (${first.code}).`);
}
