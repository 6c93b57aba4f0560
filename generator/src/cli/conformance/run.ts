import { renderDiagnostics, toPrintable } from '../../diagnostics/index.js';
import type { Context } from '../context.js';
import { exitCodeOf, exitCodes, type ExitCode } from '../exit-codes.js';
import { jsonText, terminalText } from '../terminal-text.js';
import { isEvent, openAdapter, terminals, type AdapterEvent, type DrivenAdapter } from './adapter.js';
import { departure } from './expectation.js';
import { writeNamedFile } from './output.js';
import { readPlan, type RunnablePlan } from './plan-document.js';
import { junitReport, resultsDocument, textReport, type CaseResult, type Run } from './reports.js';

export interface RunOptions {
  readonly plan: string;
  readonly adapter: string;
  readonly output: string;
  readonly junit?: string;
  readonly timeout: number;
  readonly json: boolean;
}

/** Carries out the cases of a plan with an adapter, one after the other, and writes their results. */
export async function run(context: Context, options: RunOptions): Promise<ExitCode> {
  const { plan, diagnostics } = readPlan(context, options.plan);
  if (plan === undefined) {
    if (options.json) context.stdout.write(jsonText({ diagnostics: diagnostics.map(toPrintable) }));
    else context.stderr.write(renderDiagnostics(diagnostics, 'text'));
    return exitCodeOf(diagnostics);
  }
  const adapter = await openAdapter(context, options.adapter);
  let done: Run;
  try {
    done = await runCases(adapter, plan, options.timeout);
  } finally {
    await adapter.close?.();
  }
  const document = resultsDocument(done);
  writeNamedFile(context, options.output, `${JSON.stringify(document, null, 2)}\n`);
  if (options.junit !== undefined) writeNamedFile(context, options.junit, junitReport(done));
  context.stdout.write(options.json ? jsonText(document, 2) : terminalText(textReport(done)));
  const failed = done.results.some(({ outcome }) => outcome === 'failed');
  return failed ? exitCodes.findings : exitCodes.fine;
}

async function runCases(adapter: DrivenAdapter, plan: RunnablePlan, timeout: number): Promise<Run> {
  const results: CaseResult[] = [];
  const seconds = new Map<string, number>();
  for (const item of plan.cases) {
    const start = performance.now();
    results.push(await runCase(adapter, plan, item, timeout));
    seconds.set(item.id, (performance.now() - start) / 1000);
  }
  const { profile, schema_version, adapter: name } = plan;
  return { profile, schema_version, adapter: name, results, seconds };
}

async function runCase(
  adapter: DrivenAdapter,
  plan: RunnablePlan,
  item: RunnablePlan['cases'][number],
  timeout: number,
): Promise<CaseResult> {
  const { id, operation, request, expect } = item;
  const { body, nnrp } = request;
  const envelope = {
    schema_version: plan.schema_version,
    operation,
    request_id: id,
    body,
    ...(nnrp === undefined ? {} : { nnrp }),
  };
  const { events, fault } = await eventsOf(adapter, envelope, timeout);
  const last = events.at(-1);
  const terminal = last === undefined ? undefined : terminals.get(last.type);
  const message = fault ?? departure(expect, events, terminal);
  const diagnostics = last?.['diagnostics'];
  return {
    id,
    outcome: message === undefined ? 'passed' : 'failed',
    terminal: terminal ?? 'error',
    events,
    diagnostics: typeof diagnostics === 'object' && diagnostics !== null ? diagnostics : {},
    ...(message === undefined ? {} : { message }),
  };
}

interface Received {
  readonly events: readonly AdapterEvent[];
  /** What kept the operation from ending. */
  readonly fault?: string;
}

async function eventsOf(
  adapter: DrivenAdapter,
  envelope: Parameters<DrivenAdapter['submit']>[0],
  timeout: number,
): Promise<Received> {
  const events: AdapterEvent[] = [];
  const abort = new AbortController();
  const expired = new Promise<'expired'>((resolve) => {
    abort.signal.addEventListener('abort', () => {
      resolve('expired');
    });
  });
  const timer = setTimeout(() => {
    abort.abort();
  }, timeout);
  const iterator = adapter.submit(envelope, { signal: abort.signal })[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), expired]);
      if (next === 'expired') return { events, fault: `no terminal event came within ${String(timeout)} ms` };
      if (next.done === true) return { events };
      if (!isEvent(next.value)) return { events, fault: 'the adapter delivered something that is no event' };
      events.push(next.value);
    }
  } catch (cause) {
    return { events, fault: cause instanceof Error ? cause.message : String(cause) };
  } finally {
    clearTimeout(timer);
  }
}
