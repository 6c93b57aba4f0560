import { failureOfText } from './inspector-failure.js';
import { createFrames, type Frame, type Frames } from './inspector-frames.js';
import { createMessageJudge, type MessageJudge } from './inspector-message.js';
import { mendData, mendIssue } from './inspector-repairs.js';
import { InspectorState, type RawIssue } from './inspector-state.js';
import type {
  InspectedEnd,
  InspectedEvent,
  InspectorOptions,
  StreamDefinition,
  StreamInspector,
} from './inspector-types.js';
import { describe } from './issue.js';
import { parseJson } from './json.js';
import type { Repair, StreamIssue } from './stream-types.js';

export type * from './inspector-types.js';

/**
 * Inspects one stream: every event is judged by its type, the data rules and the order rules, as the dialect reads
 * them. The events and issues do not depend on how the bytes are split.
 *
 * Codes beside those of types and rules: `json`, `incomplete_event`, `event_too_large`, `unknown_field` (a warning),
 * `message_after_failure`, `content_type`, `repaired`, and those of tool calls.
 *
 * @throws RangeError for a dialect that the specification does not declare
 */
export function createStreamInspector(
  definition: StreamDefinition,
  options: InspectorOptions = {},
): StreamInspector {
  return new Inspector(definition, options);
}

class Inspector implements StreamInspector {
  readonly #definition: StreamDefinition;
  readonly #repairs: readonly Repair[];
  readonly #judge: MessageJudge;
  readonly #state: InspectorState;
  readonly #frames: Frames;
  #ready: InspectedEvent[] = [];

  constructor(definition: StreamDefinition, options: InspectorOptions) {
    const { dialect, mode } = options;
    if (dialect !== undefined && !Object.hasOwn(definition.dialects, dialect)) {
      const known = Object.keys(definition.dialects).join(', ') || 'none';
      throw new RangeError(`no dialect "${dialect}"; there are: ${known}`);
    }
    this.#definition = definition;
    this.#repairs = mode === 'tolerant' ? definition.repairs : [];
    this.#judge = createMessageJudge(definition, options, this.#repairs);
    this.#state = new InspectorState(this.#repairs);
    this.#frames = createFrames(definition, options, (frame) => {
      this.#take(frame);
    });
  }

  push(bytes: Uint8Array): readonly InspectedEvent[] {
    this.#frames.push(bytes);
    return this.#flush();
  }

  end(): InspectedEnd {
    this.#frames.end();
    const offset = this.#frames.bytes();
    const failed = this.#judge.failed() || this.#state.failure !== undefined;
    const unfulfilled = failed ? [] : this.#judge.end();
    const terminated = this.#judge.terminated();
    const { issues } = this.#state.mend(unfulfilled, offset, { terminated, after: false });
    for (const issue of issues) this.#state.countAtEnd(issue);
    const verdict = this.#state.verdict({
      failure: this.#state.failure ?? this.#judge.failure(),
      terminated: terminated && this.#definition.terminator !== undefined,
      partial: this.#judge.partial(),
    });
    return { events: this.#flush(), issues, verdict };
  }

  #flush(): readonly InspectedEvent[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  #take(frame: Frame): void {
    if (frame.kind === 'event') this.#event(frame.data, frame.offset);
    else if (frame.code === 'http_status') this.#refusal(frame);
    else this.#stray(frame);
  }

  /** An answer with an error status: the stream has failed, whatever the body; the dialect knows its form. */
  #refusal({ code, severity, expected, data, offset }: Exclude<Frame, { kind: 'event' }>): void {
    const parsed = parseJson(data, this.#definition.spec);
    if ('value' in parsed && this.#judge.isFailure(parsed.value)) {
      this.#message(parsed.value, data, offset, []);
      return;
    }
    const { spec } = this.#definition;
    const issue = this.#state.plain(
      { severity, code, path: '', expected, got: describe(data), spec },
      offset,
    );
    this.#state.count(issue);
    this.#state.fail(failureOfText(data));
    this.#push(data, offset, undefined, [issue]);
  }

  /** Something between events: a line that no field is, bytes without an end, an event beyond the limit. */
  #stray({ code, severity, expected, data, offset, dispatch }: Exclude<Frame, { kind: 'event' }>): void {
    const raw: RawIssue = {
      severity,
      code,
      path: '',
      expected,
      got: describe(data),
      spec: this.#definition.spec,
    };
    const flags = { terminated: this.#judge.terminated(), after: this.#judge.terminated() };
    const facts = this.#state.facts(raw, true, flags);
    const repair = mendIssue(this.#repairs, facts);
    const parts =
      repair?.effect === 'dispatch' ? dispatch().filter((part) => this.#isMessage(part)) : undefined;
    const mended = repair !== undefined && (parts === undefined || parts.length > 0);
    const issue = mended ? this.#state.repaired(raw, repair, offset) : this.#state.plain(raw, offset);
    if (repair?.effect === 'fail') this.#state.fail(failureOfText(data));
    if (code === 'incomplete_event') this.#state.countAtEnd(issue);
    else this.#state.count(issue);
    this.#ready.push({ number: this.#state.events, offset, data, message: undefined, issues: [issue] });
    for (const part of parts ?? []) this.#event(part, offset);
  }

  #isMessage(data: string): boolean {
    return this.#definition.isText(data) || 'value' in parseJson(data, '');
  }

  #event(data: string, offset: number): void {
    const { spec } = this.#definition;
    const parsed = this.#definition.isText(data) ? { value: data } : parseJson(data, spec);
    if ('value' in parsed) {
      this.#message(parsed.value, data, offset, []);
      return;
    }
    const mended = mendData(this.#repairs, data);
    if (mended === undefined || mended.effect === 'fail') {
      const issue = this.#state.plain({ ...parsed.issue, severity: 'error' }, offset);
      this.#state.count(issue);
      if (mended !== undefined) this.#state.fail(failureOfText(data));
      this.#push(data, offset, undefined, [issue]);
      return;
    }
    const issue = this.#state.repaired({ ...parsed.issue, severity: 'error' }, mended.repair, offset);
    this.#state.count(issue);
    if (mended.values.length === 0) this.#push(data, offset, undefined, [issue]);
    for (const [place, value] of mended.values.entries()) {
      this.#message(value, data, offset, place === 0 ? [issue] : []);
    }
  }

  #message(value: unknown, data: string, offset: number, before: readonly StreamIssue[]): void {
    const after = this.#judge.terminated();
    const judged = this.#judge.push(value);
    const flags = { terminated: this.#judge.terminated(), after };
    const applied = judged.applied.map(({ raw, repair }) => this.#state.repaired(raw, repair, offset));
    const { issues, skipped, failed } = this.#state.mend(judged.issues, offset, flags);
    const all = [...before, ...applied, ...issues];
    for (const issue of [...applied, ...issues]) this.#state.count(issue);
    if (failed) this.#state.fail(failureOfText(data));
    const faulty = all.some(({ severity, repair }) => severity === 'error' && repair === undefined);
    const left = faulty || skipped || judged.skipped;
    if (!left) this.#judge.keepText(value);
    this.#push(data, offset, left ? undefined : value, all);
  }

  #push(data: string, offset: number, message: unknown, issues: readonly StreamIssue[]): void {
    this.#ready.push({ number: this.#state.events, offset, data, message, issues });
    this.#state.events += 1;
  }
}

/** The same over the chunks of a body: yields every event, and returns the end. */
export async function* inspectChunks(
  definition: StreamDefinition,
  chunks: AsyncIterable<Uint8Array>,
  options: InspectorOptions = {},
): AsyncGenerator<InspectedEvent, InspectedEnd, undefined> {
  const inspector = createStreamInspector(definition, options);
  for await (const chunk of chunks) yield* inspector.push(chunk);
  const end = inspector.end();
  yield* end.events;
  return end;
}
